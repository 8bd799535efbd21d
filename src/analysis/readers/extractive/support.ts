import type { Asked } from "./question.ts";
import type { Passage } from "./select.ts";
import type { Stock } from "./stock.ts";
import { stemKeyOf } from "#text/stem.ts";
import { tokenize } from "#text/tokenize.ts";
import { hasOf } from "./wanted.ts";
import type { Want } from "./wanted.ts";

/** Wants that are met by words of one kind only: without them a passage is no answer. */
const STRICT: readonly Want[] = ["amount", "count", "period", "date"];
/** What of the asked words, by weight, a passage or two must have. */
const COVERAGE_MIN = 0.3;

/** Whether the passages that were found answer a part of the question, as far as words can tell. */
export function isSupported(asked: Asked, stock: Stock, passages: readonly Passage[]): boolean {
  const weigh = asked.terms.map((term) => ({ term, weight: term.weight * stock.weightOf(term.stem) }));
  const whole = weigh.reduce((sum, { weight }) => sum + weight, 0);
  if (whole === 0) return passages.length > 0;
  return passages.some(({ unit, start, end }) => {
    const text = unit.part.text.slice(start, end);
    const stems = new Set(tokenize(text).map((token) => stemKeyOf(token.text)));
    const has = hasOf(text);
    if (STRICT.some((want) => asked.wanted.has(want) && !has.has(want))) return false;
    const found = weigh.reduce((sum, { term, weight }) => {
      if (stems.has(term.stem)) return sum + weight;
      return [...term.related].some((one) => stems.has(one)) ? sum + weight * 0.7 : sum;
    }, 0);
    return found / whole >= COVERAGE_MIN;
  });
}
