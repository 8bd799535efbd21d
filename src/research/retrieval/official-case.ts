import { docketKey } from "#cases/docket-key.ts";
import { courtById } from "#courts/courts.ts";
import type { Docket } from "#dockets/model.ts";
import type { CaseRef } from "#records/official/pages/case-numbers.ts";
import { isCourtOfAppeals, refuseNewerSystem } from "#records/official/appellate.ts";
import type { OfficialRecords } from "#records/official/official.ts";
import type { Allowance } from "#records/purchases/spending.ts";
import { RecordsRefusal } from "#records/refusal.ts";
import { isOfSomeYear, otherSpellings } from "#dockets/numbers/number-spellings.ts";
import type { DocketWanted } from "../dockets/retrieval.ts";
import { calledSo, isCalledOtherwise } from "../dockets/called.ts";
import { isSameNumber } from "./archived.ts";
import type { Tab } from "./tab.ts";

/** A search without a match costs a page, and this one could have none. */
const BY_PANEL =
  "a court's system finds a multidistrict case by the number that the court gave it (1:17-md-02788), not by the Panel's";
const SPELLINGS_MAX = 3;
const TOLD_MAX = 5;
const CASES_MAX = 10;

/** The official system's code of a court; undefined for courts that keep their files elsewhere. */
export function officialCourtOf(courtId: string): string | undefined {
  return courtById(courtId)?.federalRecordsCourtId ?? undefined;
}

type Asking = {
  readonly official: OfficialRecords;
  readonly allowance: Allowance;
  /** What the case locator charges goes on it. */
  readonly tab: Tab;
  readonly court: string;
  readonly now: Date;
};

/**
 * The case by the system's own number: as it is held, else as the court's look-up has it, which is free, else from the
 * case locator, which charges a page. Throws `RecordsRefusal`.
 */
export async function officialCaseOf(asking: Asking, held: Docket | undefined, wanted: DocketWanted): Promise<CaseRef> {
  const docketNumber = held?.docketNumber ?? wanted.docketNumber;
  const [caseId] = held?.pacerCaseIds ?? [];
  if (caseId !== undefined) return { caseId, docketNumber: docketNumber ?? "", caption: held?.caption ?? null };
  if (docketNumber === null) throw new RecordsRefusal("not_found", "no docket number is known of this case");
  if (isCourtOfAppeals(asking.court)) {
    refuseNewerSystem(asking.court, docketNumber);
    return appealOf(docketNumber, wanted.caseName);
  }
  if (isOfSomeYear(docketNumber)) throw new RecordsRefusal("not_found", BY_PANEL);
  const found = await foundUnder(asking, docketNumber);
  const spellings = [docketNumber, ...otherSpellings(docketNumber)];
  const isMeant = (number: string): boolean => spellings.some((spelling) => isSameNumber(number, spelling));
  const same = found.filter((one) => docketKey(docketNumber) === null || isMeant(one.docketNumber));
  const one = theOneOf(calledSo(same, wanted.caseName, ({ caption }) => [caption ?? ""]));
  if (wanted.isNameAsked === true) refuseOtherName(one, wanted.caseName ?? "");
  return one;
}

/** What the caller takes for another case is not bought. */
function refuseOtherName({ docketNumber, caption }: CaseRef, name: string): void {
  if (caption === null || !isCalledOtherwise(name, [caption])) return;
  throw new RecordsRefusal("not_found", `${docketNumber} is ${caption} there, not the case that was named`, {
    hint: "Nothing was bought of it. Check the number and the court, or leave out the name.",
  });
}

/** Courts of appeals know their cases by the number alone: written in one way, so that what it names is bought once. */
function appealOf(docketNumber: string, caption: string | null): CaseRef {
  const printed = /\b(?:19|20)?(\d{2}-\d{1,6})\b/u.exec(docketNumber)?.[1];
  return { caseId: "", docketNumber: printed ?? docketNumber, caption };
}

async function foundUnder(
  { official, allowance, tab, court, now }: Asking,
  docketNumber: string,
): Promise<readonly CaseRef[]> {
  let isAnswered = false;
  for (const spelling of [docketNumber, ...otherSpellings(docketNumber)].slice(0, SPELLINGS_MAX)) {
    const listed = await official.lookUpCase({ allowance }, court, spelling);
    if (listed === undefined) break;
    if (listed.length > 0) return listed;
    isAnswered = true;
  }
  if (isAnswered) return [];
  // Which cases there are changes by the day.
  const occasion = now.toISOString().slice(0, 10);
  const search = { courts: [court], docketNumber, caption: null };
  const asker = { allowance, onBegun: tab.of("the search for the case") };
  const { cases } = await official.searchCases(asker, search, 0, occasion);
  return cases.map(({ caseId, docketNumber: number, caption }) => ({ caseId, docketNumber: number ?? "", caption }));
}

/** A criminal case has a number for each defendant, and one without for all of them. */
function theOneOf(cases: readonly CaseRef[]): CaseRef {
  const shortest = Math.min(...cases.map(({ docketNumber }) => docketNumber.length));
  const [one, ...others] = cases.length < 2 ? cases : cases.filter((each) => each.docketNumber.length === shortest);
  if (one === undefined) throw new RecordsRefusal("not_found", "it has no case of this number in this court");
  if (others.length === 0) return one;
  const told = cases.slice(0, TOLD_MAX).map(({ docketNumber, caption }) => `${docketNumber} ${caption ?? ""}`.trim());
  throw new RecordsRefusal("ambiguous", `several cases have this number: ${told.join("; ")}`, {
    hint: "Name the case as well.",
    cases: cases.slice(0, CASES_MAX),
  });
}
