import { parseArgs } from "node:util";
import { openRecords } from "#schema/open.ts";
import { CORPUS_DIR, importOnce } from "./corpus.ts";
import { reportFigures } from "./report.ts";
import { pairLabels, passageLabels } from "./treatment/labels.ts";
import { readPassagePairs, readPublishedPairs } from "./treatment/read-pairs.ts";
import { judge, judgePair, overruledFigures, ownAct, passageFigures } from "./treatment/score.ts";
import type { Considered } from "#citator/reading/features.ts";
import { GROUPS } from "#citator/reading/groups.ts";
import { treat } from "#citator/reading/treat.ts";

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
    const { expected, read, act } = judge(pair);
    if (expected !== read)
      console.log(
        `${pair.label.id} ${pair.label.own_act ? "" : "told: "}${pair.label.label}, read ${act}: ${pair.label.cited_name}\n    ${plain(pair.label.quote)}\n${pair.said.map(explain).join("\n")}`,
      );
  }
  for (const pair of published) {
    const { isOverruled, isRead } = judgePair(pair);
    if (isOverruled !== isRead)
      console.log(
        `${pair.label.citing} -> ${pair.label.cited}: ${pair.label.label}, read ${ownAct(pair, true)}\n${pair.said.map(explain).join("\n")}`,
      );
  }
}
reportFigures(
  `treatment-passages-${half}`,
  {
    ...passageFigures(passages.map((pair) => judge(pair))),
    ...overruledFigures(published.map((pair) => judgePair(pair))),
  },
  values.land,
);

/** The features that weighed most, and the chances they lead to. */
function explain(considered: Considered): string {
  const { chances, features, readings } = treat(considered);
  const shown = [...features].map(([name, value]) => `${name} ${value.toFixed(1)}`).join(", ");
  return `    ${GROUPS.map((group) => `${group} ${chances[group].toFixed(2)}`).join(" ")}\n    ${shown}\n    ${readings.map(({ treatment, voice, cue }) => `${treatment} (${voice}; ${cue})`).join(" | ")}`;
}

function plain(words: string): string {
  return words.replace(/\s+/gu, " ").slice(0, 300);
}
