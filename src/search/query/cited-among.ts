import { extractCitations } from "#citations/citations.ts";
import type { Span } from "#index/tree.ts";
import { foldTypography } from "#text/typography.ts";
import { typedCitationIn } from "./readers/typed-citation.ts";

/** A text longer than this is pasted: what it cites is not what it asks for. */
const WORDS_MAX = 24;
const CITATIONS_MAX = 6;
/** Words of a citation as people type it: a volume, a reporter of three words at most, a page. */
const TYPED_WORDS_MAX = 5;

export type CitedAmong = {
  /** As typed. */
  readonly citations: readonly string[];
  /** The text with spaces in their places, so that its words stand where they were typed. */
  readonly rest: string;
};

/**
 * Citations of decisions that stand among other words (`Erie 304 US 64 federal common law`), printed ones and such as
 * people type. Undefined where there are none.
 */
export function citedAmong(text: string): CitedAmong | undefined {
  if (!/\d \D+ ?\d|\d[a-z]/iu.test(text) || (text.match(/\S+/gu)?.length ?? 0) > WORDS_MAX) return undefined;
  const folded = foldTypography(text);
  if (folded.length !== text.length) return undefined;
  const printed = extractCitations(folded).flatMap((one): Cited[] =>
    one.kind === "case" ? [{ at: { start: one.span.start, end: one.fullSpan.end }, citation: one.text }] : [],
  );
  const found = [...printed, ...typedIn(folded, printed)]
    .map(({ at, citation }) => ({ at: { start: at.start, end: endOfPages(folded, at.end) }, citation }))
    .toSorted((a, b) => a.at.start - b.at.start);
  if (found.length === 0 || found.length > CITATIONS_MAX) return undefined;
  let rest = text;
  for (const { at } of found) rest = rest.slice(0, at.start) + " ".repeat(at.end - at.start) + rest.slice(at.end);
  return { citations: [...new Set(found.map(({ citation }) => citation))], rest };
}

type Cited = { readonly at: Span; readonly citation: string };

/** Behind further pages of the citation: `113-114`, `113, 116`. */
function endOfPages(text: string, end: number): number {
  const pages = /(?:\s?[-–,]\s?\*?\d{1,5}(?![\w.]))*/uy;
  pages.lastIndex = end;
  return end + (pages.exec(text)?.[0].length ?? 0);
}

/** Runs of words between two numbers that have the shape of a citation, the shortest from each number on. */
function typedIn(text: string, printed: readonly Cited[]): readonly Cited[] {
  const words = [...text.matchAll(/\S+/gu)].map((match) => ({
    text: match[0],
    at: { start: match.index, end: match.index + match[0].length },
  }));
  const found: Cited[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let length = 1; length <= TYPED_WORDS_MAX && from + length <= words.length; length++) {
      const [first, last] = [words[from], words[from + length - 1]];
      if (first === undefined || last === undefined || !/^\d/u.test(first.text)) break;
      const run = text.slice(first.at.start, last.at.end).replace(/[,;.)\]]+$/u, "");
      const reference = /\d$/u.test(run) ? typedCitationIn(run)?.reference : undefined;
      if (reference?.kind !== "citation") continue;
      const at = { start: first.at.start, end: first.at.start + run.length };
      if (printed.every((one) => one.at.end <= at.start || one.at.start >= at.end)) {
        found.push({ at, citation: reference.citation });
      }
      from += length - 1;
      break;
    }
  }
  return found;
}
