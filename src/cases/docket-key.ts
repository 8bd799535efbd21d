/** Words before the number that say only that a number follows. */
const LEAD =
  /^(?:(?:(?:case|cause|docket|dkt|file|civil action|civ\. ?a|c\. ?a|criminal (?:action|case)|misc|appeal|record|numbers?|nos?)\b|#)[\s.:]*)+(?=\S*\d)/u;

/** Courts list dozens of numbers in one case; the first one is within this many characters. */
const CHARS_MAX = 400;

/** Several cases decided together: the first number stands for them. */
const LIST = /\s*(?:[;,]|\band\b|&|\bconsolidated\b)\s*/u;

/**
 * A number that says year, kind of case and serial, as federal trial courts and many state courts write it:
 * an office before it (`1:`), initials of judges or a defendant's number after it, in any number.
 */
const YEAR_KIND_SERIAL =
  /^(?:\d{1,2}:)?(\d{4}|\d{2})[\s-]*([a-z]{1,6})[\s.-]*(\d+)(?:[\s-]*\([a-z0-9]{1,5}\)|[\s-]+[a-z0-9]{1,5}(?:\/[a-z]{1,5})*)*$/u;

/** One kind of case under several spellings. */
const KIND: Record<string, string> = { civ: "cv", civil: "cv", crim: "cr", misc: "mc", bankr: "bk", adv: "ap" };

/**
 * Year and serial, as courts of appeals number: `19-1234`, the Federal Circuit's `2019-1234`, the Second Circuit's
 * `05-4210-cr(L)` with the kind of case and the leading case after it.
 */
const YEAR_SERIAL = /^(?:19|20)?(\d{2})-(\d+)(?:-[a-z]{1,3})?(?: ?\([a-z]{1,4}\))*$/u;

/**
 * What the spellings of one docket number share, to be compared together with the court:
 * `1:19-cv-01234-ABC`, `19-cv-1234` and `2019cv01234` become `19cv1234`; `No. 92-0190` becomes `92-190`.
 * Null when there is nothing to compare. A year keeps two digits, so 1919 and 2019 are told apart by date only.
 */
export function docketKey(docketNumber: string | null | undefined): string | null {
  const number = (docketNumber ?? "")
    .slice(0, CHARS_MAX)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/gu, "-")
    .replace(/\s+/gu, " ")
    .trim()
    .replace(LEAD, "")
    .split(LIST)
    .find((part) => /\d/u.test(part))
    ?.replace(/[\s.:]+$/u, "");
  if (number === undefined) return null;
  const [, year, kind, serial] = YEAR_KIND_SERIAL.exec(number.trim()) ?? [];
  if (year !== undefined && kind !== undefined && serial !== undefined) {
    return `${year.slice(-2)}${KIND[kind] ?? kind}${withoutZeros(serial)}`;
  }
  const shortYear = number.replace(YEAR_SERIAL, "$1-$2");
  const parts = shortYear.match(/[a-z]+|\d+/gu);
  return parts === null ? null : parts.map(withoutZeros).join("-");
}

function withoutZeros(part: string): string {
  return part.replace(/^0+(?=\d)/u, "");
}
