import type { ParallelCitation } from "../model.ts";

const CITATION_LINE =
  /^(\d{1,4}) ([A-Z][\p{L}.'\u2019]*(?:(?:\s[\p{L}\d.'\u2019]+){0,4}|\d[\p{L}\d.'\u2019]*(?:\s[\p{L}\d.'\u2019]+){0,3})\s?) (\d{1,5})(?: \((?:[\p{L}.]+ ){0,2}\d{4}\))?$/u;
const LINES_MAX = 8;
/** Lines that stand among the citations at the top of a page and are none. */
const PASSED_OVER = /^(?:NOTICE|UNPUBLISHED|\[)/u;

/**
 * The citations an edition prints above its text, each on a line of its own (`611 F.3d 79 (2010)`): they name the
 * book whose pages it marks even where a source's record has none.
 */
export function headCitations(lines: readonly string[]): ParallelCitation[] {
  const found: ParallelCitation[] = [];
  for (const line of lines.slice(0, LINES_MAX)) {
    const [, volume, reporter, page] = CITATION_LINE.exec(line) ?? [];
    if (volume !== undefined && reporter !== undefined && page !== undefined && reporter.includes(".")) {
      found.push({ volume, reporter, page, citedAs: `${volume} ${reporter} ${page}` });
    } else if (!PASSED_OVER.test(line)) {
      return found;
    }
  }
  return found;
}
