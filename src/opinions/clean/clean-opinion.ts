import type { CleanText } from "../model.ts";
import type { Footnote, PageMarker } from "./emit.ts";
import { emit } from "./emit.ts";
import { orderNotes } from "./notes.ts";
import { readHtml } from "./read-html.ts";
import { readPlain } from "./read-plain.ts";
import type { RawText, TextCandidate } from "./text-columns.ts";
import { candidatesOf } from "./text-columns.ts";

export type CleanOptions = {
  /** Put before every id in the HTML, so that several opinions can stand on one page; letters, digits and hyphens. */
  readonly idPrefix?: string;
};

export type CleanedOpinion = {
  /** Which text column was taken; empty when none held a word. */
  readonly textSource: string;
  readonly text: CleanText;
  readonly markers: readonly PageMarker[];
  readonly footnotes: readonly Footnote[];
};

/**
 * One opinion's text, cleaned: the richest source that holds any words, as safe HTML, as plain text, and the map
 * between them. Pure, and linear in the length of the source.
 */
export function cleanOpinion(raw: RawText, options: CleanOptions = {}): CleanedOpinion {
  const idPrefix = options.idPrefix ?? "";
  for (const candidate of candidatesOf(raw)) {
    const cleaned = clean(candidate, idPrefix);
    if (cleaned.text.text !== "") return cleaned;
  }
  return { textSource: "", ...emit([], { bodyOf: new Map(), referenced: new Set() }, idPrefix) };
}

function clean(candidate: TextCandidate, idPrefix: string): CleanedOpinion {
  const tokens = candidate.markup ? readHtml(candidate.source) : readPlain(candidate.source);
  const ordered = orderNotes(tokens);
  return { textSource: candidate.name, ...emit(ordered.tokens, ordered.links, idPrefix) };
}
