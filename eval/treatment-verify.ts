import { parseArgs } from "node:util";
import { openRecords } from "#schema/open.ts";
import { strongest } from "#citator/read-opinion.ts";
import { groupOf, GROUPS } from "#citator/reading/groups.ts";
import type { Group } from "#citator/reading/groups.ts";
import { treat } from "#citator/reading/treat.ts";
import { VERIFIED } from "#citator/verifier/signs.ts";
import type { Half } from "./brief-check/chance.ts";
import { CORPUS_DIR, importOnce } from "./corpus.ts";
import { reportFigures } from "./report.ts";
import { proposalLabels } from "./treatment/labels.ts";
import { readProposalPairs } from "./treatment/read-pairs.ts";
import { labelGroup } from "./treatment/score.ts";

/**
 * What the citator shows as Negative or Caution beside what a person read there, on proposals that were drawn over all
 * treatments: `node eval/treatment-verify.ts [--db DIR] [--half building|sealed] [--land]`. The verifier is learned from
 * the building half, which `treatment-verifier.ts` judges without what it shows; the sealed half is the measure. A label
 * that a careful lawyer could also give counts as right; recall is of labels that are this group, or were read as it.
 * `chance FROM` is how many of those shown with such a chance are so.
 */
const { values } = parseArgs({
  options: {
    db: { type: "string", default: CORPUS_DIR },
    half: { type: "string", default: "sealed" },
    land: { type: "boolean", default: false },
  },
});
const half: Half = values.half === "building" ? "building" : "sealed";
const BANDS = [0.5, 0.7, 0.8, 0.9, 0.95] as const;

const db = await openRecords({ dataDir: values.db });
await importOnce(db, values.db);
const pairs = await readProposalPairs(db, proposalLabels(half));
await db.close();
if (pairs.length === 0) throw new Error(`no judged proposal is held in ${values.db}`);

const judged = pairs.flatMap(({ label, said }) =>
  said.slice(0, 1).map((considered) => {
    const reading = strongest(treat(considered).readings);
    const isCourts = reading?.voice === "court";
    const read: Group = isCourts ? groupOf(reading.treatment) : "Cited";
    const others = label.label === "Cited" ? label.also_acceptable : [];
    const labels = label.own_act ? [label.label, ...label.also_acceptable] : (["Cited", ...others] as const);
    const right = [...new Set(labels.map((one) => labelGroup(one)))];
    return { read, right, chance: isCourts ? reading.chance : 0 };
  }),
);
const share = (some: readonly unknown[], all: readonly unknown[]): number => some.length / Math.max(1, all.length);
reportFigures(
  `treatment-verify-${half}`,
  {
    proposals: judged.length,
    "right group": share(
      judged.filter(({ read, right }) => right.includes(read)),
      judged,
    ),
    ...Object.fromEntries(
      GROUPS.filter((group) => VERIFIED.some((one) => one === group)).flatMap((group) => {
        const shown = judged.filter(({ read }) => read === group);
        const so = shown.filter(({ right }) => right.includes(group));
        const wanted = judged.filter(({ right }) => right[0] === group);
        const found = wanted.filter(({ read }) => read === group);
        return [
          [`${group} shown`, shown.length],
          [`${group} precision`, share(so, shown)],
          [`${group} wanted`, wanted.length],
          [`${group} recall`, share(found, wanted)],
        ];
      }),
    ),
    ...Object.fromEntries(
      BANDS.flatMap((from, at) => {
        const there = judged.filter(
          ({ read, chance }) =>
            VERIFIED.some((one) => one === read) && chance >= from && chance < (BANDS[at + 1] ?? Infinity),
        );
        return [
          [`chance ${from}: shown`, there.length],
          [
            `chance ${from}: so`,
            share(
              there.filter(({ read, right }) => right.includes(read)),
              there,
            ),
          ],
        ];
      }),
    ),
  },
  values.land,
);
