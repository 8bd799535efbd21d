import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stemsIn } from "#text/word-stems.ts";
import type { Asked } from "./question.ts";
import { bestOf } from "./ranking.ts";
import type { Ranking } from "./ranking.ts";
import { sentenceDirection } from "./company.ts";
import type { Passage } from "./select.ts";
import type { Stock } from "./stock.ts";
import { has } from "./wanted.ts";
import type { Want } from "./wanted.ts";
import { directionOf, dot, likeness } from "./word-vectors.ts";

/** What is found of a part of a question in the passages that were chosen for it; each is about 0 to 1. */
export const SUPPORT_FEATURES = [
  "bias",
  "coverage",
  "company",
  "companyAll",
  "unknownWords",
  "unknownCompany",
  "focusMet",
  "focusWithWanted",
  "wantedMet",
  "isFactual",
  "factualUnmet",
  "factualCompany",
  "isDiscursive",
  "discursiveCompany",
  "names",
  "terms",
  "best",
  "standsOut",
  "cosine",
] as const;
export type SupportFeature = (typeof SUPPORT_FEATURES)[number];
export type SupportWeights = Readonly<Record<SupportFeature, number>>;

/** Made with the weights of the ranking: see `ranking.ts`. */
export const SUPPORT_WEIGHTS: SupportWeights = JSON.parse(
  readFileSync(join(import.meta.dirname, "support-weights.json"), "utf8"),
) as SupportWeights;

/** Questions that one word of a kind answers: without it a passage is no answer. */
const FACTUAL: readonly Want[] = ["amount", "count", "period", "date", "person"];
/** Questions that prose answers. */
const DISCURSIVE: readonly Want[] = [
  "reason",
  "holding",
  "standard",
  "exception",
  "definition",
  "authority",
  "disposition",
];

/** Whether the passages answer a part of the question, as far as words can tell. */
export function isSupported(
  asked: Asked,
  stock: Stock,
  ranking: Ranking,
  passages: readonly Passage[],
  weights: SupportWeights = SUPPORT_WEIGHTS,
): boolean {
  if (passages.length === 0) return false;
  const row = supportFeatures(asked, stock, ranking, passages);
  return row.reduce((sum, value, at) => sum + value * (weights[SUPPORT_FEATURES[at] ?? "bias"] ?? 0), 0) > 0;
}

/** Words of the hand-made table are not asked: those of like company are, which know nothing of any question. */
export function supportFeatures(asked: Asked, stock: Stock, ranking: Ranking, passages: readonly Passage[]): number[] {
  const terms = asked.terms.map((term) => ({ ...term, value: term.weight * stock.weightOf(term.stem) }));
  const focus = terms.filter(({ isFocus }) => isFocus);
  const factual = FACTUAL.filter((want) => asked.wanted.has(want));
  const seen = passages.map(({ unit, start, end }) => {
    const text = unit.part.text.slice(start, end);
    const stems = new Set(stemsIn(text));
    const met = terms.map(({ stem }) => bestLikeness(stem, stems));
    const wantedMet = factual.length === 0 ? 1 : factual.filter((want) => has(text, want)).length / factual.length;
    const focusMet = focus.length === 0 ? 1 : mean(terms.flatMap(({ isFocus }, at) => (isFocus ? [met[at] ?? 0] : [])));
    return {
      direct: shareOf(terms, (at) => (met[at] === 1 ? 1 : 0)),
      company: shareOf(terms, (at) => met[at] ?? 0),
      met,
      focusMet,
      wantedMet,
      cosine: cosineTo(terms, stems, stock),
    };
  });
  const most = (of: (one: (typeof seen)[number]) => number): number => Math.max(0, ...seen.map(of));
  const company = most((one) => one.company);
  const isFactual = factual.length > 0;
  const isDiscursive = DISCURSIVE.some((want) => asked.wanted.has(want));
  const names = terms.flatMap(({ isName }, at) =>
    isName ? [Math.max(0, ...seen.map(({ met }) => met[at] ?? 0))] : [],
  );
  const everywhere = terms.map(({ stem }) => (stock.has(stem) ? 1 : bestLikeness(stem, stock.stems)));
  return [
    1,
    most((one) => one.direct),
    company,
    shareOf(terms, (at) => Math.max(0, ...seen.map(({ met }) => met[at] ?? 0))),
    shareOf(terms, (at) => (everywhere[at] === 1 ? 0 : 1)),
    shareOf(terms, (at) => 1 - (everywhere[at] ?? 0)),
    most((one) => one.focusMet),
    most((one) => one.focusMet * one.wantedMet),
    most((one) => one.wantedMet),
    isFactual ? 1 : 0,
    isFactual ? 1 - most((one) => one.wantedMet * one.company) : 0,
    isFactual ? most((one) => one.wantedMet * one.company) : 0,
    isDiscursive ? 1 : 0,
    isDiscursive ? company : 0,
    names.length === 0 ? 0 : mean(names),
    Math.min(1, terms.length / 10),
    Math.tanh(Math.max(0, bestOf(ranking)) / 10),
    standsOut(ranking),
    most((one) => one.cosine),
  ];
}

function bestLikeness(stem: string, stems: ReadonlySet<string>): number {
  if (stems.has(stem)) return 1;
  let best = 0;
  for (const other of stems) best = Math.max(best, likeness(stem, other));
  return Math.min(best, 0.95);
}

function shareOf(terms: readonly { readonly value: number }[], of: (at: number) => number): number {
  const whole = terms.reduce((sum, { value }) => sum + value, 0) || 1;
  return terms.reduce((sum, { value }, at) => sum + value * of(at), 0) / whole;
}

function cosineTo(
  terms: readonly { readonly stem: string; readonly value: number }[],
  stems: ReadonlySet<string>,
  stock: Stock,
): number {
  const asked = directionOf(terms.map(({ stem, value }) => [stem, value] as const));
  const said = sentenceDirection(stems, stock.weightOf);
  return asked === undefined || said === undefined ? 0 : dot(asked, said);
}

/** How far the best sentence is ahead of the usual one, in deviations. */
function standsOut(ranking: Ranking): number {
  const middle = mean(ranking);
  const deviation = Math.sqrt(mean(ranking.map((value) => (value - middle) ** 2))) || 1;
  return (bestOf(ranking) - middle) / deviation / 5;
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
