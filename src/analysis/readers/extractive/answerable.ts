import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Asked, Term } from "./question.ts";
import type { Ranking } from "./ranking.ts";
import type { Passage } from "./select.ts";
import type { Stock } from "./stock.ts";
import { SUPPORT_FEATURES, supportFeatures } from "./support.ts";
import { likeness, rarityOf } from "./word-vectors.ts";

/** What is found of a part of a question in an opinion; each is about 0 to 1. */
export const ANSWERABLE_FEATURES = [
  ...SUPPORT_FEATURES,
  "absent",
  "rareAbsent",
  "unknownAbsent",
  "nameAbsent",
  "bestCovers",
  "bestThreeCover",
  "opinionCovers",
  "rarestMet",
  "ahead",
  "twoRarestMet",
  "bestCoversAlike",
] as const;
export type AnswerableFeature = (typeof ANSWERABLE_FEATURES)[number];
type AnswerableWeights = Readonly<Record<AnswerableFeature, number>>;

/**
 * Two linear models by `node eval/analysis-weights.ts --write`: `near` knows questions that the opinion comes near and
 * leaves open, `foreign` also those of other opinions. Values below the bars are no answer.
 */
export type Answerable = Readonly<
  Record<"near" | "foreign", { readonly bar: number; readonly weights: AnswerableWeights }>
>;

export const ANSWERABLE: Answerable = JSON.parse(
  readFileSync(join(import.meta.dirname, "answerable.json"), "utf8"),
) as Answerable;

/** `answered`; `open`: passages come near and do not answer; `foreign`: the opinion does not speak of it. */
export type Answered = "answered" | "open" | "foreign";

export function answeredOf(
  asked: Asked,
  stock: Stock,
  ranking: Ranking,
  passages: readonly Passage[],
  { near, foreign }: Answerable = ANSWERABLE,
): Answered {
  if (passages.length === 0) return "foreign";
  const row = answerableFeatures(asked, stock, ranking, passages);
  if (valueOf(row, foreign.weights) < foreign.bar) return "foreign";
  return valueOf(row, near.weights) < near.bar ? "open" : "answered";
}

export function valueOf(row: readonly number[], weights: AnswerableWeights): number {
  return row.reduce((sum, value, at) => sum + value * (weights[ANSWERABLE_FEATURES[at] ?? "bias"] ?? 0), 0);
}

type Weighed = Term & { readonly rarity: number };

const BEST_LOOKED_AT = 5;
/** Words rarer than this tell what a question is about. */
const RARE = 0.65;
const RELATED_SHARE = 0.6;

export function answerableFeatures(
  asked: Asked,
  stock: Stock,
  ranking: Ranking,
  passages: readonly Passage[],
): number[] {
  const terms = asked.terms
    .filter(({ weight }) => weight === 1)
    .map((term): Weighed => ({ ...term, rarity: rarityOf(term.stem) }));
  const whole = terms.reduce((sum, { rarity }) => sum + rarity, 0) || 1;
  const share = (met: (term: Weighed) => number): number =>
    terms.reduce((sum, term) => sum + term.rarity * met(term), 0) / whole;
  const best = [...ranking.keys()].toSorted((one, other) => (ranking[other] ?? 0) - (ranking[one] ?? 0));
  const top = best.slice(0, BEST_LOOKED_AT);
  const absent = terms.filter(({ stem, related }) => !stock.has(stem) && ![...related].some((one) => stock.has(one)));
  const names = terms.filter(({ isName }) => isName);
  const [rarest, second] = terms.toSorted((one, other) => other.rarity - one.rarity);
  const metAmongBest = (term: Weighed | undefined): number =>
    term === undefined ? 1 : most(top, (at) => metIn(stock, at, term));
  const value = (at: number): number => ranking[best[at] ?? -1] ?? 0;
  return [
    ...supportFeatures(asked, stock, ranking, passages),
    terms.length === 0 ? 0 : absent.length / terms.length,
    Math.min(1, absent.filter(({ rarity }) => rarity > RARE).length / 3),
    Math.min(1, absent.filter(({ rarity }) => rarity >= 1).length / 2),
    names.length === 0 ? 0 : names.filter(({ stem }) => !stock.has(stem)).length / names.length,
    most(top, (at) => share((term) => metIn(stock, at, term))),
    most(top, (at) =>
      share((term) => Math.max(metIn(stock, at - 1, term), metIn(stock, at, term), metIn(stock, at + 1, term))),
    ),
    share(({ stem, related }) =>
      stock.has(stem) ? 1 : [...related].some((one) => stock.has(one)) ? RELATED_SHARE : 0,
    ),
    metAmongBest(rarest),
    Math.tanh((value(0) - value(9)) / 5),
    (metAmongBest(rarest) + metAmongBest(second)) / 2,
    most(top.slice(0, 3), (at) => share((term) => alikeIn(stock, at, term))),
  ];
}

function most(sentences: readonly number[], of: (at: number) => number): number {
  return Math.max(0, ...sentences.map(of));
}

function metIn(stock: Stock, at: number, { stem, related }: Term): number {
  const counts = stock.counts[at];
  if (counts === undefined) return 0;
  if (counts.has(stem)) return 1;
  for (const other of related) if (counts.has(other)) return RELATED_SHARE;
  return 0;
}

function alikeIn(stock: Stock, at: number, { stem }: Term): number {
  const counts = stock.counts[at];
  if (counts === undefined) return 0;
  if (counts.has(stem)) return 1;
  let best = 0;
  for (const other of counts.keys()) best = Math.max(best, likeness(stem, other));
  return best;
}
