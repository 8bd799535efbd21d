import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openRecords } from "#schema/open.ts";
import { isAuthoritative } from "#citator/model.ts";
import { strongest } from "#citator/read-opinion.ts";
import type { Considered } from "#citator/reading/features.ts";
import { groupOf } from "#citator/reading/groups.ts";
import { treatmentWeights } from "#citator/reading/model-weights.ts";
import type { Weights } from "#citator/reading/model-weights.ts";
import { treat } from "#citator/reading/treat.ts";
import { beliefIn, EVIDENCE, evidenceIn } from "#citator/standing/evidence.ts";
import type { Evidence } from "#citator/standing/evidence.ts";
import type { Half } from "./brief-check/chance.ts";
import { CORPUS_DIR, importOnce } from "./corpus.ts";
import { reportFigures } from "./report.ts";
import { exampleOfFresh, exampleOfPassage, exampleOfPublished } from "./treatment/examples.ts";
import { weightsWithout } from "./treatment/folds.ts";
import { freshLabels, pairLabels, passageLabels, tellingLabels } from "./treatment/labels.ts";
import { readCitedPairs, readPassagePairs, readPublishedPairs } from "./treatment/read-pairs.ts";
import { labelGroup } from "./treatment/score.ts";

/**
 * How far evidence that a decision was ended can be believed, by its kind: of so many that are labelled so many are true,
 * beside what is believed of them. `node eval/treatment-events.ts [--db DIR] [--half building|sealed] [--write] [--land]`.
 * Labels are those of passages and pairs, of the third blind reading, and `treatment/tellings.tsv`; a decision's own words of
 * the building half are weighed by what was learned without it. `--write` keeps the building half's counts as
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
const passages = await readPassagePairs(db, passageLabels(half));
const published = await readPublishedPairs(db, pairLabels(half));
const fresh = await readCitedPairs(db, freshLabels(half));
const told = tellingLabels(half);
const tellings = await readCitedPairs(db, told);
await db.close();
const isBuilding = half === "building";
const without = weightsWithout(
  isBuilding
    ? [
        ...passages.flatMap(exampleOfPassage),
        ...published.flatMap(exampleOfPublished),
        ...fresh.flatMap(exampleOfFresh),
      ]
    : [],
);
/** What was learned from a decision's own label tells nothing of how sure others are read. */
const weightsFor = (citing: string): Weights => (isBuilding ? without(citing) : treatmentWeights());
const judged: Judged[] = [
  ...passages.flatMap(({ label, said }) =>
    // A label is of what the passage does itself, or of what it tells; the other it does not judge.
    evidenceOf(said, weightsFor(label.citing)).flatMap(({ evidence, isOwn }) =>
      isOwn || (!label.own_act && !isBuilding)
        ? [{ evidence, isTrue: labelGroup(label.label) === "Negative" && label.own_act === isOwn }]
        : [],
    ),
  ),
  // Published labels are of what the citing decision does; what it tells of others they do not judge.
  ...published.flatMap(({ label, said }) =>
    evidenceOf(said, weightsFor(label.citing)).flatMap(({ evidence, isOwn }) =>
      isOwn || evidence === "account"
        ? [{ evidence, isTrue: label.overruled === "yes" || label.label === "Reversed" }]
        : [],
    ),
  ),
  ...fresh.flatMap(({ label, said }) =>
    evidenceOf(said, weightsFor(label.citing)).flatMap(({ evidence, isOwn }) =>
      isOwn ? [{ evidence, isTrue: label.groups.includes("Negative") }] : [],
    ),
  ),
  // Rules were made until the tellings of the building half were read right: of those that were drawn since it counts as
  // what they were drawn. Of accounts too few were.
  ...(isBuilding ? told : []).flatMap(({ drawnAs, isTrue }) =>
    EVIDENCE.flatMap((evidence) => (evidence === drawnAs ? [{ evidence, isTrue }] : [])),
  ),
  ...tellings.flatMap(({ label, said }) =>
    evidenceOf(said, weightsFor(label.citing)).flatMap(({ evidence, isOwn }) =>
      isOwn || (isBuilding && (evidence !== "account" || label.drawnAs !== undefined))
        ? []
        : [{ evidence, isTrue: label.isTrue }],
    ),
  ),
];
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
function evidenceOf(
  said: readonly Considered[],
  weights: Weights,
): { readonly evidence: Evidence; readonly isOwn: boolean }[] {
  return said.flatMap((considered) => {
    const reading = strongest(treat(considered, weights).readings);
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
