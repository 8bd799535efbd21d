import type { DocketNumber } from "./docket-key.ts";

/** What a number says, as far as its key tells. */
type Said = { readonly year: string; readonly serial: string; readonly kind: string | null };

/** Kinds of case that federal trial courts and courts of claims print, and some of Louisiana's. */
const KINDS = "cv cr mc mj md ml mn mp bk ap vv sw gj po pt hc ct ca cc cj cw ch ka kk kh kp".split(" ");
/** Numbers by year, kind and serial are the federal trial courts', whose offices some write before the year: `4-90-605`. */
const OFFICES = "1 2 3 4 5 6 7 8 9".split(" ");
/** The Court of International Trade printed the month between: `80-6-00878`. */
const MONTHS = Array.from({ length: 12 }, (_, at) => String(at + 1));
/** Who hears the case, in one letter between year and serial: `88-K-1234`. */
const JUDGES = "d e f g h i j k l m n o p q r s t u v w x y z".split(" ");
/** Kinds that differ in the letters alone: a vaccine case of the Court of Federal Claims is also called civil. */
const ALIKE: Readonly<Record<string, readonly string[]>> = { cv: ["cv", "vv"], vv: ["vv", "cv"] };

/**
 * The keys under which the docket of this number may be held: its own, and those that agree with it in year and serial
 * and contradict it neither in kind nor in office, one or the other of which many spellings leave out.
 */
export function keysOfSame({ number, key }: DocketNumber): string[] {
  const said = saidBy(key);
  if (said === undefined) return [key];
  const { year, serial, kind } = said;
  const judges = kind === null || kind === "cv" ? JUDGES : [];
  const kinds = kind === null ? KINDS : (ALIKE[kind] ?? [kind]);
  const short = `${Number(year)}-${serial}`;
  const office = /^\D{0,40}(\d):\d/u.exec(number)?.[1];
  const offices = kind === null && office === undefined ? [] : office === undefined ? OFFICES : [office];
  const months = kind === "cv" ? MONTHS.map((month) => `${Number(year)}-${month}-${serial}`) : [];
  const withKind = [...kinds, ...judges].map((one) => year + one + serial);
  return [...new Set([key, short, ...withKind, ...offices.map((one) => `${one}-${short}`), ...months])];
}

/** Whether two numbers whose keys agree are told apart by the judges' initials, which matter where a kind goes unsaid. */
export function haveOtherJudges(left: DocketNumber, right: DocketNumber): boolean {
  const kinds = [left, right].map(({ key }) => saidBy(key)?.kind ?? null);
  if (kinds.every((kind) => kind !== null)) return false;
  const [one, other] = [judgesOf(left.number), judgesOf(right.number)];
  return one.length > 0 && other.length > 0 && !one.some((judge) => other.includes(judge));
}

const YEAR_JUDGE_SERIAL = /^(\d{2})()[d-z](\d{1,6})$/u;

function saidBy(key: string): Said | undefined {
  const [, year, kind = null, serial] =
    /^(\d{2})([a-z]{2})(\d{1,6})$/u.exec(key) ??
    YEAR_JUDGE_SERIAL.exec(key) ??
    /^(\d{1,2})()-(\d{1,6})$/u.exec(key) ??
    [];
  if (year === undefined || serial === undefined) return undefined;
  return { year: year.padStart(2, "0"), serial, kind: kind === "" ? null : kind };
}

const YEAR_TO_SERIAL = /\d{2}[\s.-]{0,3}[A-Za-z.]{0,6}[\s.-]{0,3}\d{1,6}/u;

/** Behind the serial, the kind of a case or its place among those decided with it: `04-5680-cv(XAP)`. */
const NO_JUDGE: ReadonlySet<string> = new Set(["CV", "CR", "AG", "BK", "PR", "OP", "MV", "XAP", "CON", "LEAD"]);

/** What stands behind the serial: `-ABC`, `(RBW)`; a chapter or a defendant's number there is none. */
function judgesOf(number: string): string[] {
  const serial = YEAR_TO_SERIAL.exec(number);
  const behind = serial === null ? "" : number.slice(serial.index + serial[0].length);
  return [...behind.matchAll(/[-(]([A-Za-z]{2,4})\d{0,2}(?=[-)(/\s]|$)/gu)]
    .map(([, initials = ""]) => initials.toUpperCase())
    .filter((initials) => !NO_JUDGE.has(initials));
}
