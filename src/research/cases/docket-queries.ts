import { docketNumbers, keyedNumbers } from "#cases/docket-key.ts";
import { courtById } from "#courts/courts.ts";
import type { Court } from "#courts/courts.ts";
import type { Reader } from "#db/connection.ts";
import { courtIdsByNumbers } from "#dockets/store/read.ts";
import { asFederalCourtsPrint } from "#dockets/numbers/federal-numbers.ts";
import { otherSpellings } from "#dockets/numbers/number-spellings.ts";
import { courtsNamed } from "./courts-asked.ts";
import { note } from "./model.ts";
import type { SkippedQuery } from "./model.ts";

/** A federal docket number that is all of a query. */
export type DocketQuery = {
  readonly docketNumber: string;
  /** The one court that the query or its filter names. */
  readonly court: Court | undefined;
  /** What its spellings share with the numbers of records. */
  readonly keys: ReadonlySet<string | null>;
};

/** `1:19-cv-01234-ABC`, as federal trial courts write: the office may be left out, more behind the number may stand. */
const PRINTED = /^(?:no\.?\s*)?(?:\d{1,2}:)?(?:\d{2}|\d{4})-(?:cv|cr|md|mc|mj|bk|ap|misc|po|gj)-\d{1,6}(?:-\w+)*$/iu;
/** In another spelling, of any court: `17 Md. 278` is a page of a reporter, which has no page of four digits. */
const SPELLED =
  /^(?:no\.?\s*)?(?:\d{1,2}:)?(?:\d{2}|\d{4})[\s-]*(?:(?:cv|civ|cr|crim|mj|mag|bk|ap)\.?[\s-]*\d{1,6}|md\s\d{4,6})(?:\s\([a-z]{1,4}\))?$/iu;
const OF_PANEL = /^(?:m\.?d\.?l\.?)[\s-]*(?:(?:docket|no|number)\b\.?\s*)*(?:\d{2}-)?\d{1,5}$/iu;
/** A year and a serial, which are a number where the court is known. */
const IN_COURT = /^(?:nos?\.?\s*)?(?:\d{1,2}:)?(?:\d{2}|\d{4})-\d{1,6}$/iu;

/** The docket number that is all of the query; undefined where words are. */
export function docketQueryOf(query: string, courtIds: readonly string[]): DocketQuery | undefined {
  const behind = courtBehind(query.trim());
  const told = behind === undefined ? undefined : courtCalled(behind.court);
  const court = courtIds.length === 1 ? courtById(courtIds[0] ?? "") : told;
  const text = told === undefined ? query.trim() : (behind?.number ?? "");
  const isInCourt =
    court?.federalRecordsCourtId != null && (IN_COURT.test(text) || asFederalCourtsPrint(text, court.id) !== text);
  if (!isInCourt && ![PRINTED, SPELLED, OF_PANEL].some((shape) => shape.test(text))) return undefined;
  const docketNumber = docketNumbers(text)[0]?.number;
  if (docketNumber === undefined) return undefined;
  const printed = asFederalCourtsPrint(docketNumber, court?.id ?? SOME_DISTRICT);
  const keys = new Set(keyedNumbers([docketNumber, printed, ...otherSpellings(printed)]).flatMap((one) => one.keys));
  return { docketNumber, court, keys };
}

/** `19-cv-1234 (S.D.N.Y.)`: a number with a court in parentheses behind it. */
function courtBehind(text: string): { readonly number: string; readonly court: string } | undefined {
  const open = text.lastIndexOf("(");
  const before = text.slice(0, Math.max(0, open));
  const number = before.trimEnd();
  const court = text.slice(open + 1, -1);
  const isCourt = text.endsWith(".)") && /[a-z]/iu.test(court) && !court.includes(")");
  if (!isCourt || number === before || !/\d/u.test(number.slice(number.search(LAST_WORD)))) return undefined;
  return { number, court };
}

const LAST_WORD = /(?<!\S)\S+$/u;

/** District courts number alike. */
const SOME_DISTRICT = "usdistct";

function courtCalled(text: string): Court | undefined {
  const named = courtsNamed(text);
  return "courts" in named && named.courts.length === 1 ? named.courts[0] : undefined;
}

/** That no opinion bears the number, with the court whose docket can be read: the one named, or the only one that has it. */
export async function docketOnly(
  db: Reader,
  query: string,
  { docketNumber, court, keys }: DocketQuery,
): Promise<SkippedQuery> {
  const message = `no opinion of the docket ${docketNumber} is held; dockets are read, not searched`;
  const [only, ...others] = court === undefined ? await courtIdsByNumbers(db, docketNumber, [...keys]) : [court.id];
  const named = only === undefined || others.length > 0 ? undefined : courtById(only);
  const told = named === undefined ? {} : { courtName: named.fullName };
  return { query, why: "docket_number", note: note(message, { code: "docket_number", docketNumber, ...told }) };
}
