import type { ReportedToken } from "./scan.ts";
import { NO_ENTRY } from "./tables.ts";
import type { Edition, Entry } from "./tables.ts";
import { foldReporter } from "./trie.ts";

const VENDOR_CHARS_MAX = 90;
const VENDOR_SERIES =
  /^\s{1,3}((?:[A-Z][\w.'&]{0,14}\s{1,3}){0,7}(?:LEXIS|Lexis|V[Ll]EX|v[Ll]ex|WESTLAW|Westlaw|C[Aa][Ss][Ee][Tt][Ee][Xx][Tt]|F[Aa][Ss][Tt][Cc][Aa][Ss][Ee]))\s{1,3}(?:at\s\*?|No\.\s)?(\d(?:[\d,]{0,9}\d)?)(?!\w)/u;

/** A vendor's series of numbers, as printed. */
export function vendorEntry(printed: string): Entry {
  const reporter = { kind: "vendor", name: printed, court: null } as const;
  const edition: Edition = {
    source: "case",
    abbreviation: printed,
    reporter,
    firstYear: null,
    lastYear: null,
    forms: new Set(),
  };
  return { ...NO_ENTRY, key: foldReporter(printed), editions: [edition] };
}

const YEAR_DIGITS = 4;

/** `2020 Guam Super. LEXIS 12`: a vendor's number, whatever court it counts. */
export function vendorToken(text: string, at: number, numberEnd: number): ReportedToken | undefined {
  if (numberEnd - at !== YEAR_DIGITS || !/^(?:19|20)\d\d$/u.test(text.slice(at, numberEnd))) return undefined;
  const match = VENDOR_SERIES.exec(text.slice(numberEnd, numberEnd + VENDOR_CHARS_MAX));
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  const end = numberEnd + match[0].length;
  const reporterStart = numberEnd + match[0].indexOf(match[1]);
  return {
    type: "reported",
    start: at,
    end,
    volume: text.slice(at, numberEnd),
    reporterStart,
    reporterEnd: reporterStart + match[1].length,
    entry: vendorEntry(match[1].replace(/\s+/gu, " ")),
    page: { start: end - match[2].length, end, value: match[2] },
    short: /\sat\s/u.test(match[0]),
    nominative: null,
    dashed: false,
    dateFiled: null,
  };
}

const VENDORS: readonly (readonly [series: RegExp, vendor: string])[] = [
  [/^(?:WL|WESTLAW)$/iu, "Westlaw"],
  [/LEXIS$/iu, "Lexis"],
  [/^(?:BL|Bloomberg Law)$/iu, "Bloomberg Law"],
  [/VLEX$/iu, "vLex"],
  [/CASETEXT$/iu, "Casetext"],
  [/FASTCASE$/iu, "Fastcase"],
];

/** Whose number it is: `Lexis` of `Tex. App. LEXIS`; the series itself where it has no vendor's name. */
export function vendorOf(series: string): string {
  return VENDORS.find(([name]) => name.test(series))?.[1] ?? series;
}
