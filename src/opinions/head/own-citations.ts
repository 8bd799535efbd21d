import { citationKey } from "#citations/citation-key.ts";
import { headCitations } from "../derive/head-citations.ts";
import type { ParallelCitation } from "../model.ts";
import { parallelCitation } from "../parallel-citation.ts";
import type { HeadLine } from "./head-lines.ts";

export type PrintedCitation = { readonly citation: ParallelCitation; readonly start: number; readonly end: number };

/** The decision's own citations, as the edition prints them above its text. */
export function ownCitations(lines: readonly HeadLine[]): PrintedCitation[] {
  const printed = headCitations(lines.map(({ text }) => text));
  return printed.flatMap((citation) => {
    const line = lines.find(({ text }) => text.startsWith(citation.citedAs));
    return line === undefined ? [] : [{ citation, start: line.start, end: line.start + citation.citedAs.length }];
  });
}

/**
 * Those of the printed citations that a record lacks and may take: one that names another page of a book the record
 * cites already is the misprint of one of the two, and nobody knows of which.
 */
export function missingCitations(
  held: readonly ParallelCitation[],
  printed: readonly ParallelCitation[],
): { readonly missing: readonly ParallelCitation[]; readonly doubtful: readonly ParallelCitation[] } {
  const keys = new Set(held.map(({ citedAs }) => citationKey(citedAs)));
  const series = new Set(held.map(({ reporter }) => citationKey(reporter)));
  const missing: ParallelCitation[] = [];
  const doubtful: ParallelCitation[] = [];
  for (const citation of printed) {
    const key = citationKey(citation.citedAs);
    if (keys.has(key)) continue;
    keys.add(key);
    (series.has(citationKey(citation.reporter)) ? doubtful : missing).push(citation);
  }
  return { missing, doubtful };
}

/** The citation an opinion's page markers follow, taken apart. */
export function citationOfPages(citedAs: string | null): ParallelCitation[] {
  const citation = citedAs === null ? undefined : parallelCitation(citedAs);
  return citation === undefined ? [] : [citation];
}
