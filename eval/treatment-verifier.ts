import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openRecords } from "#schema/open.ts";
import { assents, chanceOfScore, putWords, scoreOf, wordSigns } from "#citator/verifier/verifier.ts";
import type { Verifier } from "#citator/verifier/verifier.ts";
import { isOutright, VERIFIED } from "#citator/verifier/signs.ts";
import type { Verified } from "#citator/verifier/signs.ts";
import { CORPUS_DIR, importOnce } from "./corpus.ts";
import { foldOf, FOLDS } from "./treatment/folds.ts";
import { learnSigns } from "./treatment/learn-verifier.ts";
import type { Case, Learning } from "./treatment/learn-verifier.ts";
import { readJudged } from "./treatment/proposals.ts";
import type { JudgedOpinion, LabelSet } from "./treatment/proposals.ts";

/**
 * Learns the weights by which the verifier assents to what rules propose, from the building half of all labels:
 * `node eval/treatment-verifier.ts [--db DIR] [--write]`. Prints how chances learned without a fifth of the citing
 * decisions fit that fifth, and what is assented to. The same labels and records give the same bytes everywhere.
 */
const { values } = parseArgs({
  options: {
    db: { type: "string", default: CORPUS_DIR },
    write: { type: "boolean", default: false },
  },
});
const WEIGHTS_FILE = join(import.meta.dirname, "../src/citator/verifier/weights.json");

/** Words near the decision: learned from all that is labelled, proposed or not. */
const WORDS: Learning = { hold: (sign) => (sign.endsWith("bias") ? 0.05 : 1), seen_min: 6, kept_min: 0.12, steps: 200 };
/** Signs of a proposal: the weighing that went before and the words are known to tell much. */
const SIGNS: Learning = {
  hold: (sign) => (sign.endsWith("bias") ? 0.05 : /(?:^| )(?:chance|words|outright)$/u.test(sign) ? 3.6 : 24),
  seen_min: 4,
  kept_min: 0.02,
  steps: 200,
};
/** Of how much worth a label is: published ones leave open what was read. */
const WORTH: Readonly<Record<LabelSet, number>> = {
  proposals: 1,
  passages: 0.7,
  published: 0.5,
  fresh: 0.7,
  called: 0.8,
};

const db = await openRecords({ dataDir: values.db });
await importOnce(db, values.db);
const judged = await readJudged(db, "building");
await db.close();
const folds = Array.from({ length: FOLDS }, (_, fold) => fold);
const isIn = (fold: number, { citing }: { readonly citing: string }): boolean => foldOf(citing) === fold;
/** The score of each opinion's words by weights that were learned without its fold. */
const unseen = Object.fromEntries(
  VERIFIED.map((group) => {
    const scores = new Map<JudgedOpinion, number>();
    for (const fold of folds) {
      const weights = learnWords(
        group,
        judged.filter((one) => !isIn(fold, one)),
      );
      for (const one of judged) if (isIn(fold, one)) scores.set(one, scoreOf(wordSigns(one.grams), weights));
    }
    return [group, scores];
  }),
) as Record<Verified, Map<JudgedOpinion, number>>;
const proposals = judged.flatMap((one) =>
  one.proposals.map(({ group, signs }) => {
    putWords(signs, group, unseen[group].get(one) ?? 0);
    return { from: one.from, group, citing: one.citing, signs, isSo: one.groups.has(group), weight: WORTH[one.from] };
  }),
);
const chances = new Map<(typeof proposals)[number], number>();
for (const fold of folds) {
  const weights = learnSigns(
    proposals.filter((one) => !isIn(fold, one)),
    SIGNS,
  );
  for (const one of proposals) if (isIn(fold, one)) chances.set(one, chanceOfScore(scoreOf(one.signs, weights)));
}
for (const group of VERIFIED) printReliability(group);
const verifier: Verifier = {
  words: { Negative: learnWords("Negative", judged), Caution: learnWords("Caution", judged) },
  signs: learnSigns(proposals, SIGNS),
};
if (values.write) {
  const words = VERIFIED.map((group) => `"${group}": ${table(verifier.words[group])}`).join(",\n");
  writeFileSync(WEIGHTS_FILE, `{\n"words": {\n${words}\n},\n"signs": ${table(verifier.signs)}\n}\n`);
}

function table(weights: Readonly<Record<string, number>>): string {
  const rows = Object.entries(weights).map(([sign, weight]) => `  ${JSON.stringify(sign)}: ${weight}`);
  return `{\n${rows.join(",\n")}\n}`;
}

function learnWords(group: Verified, from: readonly JudgedOpinion[]): Record<string, number> {
  const cases = from.map((one): Case => ({
    citing: one.citing,
    signs: wordSigns(one.grams),
    isSo: one.groups.has(group),
    weight: one.from === "published" ? WORTH.published : 1,
  }));
  return learnSigns(cases, WORDS);
}

/** By tenths of the chance: how many proposals have it, how many of them are so. */
function printReliability(group: Verified): void {
  const of = proposals.filter((one) => one.group === group);
  const rows = Array.from({ length: 10 }, (_, tenth) => {
    const there = of.filter((one) => Math.min(9, Math.floor((chances.get(one) ?? 0) * 10)) === tenth);
    return { from: tenth / 10, proposals: there.length, so: there.filter(({ isSo }) => isSo).length };
  });
  console.log(group);
  console.table(rows);
  for (const from of ["proposals", "all"] as const) {
    const those = from === "all" ? of : of.filter((one) => one.from === from);
    const assented = those.filter((one) => assents(group, chances.get(one) ?? 0, isOutright(one.signs)));
    const right = assented.filter(({ isSo }) => isSo).length;
    const loss = those.reduce(
      (sum, one) => sum - Math.log(one.isSo ? (chances.get(one) ?? 0) : 1 - (chances.get(one) ?? 0)),
      0,
    );
    console.log(
      `${group} of ${from}: ${those.length}, so ${those.filter(({ isSo }) => isSo).length}; assented ${assented.length}, so ${right}; log loss ${(loss / Math.max(1, those.length)).toFixed(3)}`,
    );
  }
}
