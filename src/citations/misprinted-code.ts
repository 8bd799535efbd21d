import { readLaw } from "./law-tail.ts";
import type { LawToken } from "./law-tail.ts";
import type { ReportedToken } from "./scan.ts";
import { tables } from "./tables.ts";
import { foldReporter } from "./trie.ts";

const TITLES_MAX = 54;
const SUBSECTION = /^\((?:[a-z]{1,2}|[A-Z]|\d{1,2})\)|^\s\([a-z]\)\(/u;

/** Whether `U.S.`, the reports of the Supreme Court, stands where a code does. */
export function isMisprintOfCode(printed: string): boolean {
  return foldReporter(printed) === "US";
}

/** `11 U.S. 329(a)`: no page has a subsection, so that a title of the Code is meant. */
export function misprintedCode(text: string, token: ReportedToken): LawToken | undefined {
  const { start, end, volume, reporterStart, reporterEnd, short } = token;
  const title = Number(volume);
  if (short || volume === null || !(title >= 1 && title <= TITLES_MAX)) return undefined;
  if (!isMisprintOfCode(text.slice(reporterStart, reporterEnd)) || !SUBSECTION.test(text.slice(end, end + 5)))
    return undefined;
  const [code] = tables().byKey.get(foldReporter("U.S.C."))?.laws ?? [];
  const head = { at: start, lead: volume, from: reporterStart, end: reporterEnd };
  return code === undefined ? undefined : readLaw(text, head, code);
}
