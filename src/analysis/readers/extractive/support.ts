import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stemKeyOf } from "#text/stem.ts";
import { tokenize } from "#text/tokenize.ts";
import type { Asked } from "./question.ts";
import type { Passage } from "./select.ts";
import type { Stock } from "./stock.ts";
import { has } from "./wanted.ts";
import type { Want } from "./wanted.ts";

/** What is found of a part of a question in the passages that were chosen for it; each is about 0 to 1. */
export const SUPPORT_FEATURES = [
  "bias",
  "coverage",
  "coverageDirect",
  "coverageAll",
  "unknownWords",
  "focusFound",
  "focusWithWanted",
  "focusUnknown",
  "wantedMet",
  "isFactual",
  "factualUnmet",
  "factualCoverage",
  "isDiscursive",
  "discursiveCoverage",
  "names",
  "terms",
  "best",
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
const RELATED_SHARE = 0.7;

/** Whether the passages answer a part of the question, as far as words can tell. */
export function isSupported(
  asked: Asked,
  stock: Stock,
  passages: readonly Passage[],
  weights: SupportWeights = SUPPORT_WEIGHTS,
): boolean {
  if (passages.length === 0) return false;
  const row = supportFeatures(asked, stock, passages);
  return row.reduce((sum, value, at) => sum + value * (weights[SUPPORT_FEATURES[at] ?? "bias"] ?? 0), 0) > 0;
}

export function supportFeatures(asked: Asked, stock: Stock, passages: readonly Passage[]): number[] {
  const terms = asked.terms.map((term) => ({ ...term, value: term.weight * stock.weightOf(term.stem) }));
  const whole = terms.reduce((sum, { value }) => sum + value, 0) || 1;
  const focus = terms.filter(({ isFocus }) => isFocus);
  const factual = FACTUAL.filter((want) => asked.wanted.has(want));
  const seen = passages.map(({ unit, start, end }) => {
    const text = unit.part.text.slice(start, end);
    const stems = new Set(tokenize(text).map((token) => stemKeyOf(token.text)));
    const found = (share: number): number =>
      terms.reduce((sum, term) => {
        if (stems.has(term.stem)) return sum + term.value;
        return [...term.related].some((one) => stems.has(one)) ? sum + term.value * share : sum;
      }, 0) / whole;
    const focusFound = focus.filter((term) => stems.has(term.stem) || [...term.related].some((one) => stems.has(one)));
    const met = factual.filter((want) => has(text, want)).length;
    const wantedMet = factual.length === 0 ? 1 : met / factual.length;
    const focusShare = focus.length === 0 ? 1 : focusFound.length / focus.length;
    return {
      coverage: found(RELATED_SHARE),
      direct: found(0),
      stems,
      focusShare,
      wantedMet,
      both: focusShare * wantedMet,
    };
  });
  const most = (of: (one: (typeof seen)[number]) => number): number => Math.max(0, ...seen.map(of));
  const all = new Set(seen.flatMap(({ stems }) => [...stems]));
  const unknown = (term: (typeof terms)[number]): boolean =>
    !stock.has(term.stem) && ![...term.related].some((one) => stock.has(one));
  const coverage = most((one) => one.coverage);
  const isFactual = factual.length > 0;
  const isDiscursive = DISCURSIVE.some((want) => asked.wanted.has(want));
  const names = terms.filter(({ isName }) => isName);
  return [
    1,
    coverage,
    most((one) => one.direct),
    terms.reduce(
      (sum, term) => (all.has(term.stem) || [...term.related].some((one) => all.has(one)) ? sum + term.value : sum),
      0,
    ) / whole,
    terms.reduce((sum, term) => (unknown(term) ? sum + term.value : sum), 0) / whole,
    most((one) => one.focusShare),
    most((one) => one.both),
    focus.length === 0 ? 0 : focus.filter(unknown).length / focus.length,
    most((one) => one.wantedMet),
    isFactual ? 1 : 0,
    isFactual ? 1 - most((one) => one.wantedMet * one.coverage) : 0,
    isFactual ? most((one) => (one.wantedMet === 1 ? one.coverage : 0)) : 0,
    isDiscursive ? 1 : 0,
    isDiscursive ? coverage : 0,
    names.length === 0 ? 0 : names.filter(({ stem }) => all.has(stem)).length / names.length,
    Math.min(1, terms.length / 10),
    Math.tanh(Math.max(0, ...passages.map(({ value }) => value)) / 10),
  ];
}
