import { DERIVATIONS } from "#derivations/derivations.ts";
import { keyOfForm, keyOfFurtherForm } from "./docket-forms.ts";
import { haveOtherJudges, keysOfSame } from "./same-docket.ts";

/** Goes up with every change of what `docketKey` makes of a number: keys that are stored are then made anew. */
export const DOCKET_KEY_RULES: number = DERIVATIONS.docket_keys.number;

/** Words before the number that say only that a number follows. */
const LEAD =
  /^(?:(?:(?:case|cause|docket|dkt|file|civil action|civ\. ?a|c\. ?a|criminal (?:action|case)|misc|appeal|record|index|numbers?|nos?)\b|#)[\s.:]*)+(?=\S*\d)/u;

/** Courts list dozens of numbers in one case; the first one is within this many characters. */
const CHARS_MAX = 400;

/** Between the numbers of a case that has several, or of cases decided together. */
const LIST = /\s*(?:[;,]|\band\b|&|\bconsolidated\b(?:\swith\b)?|\bc\/w\b)\s*/iu;

/** `56,911`, as Kansas and others print one number; in `92-190,191` the comma stands between two. */
const THOUSANDS = /(?<!\d|\d-)\d{1,3}(?:,\d{3})+(?!\d)/gu;

/** `9, Orig.`, `No. 9, Original`, `9 ORIG`: the kind of docket belongs to the number, though a comma stands between. */
const KIND_OF_DOCKET = /(?<=\d),?\s+(orig|misc)(?:inal)?\b\.?/giu;

/** `No. 45, September Term, 2019`: the term belongs to the number, which each term gives anew. */
const TERM = /(?<=\d),?\s+((?:sept|oct)(?:ember|ober|\.)?\sterm),?\s+(?=(?:19|20)\d{2}\b)/giu;

/** Stands for such a comma while a list is taken apart; of a private use area, so in no text. */
const WITHIN_NUMBER = "\ue000";

/** More numbers than this in one case lead to it no better. */
const NUMBERS_MAX = 50;

/**
 * A number that says year, kind of case and serial, as federal trial courts and many state courts write it:
 * an office before it (`1:`), initials of judges or a defendant's number after it, in any number.
 */
const YEAR_KIND_SERIAL =
  /^(?:\d{1,2}:)?(\d{4}|\d{2})[\s-]*([a-z]{1,6})[\s.-]*(\d+)(?:[\s-]*\([a-z0-9]{1,5}\)|[\s-]+[a-z0-9_]{1,7}(?:\/[a-z]{1,5})*)*$/u;

/** One kind of case under several spellings. */
const KIND: Readonly<Record<string, string>> = {
  civ: "cv",
  civil: "cv",
  crim: "cr",
  misc: "mc",
  bankr: "bk",
  adv: "ap",
};
/** Letters that some courts print for them (`19 C 4471`, `80 B 2108`, `18 Mag. 3161`). */
const LETTERS: Readonly<Record<string, string>> = { c: "cv", b: "bk", a: "ap", mag: "mj" };

/**
 * Year and serial, as courts of appeals number: `19-1234`, the Federal Circuit's `2019-1234`, the Second Circuit's
 * `05-4210-cr(L)` with the kind of case and the leading case after it, bankruptcy courts' `8:09-35697-JAC7` with an office, the
 * judge and the chapter, which others write `8-09-35697-jac`, `09-35697-8-JAC` and `09-35697-JAC-7`.
 */
const YEAR_SERIAL =
  /^(?:\d{1,2}:|\d-(?=\d{2}-\d{5}))?(?:19|20)?(\d{2})-(\d+)(?:-\d(?=-[a-z]))?(?:(?:-[a-z]{1,4}\d{0,2})+(?:-\d{1,2})?)?(?: ?\([a-z]{1,4}\))*$/u;

/** One number of a case: as it is printed, and what its spellings share. */
export type DocketNumber = { readonly number: string; readonly key: string };

/**
 * The docket numbers a text names, the first of them first, each key once. Those after the first must be written as it
 * is, so that `92-190, 3 others` names one.
 */
export function docketNumbers(text: string | null | undefined): DocketNumber[] {
  const found = new Map<string, DocketNumber>();
  let shape: string | undefined;
  for (const part of partsOf((text ?? "").slice(0, CHARS_MAX).replace(TERM, " $1 "))) {
    const key = keyOf(part);
    if (key === null || found.has(key)) continue;
    if (shape !== undefined && shapeOf(key) !== shape) continue;
    shape ??= shapeOf(key);
    found.set(key, { number: part, key });
    if (found.size >= NUMBERS_MAX) break;
  }
  return [...found.values()];
}

/**
 * What the spellings of one docket number share, to be compared together with the court:
 * `1:19-cv-01234-ABC`, `19-cv-1234` and `2019cv01234` become `19cv1234`; `No. 92-0190` becomes `92-190`. Of several
 * numbers the first one's. Null when there is nothing to compare. A year keeps two digits, so 1919 and 2019 are told
 * apart by date only.
 */
export function docketKey(docketNumber: string | null | undefined): string | null {
  return docketNumbers(docketNumber)[0]?.key ?? null;
}

/**
 * The part of an id that a docket number makes. It keeps the rules by which ids were first made: a case that is imported
 * again must find its own.
 */
export function docketIdPart(docketNumber: string | null | undefined): string | null {
  for (const part of partsOf(docketNumber ?? "")) {
    const key = firstKeyOf(numberIn(part));
    if (key !== null) return key;
  }
  return null;
}

/** A number that is looked for, with the keys under which its docket may be held. */
export type AskedNumber = DocketNumber & { readonly keys: readonly string[] };

/** The numbers that have a key, in their order; of a text that lists several its first. */
export function keyedNumbers(numbers: readonly string[]): AskedNumber[] {
  return numbers.flatMap((text) => {
    const [first] = docketNumbers(text);
    return first === undefined ? [] : [{ ...first, keys: keysOfSame(first) }];
  });
}

type Numbered = { readonly docket_key: string; readonly docket_number: string | null };

/**
 * Rows whose number agrees with one of these in year and serial and contradicts it in no other part, in the order of the
 * numbers; those written with the same parts come first.
 */
export function rowsNumbered<Row extends Numbered>(rows: readonly Row[], asked: readonly AskedNumber[]): Row[] {
  return asked.flatMap((one) => {
    const same = rows.filter((row) => one.keys.includes(row.docket_key) && !contradicts(row, one));
    return [
      ...same.filter(({ docket_key }) => docket_key === one.key),
      ...same.filter(({ docket_key }) => docket_key !== one.key),
    ];
  });
}

function contradicts({ docket_key, docket_number }: Numbered, asked: DocketNumber): boolean {
  const number = docket_number ?? "";
  return (
    !isSameOffice(number, asked.number) ||
    haveOtherJudges({ number, key: docket_key }, asked) ||
    haveOtherLetters(numberIn(number), numberIn(asked.number))
  );
}

/** Letters of which a number bears one: an office or a judge before the year, a judge within, a kind of claim behind. */
const LETTERS_OF_NUMBER = [
  /^(?!c-|cv-|cr-)([a-z]{1,3})-\d{2}-\d{3}/u,
  /^\d{2}-([d-z])-\d{3}/u,
  /^\d{2}-\d{1,4} ?([cltvxj])$/u,
];

function haveOtherLetters(left: string, right: string): boolean {
  return LETTERS_OF_NUMBER.some((letters) => {
    const [one, other] = [letters.exec(left)?.[1], letters.exec(right)?.[1]];
    return one !== undefined && other !== undefined && one !== other;
  });
}

const SPREADSHEET_DATE = /^(?:(\d{1,2})-([A-Z][a-z]{2})|([A-Z][a-z]{2})-(\d{1,2}))$/u;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Whether a text is what a spreadsheet makes of a number that it takes for a date: it tells no number any more. */
export function isSpreadsheetDate(docketNumber: string | null): boolean {
  return monthAndOther(docketNumber) !== undefined;
}

/**
 * Whether a spreadsheet may have made this of the number with that key: `21-Jul` of `07-21`, `Jan-74` of `1-74`, `74-1`
 * or `01-7574`, for of a year it shows the last two digits.
 */
export function maySpreadsheetHaveMade(docketNumber: string | null, key: string): boolean {
  const date = monthAndOther(docketNumber);
  if (date === undefined) return false;
  const { month, other, isYear } = date;
  const [, term, serial = ""] = /^(\d+)-(\d+)$/u.exec(key) ?? [];
  const ending = String(other).padStart(2, "0");
  if (isYear && Number(term) === month && SERIAL_TAKEN_FOR_YEAR.test(serial) && serial.endsWith(ending)) return true;
  return key === `${month}-${other}` || key === `${other}-${month}`;
}

/** Years that a spreadsheet knows. */
const SERIAL_TAKEN_FOR_YEAR = /^(?:19|[2-9]\d)\d{2}$/u;

function monthAndOther(docketNumber: string | null) {
  const [, day, month, monthBefore, year] = SPREADSHEET_DATE.exec(docketNumber?.trim() ?? "") ?? [];
  const at = 1 + MONTHS.indexOf(month ?? monthBefore ?? "");
  return at === 0 ? undefined : { month: at, other: Number(day ?? year), isYear: year !== undefined };
}

/** The division of a federal trial court that a number names (`8` of `8:03-cv-1962`), or null. */
export function officeOf(docketNumber: string): number | null {
  const office = /^(\d{1,2}(?=:\d)|\d(?=-\d{2}-(?:\d{5}|c[vr]-|mc-)))/u.exec(
    docketNumber.trim().slice(0, CHARS_MAX).toLowerCase().replace(LEAD, ""),
  )?.[1];
  return office === undefined ? null : Number(office);
}

/** Divisions number for themselves: two of them give one number to two cases. */
export function isSameOffice(left: string, right: string): boolean {
  const [one, other] = [officeOf(left), officeOf(right)];
  return one === null || other === null || one === other;
}

function partsOf(text: string): string[] {
  return text
    .slice(0, CHARS_MAX)
    .normalize("NFKC")
    .replace(/[\u2010-\u2015\u2212]/gu, "-")
    .replace(/\s+/gu, " ")
    .replace(KIND_OF_DOCKET, " $1")
    .replace(THOUSANDS, (number) => number.replaceAll(",", WITHIN_NUMBER))
    .split(LIST)
    .map((part) =>
      part
        .replaceAll(WITHIN_NUMBER, ",")
        .replace(/[\s(]+$/u, "")
        .replace(/^([^()]*)\)$/u, "$1")
        .trim(),
    )
    .filter((part) => /\d/u.test(part));
}

function keyOf(part: string): string | null {
  const { key: further, rest: number } = keyOfFurtherForm(numberIn(part).trim());
  const formed = further ?? keyOfForm(number);
  if (formed !== undefined) return formed;
  const key = firstKeyOf(number);
  const [, year, kind = "", serial] = /^(\d{2})(c|b|a|mag)(\d+)$/u.exec(key ?? "") ?? [];
  return year === undefined || serial === undefined ? key : `${year}${LETTERS[kind] ?? kind}${serial}`;
}

/** The number of a part, in lower case, without the words before it. */
function numberIn(part: string): string {
  return part
    .toLowerCase()
    .replaceAll(/(?<=\d),(?=\d)/gu, "")
    .replace(LEAD, "")
    .replace(/[\s.:]+$/u, "");
}

function firstKeyOf(number: string): string | null {
  const [, year, kind, serial] = YEAR_KIND_SERIAL.exec(number.trim()) ?? [];
  if (year !== undefined && kind !== undefined && serial !== undefined) {
    return `${year.slice(-2)}${KIND[kind] ?? kind}${withoutZeros(serial)}`;
  }
  const shortYear = number.replace(YEAR_SERIAL, "$1-$2");
  const parts = shortYear.match(/[a-z]+|\d+/gu);
  return parts === null ? null : parts.map(withoutZeros).join("-");
}

/** Letters and digits in turn, whatever they are; a bare number is of the length of a docket's. */
function shapeOf(key: string): string {
  const shape = key.replace(/\d+/gu, "0").replace(/[a-z]+/gu, "a");
  return shape === "0" ? `${key.length > 2 ? "long" : "short"} number` : shape;
}

function withoutZeros(part: string): string {
  return part.replace(/^0+(?=\d)/u, "");
}
