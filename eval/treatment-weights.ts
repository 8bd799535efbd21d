import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openRecords } from "#schema/open.ts";
import { priorOf } from "#citator/reading/prior.ts";
import { CORPUS_DIR, importOnce } from "./corpus.ts";
import { exampleOfFresh, exampleOfPassage, exampleOfPublished } from "./treatment/examples.ts";
import { weightsWithout } from "./treatment/folds.ts";
import { freshLabels, pairLabels, passageLabels } from "./treatment/labels.ts";
import { learn } from "./treatment/learn.ts";
import { readSilver } from "./treatment/silver.ts";
import { readCitedPairs, readPassagePairs, readPublishedPairs } from "./treatment/read-pairs.ts";
import { judge, judgeFresh, judgePair, overruledFigures, passageFigures } from "./treatment/score.ts";

/**
 * Learns the weights by which treatments are judged, from the building half of the labels, and writes them:
 * `node eval/treatment-weights.ts [--db DIR] [--silver] [--write]`. `--silver` adds
 * what the corpus tells by itself (`treatment/silver.ts`), which takes some minutes. Prints how weights learned without a fifth of the citing
 * decisions read that fifth. The same labels and records give the same bytes on every machine.
 */
const { values } = parseArgs({
  options: {
    db: { type: "string", default: CORPUS_DIR },
    write: { type: "boolean", default: false },
    silver: { type: "boolean", default: false },
  },
});
const WEIGHTS_FILE = join(import.meta.dirname, "../src/citator/reading/weights.json");

const db = await openRecords({ dataDir: values.db });
await importOnce(db, values.db);
const passages = await readPassagePairs(db, passageLabels("building"));
const published = await readPublishedPairs(db, pairLabels("building"));
const fresh = await readCitedPairs(db, freshLabels("building"));
const silver = values.silver
  ? await readSilver(db, (done, of) => process.stderr.write(`\r${done} of ${of} opinions`))
  : [];
await db.close();

const examples = [
  ...passages.flatMap(exampleOfPassage),
  ...published.flatMap(exampleOfPublished),
  ...fresh.flatMap(exampleOfFresh),
  ...silver,
];
const without = weightsWithout(examples);
console.log(`${examples.length} examples, ${silver.length} of them told by the corpus`);
const judged = passages.map((pair) => judge(pair, without(pair.label.citing)));
const judgedPairs = published.map((pair) => judgePair(pair, without(pair.label.citing)));
const judgedFresh = fresh.map((pair) => judgeFresh(pair, without(pair.label.citing)));
print({ ...passageFigures(judged), ...overruledFigures(judgedPairs) });
console.log("of the third blind reading");
print(passageFigures(judgedFresh));
const weights = learn(examples, priorOf);
if (values.write) {
  const rows = Object.entries(weights).map(([name, row]) => `  ${JSON.stringify(name)}: [${row.join(", ")}]`);
  writeFileSync(WEIGHTS_FILE, `{\n${rows.join(",\n")}\n}\n`);
}

function print(figures: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(figures)) console.log(`  ${name.padEnd(24)} ${value.toFixed(3)}`);
}
