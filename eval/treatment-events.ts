import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openRecords } from "#schema/open.ts";
import { isAuthoritative } from "#citator/model.ts";
import { strongest } from "#citator/read-opinion.ts";
import type { Considered } from "#citator/reading/features.ts";
import { groupOf } from "#citator/reading/groups.ts";
import { treat } from "#citator/reading/treat.ts";
import { beliefIn, EVIDENCE, evidenceIn } from "#citator/standing/evidence.ts";
import type { Evidence } from "#citator/standing/evidence.ts";
import { halfOf } from "./brief-check/chance.ts";
import type { Half } from "./brief-check/chance.ts";
import { CORPUS_DIR, importOnce } from "./corpus.ts";
import { reportFigures } from "./report.ts";
import { pairLabels, passageLabels } from "./treatment/labels.ts";
import { readCitedPairs, readPassagePairs, readPublishedPairs } from "./treatment/read-pairs.ts";
import { labelGroup } from "./treatment/score.ts";

/**
 * How far evidence that a decision was ended can be believed, by its kind: of so many that are labelled so many are true,
 * beside what is believed of them. `node eval/treatment-events.ts [--db DIR] [--half building|sealed] [--write] [--land]`.
 * Labels are those of passages and pairs, and `treatment/tellings.tsv`. `--write` keeps the building half's counts as
 * what is believed (`src/citator/standing/reliability.json`); the sealed half is a check of them.
 */
const { values } = parseArgs({
  options: {
    db: { type: "string", default: CORPUS_DIR },
    half: { type: "string", default: "building" },
    write: { type: "boolean", default: false },
    land: { type: "boolean", default: false },
  },
});
const half: Half = values.half === "sealed" ? "sealed" : "building";
if (half === "sealed" && values.write) throw new Error("what is believed is made with the building half");
const RELIABILITY_FILE = join(import.meta.dirname, "../src/citator/standing/reliability.json");

type Judged = { readonly evidence: Evidence; readonly isTrue: boolean };

const db = await openRecords({ dataDir: values.db });
await importOnce(db, values.db);
const judged: Judged[] = [
  ...(await readPassagePairs(db, passageLabels(half))).flatMap(({ label, said }) =>
    // A label is of what the passage does itself, or of what it tells; the other it does not judge.
    evidenceOf(said).flatMap(({ evidence, isOwn }) =>
      isOwn || !label.own_act
        ? [{ evidence, isTrue: labelGroup(label.label) === "Negative" && label.own_act === isOwn }]
        : [],
    ),
  ),
  // Published labels are of what the citing decision does; what it tells of others they do not judge.
  ...(await readPublishedPairs(db, pairLabels(half))).flatMap(({ label, said }) =>
    evidenceOf(said).flatMap(({ evidence, isOwn }) =>
      isOwn || evidence === "account"
        ? [{ evidence, isTrue: label.overruled === "yes" || label.label === "Reversed" }]
        : [],
    ),
  ),
  ...(await readCitedPairs(db, tellings())).flatMap(({ label, said }) =>
    evidenceOf(said).flatMap(({ evidence, isOwn }) => (isOwn ? [] : [{ evidence, isTrue: label.isTrue }])),
  ),
];
await db.close();
if (judged.length === 0) throw new Error(`no labelled evidence is held in ${values.db}`);

const counts = Object.fromEntries(
  EVIDENCE.flatMap((evidence) => {
    const of = judged.filter((one) => one.evidence === evidence);
    return of.length === 0 ? [] : [[evidence, [of.filter(({ isTrue }) => isTrue).length, of.length] as const]];
  }),
);
reportFigures(
  `treatment-events-${half}`,
  Object.fromEntries(
    EVIDENCE.flatMap((evidence) => {
      const [right, of] = counts[evidence] ?? [0, 0];
      return [
        [`${evidence}: judged`, of],
        [`${evidence}: true`, right / Math.max(1, of)],
        [`${evidence}: believed`, beliefIn(evidence, values.write ? counts : undefined)],
      ];
    }),
  ),
  values.land,
);
if (values.write) {
  const rows = Object.entries(counts).map(([evidence, [right, of]]) => `  "${evidence}": [${right}, ${of}]`);
  writeFileSync(RELIABILITY_FILE, `{\n${rows.join(",\n")}\n}\n`);
}

/** What each opinion says by its strongest words, where they say that the decision was ended. */
function evidenceOf(said: readonly Considered[]): { readonly evidence: Evidence; readonly isOwn: boolean }[] {
  return said.flatMap((considered) => {
    const reading = strongest(treat(considered).readings);
    if (reading === undefined || groupOf(reading.treatment) !== "Negative") return [];
    const authoritative = isAuthoritative(reading.voice);
    const evidence = evidenceIn({
      ...reading,
      authoritative,
      chance: authoritative ? Math.round(reading.chance * 100) : null,
      told: reading.by === null ? null : { name: String(reading.by), held: null },
    });
    return evidence === null ? [] : [{ evidence, isOwn: authoritative }];
  });
}

/** Tellings that a person read: did what they are read to tell of happen to the decision they are read to tell it of? */
function tellings(): { readonly citing: string; readonly citedAs: string; readonly isTrue: boolean }[] {
  return readFileSync(join(import.meta.dirname, "treatment/tellings.tsv"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [citing = "", citedAs = "", verdict = ""] = line.split("\t");
      return { citing, citedAs, isTrue: verdict === "true" };
    })
    .filter(({ citing }) => halfOf(citing) === half);
}
