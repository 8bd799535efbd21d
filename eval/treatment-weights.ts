import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openRecords } from "#schema/open.ts";
import { priorOf } from "#citator/reading/prior.ts";
import { CORPUS_DIR, importOnce } from "./corpus.ts";
import { exampleOfPassage, exampleOfPublished } from "./treatment/examples.ts";
import { pairLabels, passageLabels } from "./treatment/labels.ts";
import { learn } from "./treatment/learn.ts";
import { readSilver } from "./treatment/silver.ts";
import { readPassagePairs, readPublishedPairs } from "./treatment/read-pairs.ts";
import { judge, judgePair, overruledFigures, passageFigures } from "./treatment/score.ts";

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
const FOLDS = 5;

const db = await openRecords({ dataDir: values.db });
await importOnce(db, values.db);
const passages = await readPassagePairs(db, passageLabels("building"));
const published = await readPublishedPairs(db, pairLabels("building"));
const silver = values.silver
  ? await readSilver(db, (done, of) => process.stderr.write(`\r${done} of ${of} opinions`))
  : [];
await db.close();

const examples = [...passages.flatMap(exampleOfPassage), ...published.flatMap(exampleOfPublished), ...silver];
const judged = [];
const judgedPairs = [];
for (let fold = 0; fold < FOLDS; fold += 1) {
  const weights = learn(
    examples.filter(({ citing }) => foldOf(citing) !== fold),
    priorOf,
  );
  judged.push(...passages.filter(({ label }) => foldOf(label.citing) === fold).map((pair) => judge(pair, weights)));
  judgedPairs.push(
    ...published.filter(({ label }) => foldOf(label.citing) === fold).map((pair) => judgePair(pair, weights)),
  );
}
console.log(`${examples.length} examples, ${silver.length} of them told by the corpus`);
for (const [name, value] of Object.entries({ ...passageFigures(judged), ...overruledFigures(judgedPairs) }))
  console.log(`  ${name.padEnd(24)} ${value.toFixed(3)}`);
const weights = learn(examples, priorOf);
if (values.write) {
  const rows = Object.entries(weights).map(([name, row]) => `  ${JSON.stringify(name)}: [${row.join(", ")}]`);
  writeFileSync(WEIGHTS_FILE, `{\n${rows.join(",\n")}\n}\n`);
}

function foldOf(citing: string): number {
  return (createHash("sha256").update(`fold ${citing}`).digest()[0] ?? 0) % FOLDS;
}
