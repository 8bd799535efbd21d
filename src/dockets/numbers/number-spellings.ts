import { systemClock } from "#base/clock.ts";
import { docketKey } from "#cases/docket-key.ts";

/** What kinds of case are called where they are written out, and what numbers print for them. */
const KINDS: readonly (readonly [name: RegExp, written: string])[] = [
  [/\bcivil\b/iu, "cv"],
  [/\bcriminal\b/iu, "cr"],
  [/\bmisc(?:ellaneous)?\b/iu, "mc"],
  [/\bmagistrate\b/iu, "mj"],
  [/\bbankruptcy\b/iu, "bk"],
  [/\badversary\b/iu, "ap"],
];
/** What courts print for the case that the Panel on Multidistrict Litigation sends others to: 28 U.S.C. 1407. */
const MULTIDISTRICT = ["md", "ml", "mn"];
/** Kinds of case that federal courts print and nobody writes out, multidistrict cases first. */
const PRINTED = [...MULTIDISTRICT, "mp", "sw", "gj", "po", "pt", "hc", "ct"];
const TRIED: readonly string[] = [...KINDS.map(([, written]) => written), ...PRINTED];
/** Kinds that some courts leave out of the number. */
const LEFT_OUT: ReadonlySet<string> = new Set(["bk", "ap"]);

/** The kind of case before the year, as in `CV-19-01234-PHX-DGC`, with a division's letters in `SACV 19-1234`. */
const KIND_FIRST = /^\W*(?:(?:case|no)\b\W*)*[a-z]{0,2}(cv|cr|mc|mj|md|ml|mn|bk|ap)[\s-]+(?=(?:19|20)?\d{2}[\s-]\d)/iu;

/**
 * The Panel's number of a litigation, which is the serial of its case, of whatever year: `MDL No. 2788` of
 * `1:17-md-02788`. Some courts print the year within it: `MDL No. 17-2788`.
 */
const PANEL_NUMBER =
  /\b(?:m\.?d\.?l\b\.?|multi-?district litigation)[\s.:#-]*(?:(?:docket|dkt|case|numbers?|nos?)\b[\s.:#-]*)*(?:(?:19|20)?(\d{2})-)?(\d{1,5})(?!\d)/iu;
/** A court's own number of such a case, before or after the Panel's. */
const YEAR_IN_NUMBER = /\b\d{2}-(?:md|ml|mn)-\d/iu;
/** The Panel has sat since this year. */
const PANEL_BEGAN = 1968;

/** A number as it was typed, without what is copied along and not seen: soft hyphens, joiners, marks of direction. */
export function asSeen(docketNumber: string): string {
  return docketNumber.replace(/\p{Cf}/gu, "");
}

const OFFICE = /^(\d{1,2}):\d/u;

/**
 * Other ways a court may write the number, to be tried where nothing bears it as it was given: with the kind of case that
 * was written out or left out (`Civil Action No. 19-1234 (RBW)` for `1:19-cv-01234`), or without one that bankruptcy
 * courts leave out; the case of a litigation that the Panel numbers, the latest year first. Those that the text itself
 * names come alone.
 */
export function otherSpellings(docketNumber: string, today: Date = systemClock()): readonly string[] {
  const text = docketNumber.trim();
  const litigation = PANEL_NUMBER.exec(text);
  if (litigation !== null) return ofLitigation(litigation, today);
  const first = KIND_FIRST.exec(text)?.[1]?.toLowerCase();
  const named = first === undefined ? KINDS.flatMap(([name, written]) => (name.test(text) ? [written] : [])) : [first];
  const bare = text.replace(/^[^\d]*(?=\d)/u, "").replace(/(?<=\d[\s-]*)[a-z]{7,}(?=[\s.-]*\d)/iu, "");
  const office = OFFICE.exec(bare)?.[0].slice(0, -1) ?? "";
  const yearAndSerial = /^(?:\d{1,2}:)?(?:19|20)?(\d{2})[\s-]+(\d{1,6})(?!\d)/u.exec(bare);
  if (yearAndSerial !== null) {
    const [, year, serial] = yearAndSerial;
    const kinds = named.length > 0 ? named : TRIED;
    const without = kinds.some((kind) => LEFT_OUT.has(kind)) ? [`${year}-${serial}`] : [];
    return [...without, ...kinds.map((kind) => `${office}${year}-${kind}-${serial}`)];
  }
  const [, year, kind, serial] = /^(\d{2})([a-z]+)(\d+)$/u.exec(docketKey(text) ?? "") ?? [];
  return kind !== undefined && LEFT_OUT.has(kind) ? [`${year}-${serial}`] : [];
}

/** Whether it is the Panel's number of a litigation and does not tell in which year its case began. */
export function isOfSomeYear(docketNumber: string): boolean {
  const litigation = PANEL_NUMBER.exec(docketNumber);
  return litigation !== null && litigation[1] === undefined && YEAR_IN_NUMBER.exec(docketNumber) === null;
}

/** In the court the others were sent to, and at the Panel itself. */
function ofLitigation([, year, serial = ""]: RegExpExecArray, today: Date): readonly string[] {
  const latest = today.getUTCFullYear();
  const years =
    year === undefined
      ? Array.from({ length: latest - PANEL_BEGAN + 1 }, (_, back) => String((latest - back) % 100).padStart(2, "0"))
      : [year];
  const sent = years.flatMap((one) => MULTIDISTRICT.map((kind) => `${one}-${kind}-${serial}`));
  return [...sent, `MDL No. ${serial}`, `MDL ${serial}`, `MDL Docket No. ${serial}`];
}
