import { parseArgs } from "node:util";
import { openRecords } from "#schema/open.ts";
import { CORPUS_DIR, importOnce } from "./corpus.ts";
import { reportFigures } from "./report.ts";
import { pairLabels, passageLabels } from "./treatment/labels.ts";
import { readPassagePairs, readPublishedPairs } from "./treatment/read-pairs.ts";
import { judge, overruledFigures, ownAct, passageFigures } from "./treatment/score.ts";

/**
 * How well treatments are read from single passages and over whole decisions, on the labels of one half:
 * `node eval/treatment-passages.ts [--db DIR] [--half building|sealed] [--show] [--land]`. Rules and weights are made
 * with the building half; `--show` prints its misses and is refused for the sealed half.
 */
const { values } = parseArgs({
  options: {
    db: { type: "string", default: CORPUS_DIR },
    half: { type: "string", default: "building" },
    show: { type: "boolean", default: false },
    land: { type: "boolean", default: false },
  },
});
const half = values.half === "sealed" ? "sealed" : "building";
if (half === "sealed" && values.show) throw new Error("the misses of the sealed half are not shown");

const db = await openRecords({ dataDir: values.db });
await importOnce(db, values.db);
const passages = await readPassagePairs(db, passageLabels(half));
const published = await readPublishedPairs(db, pairLabels(half));
await db.close();
if (passages.length === 0 || published.length === 0) throw new Error(`no labelled pair is held in ${values.db}`);

if (values.show) {
  for (const pair of passages) {
    const { expected, read } = judge(pair);
    const told = pair.read.map(({ treatment, voice, cue }) => `${treatment} (${voice}; ${cue})`).join(", ");
    if (expected !== read)
      console.log(
        `${pair.label.id} ${pair.label.own_act ? "" : "told: "}${pair.label.label}, read ${ownAct(pair.read, false)}: ${told}\n    ${pair.label.cited_name}: ${pair.label.quote.replace(/\s+/gu, " ").slice(0, 300)}\n    read in: ${(pair.read[0]?.quote ?? "").replace(/\s+/gu, " ").slice(0, 400)}`,
      );
  }
  for (const pair of published) {
    const act = ownAct(pair.read, true);
    if ((act === "Overruled") !== (pair.label.overruled === "yes"))
      console.log(
        `${pair.label.citing} -> ${pair.label.cited}: ${pair.label.label}, read ${act}\n    ${pair.read.map(({ quote, cue, voice }) => `${voice} ${cue}: ${quote.replace(/\s+/gu, " ").slice(0, 300)}`).join("\n    ")}`,
      );
  }
}
reportFigures(
  `treatment-passages-${half}`,
  { ...passageFigures(passages), ...overruledFigures(published) },
  values.land,
);
