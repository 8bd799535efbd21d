import { bestMatch, Occurrences } from "#index/best-match.ts";
import { excerptAround } from "#index/embedded/match/excerpts.ts";
import type { EngineRequest, Excerpt } from "#index/index.ts";
import type { Sought } from "#index/units.ts";
import type { DocumentCheck } from "./document-check.ts";
import type { Span } from "./spans.ts";

/** The main text of a document: its field, and the gaps between its places in bytes. */
export type MainText = { readonly field: string; readonly places: readonly number[] };

type Found = { readonly unit: number; readonly span: Span; readonly isTyped: boolean };

/** Where a document matches best, and the stretch of its main text around. */
export function excerptIn(
  document: DocumentCheck,
  { field, places: gaps }: MainText,
  units: readonly Sought[],
  wanted: NonNullable<EngineRequest["excerpts"]>,
): Excerpt {
  const found = units.flatMap((sought) => foundOf(document, field, sought));
  const occurrences = new Occurrences();
  // Of those that begin with one word, in the order of the units.
  for (const { unit, span, isTyped } of found.toSorted((a, b) => a.span[0] - b.span[0])) {
    occurrences.add(unit, span[0], span[1], isTyped);
  }
  let place = 0;
  const places = gaps.map((gap) => (place += gap));
  return excerptAround(bestMatch(occurrences), places, wanted);
}

/** A stemmed word's typed form first, then its other forms. */
function foundOf(document: DocumentCheck, field: string, { unit, sense, isAsked }: Sought): readonly Found[] {
  const spans = document.spans(unit, field);
  if (unit.kind !== "term" || unit.exact) return spans.map((span) => ({ unit: sense, span, isTyped: isAsked }));
  const typed = new Set(document.spans({ ...unit, exact: true }, field).map(([start]) => start));
  const isTyped = ([start]: Span): boolean => isAsked && (typed.has(start) || unit.formWeight === 1);
  const marked = spans.map((span) => ({ unit: sense, span, isTyped: isTyped(span) }));
  return marked.toSorted((a, b) => Number(b.isTyped) - Number(a.isTyped));
}
