import { tellingWords } from "#text/case-names.ts";
import type { NamePurpose } from "#text/case-names.ts";
import { cut } from "../cases/cut.ts";
import type { Note } from "../note.ts";
import type { Holding } from "./find.ts";

/**
 * Those whose names have every telling word of the one that is given, or every one but `Co.` and its like; all where
 * none has.
 */
export function calledSo<One>(
  all: readonly One[],
  name: string | null,
  namesOf: (one: One) => readonly string[],
): readonly One[] {
  if (name === null || all.length < 2) return all;
  for (const purpose of ["search", "agreement"] as const) {
    const asked = tellingWords(name, purpose);
    const fitting = all.filter((one) => {
      const own = wordsOf(namesOf(one), purpose);
      return asked.every((word) => own.has(word));
    });
    if (fitting.length > 0) return fitting;
  }
  return all;
}

/** Whether a name has no telling word of a case's names: then it is another case's. One that tells nothing may be any's. */
export function isCalledOtherwise(name: string, names: readonly string[]): boolean {
  const asked = tellingWords(name, "agreement");
  const own = wordsOf(names, "agreement");
  return asked.length > 0 && own.size > 0 && !asked.some((word) => own.has(word));
}

function wordsOf(names: readonly string[], purpose: NamePurpose): ReadonlySet<string> {
  return new Set(names.flatMap((one) => tellingWords(one, purpose)));
}

/** What of several cases is called so, wherever each is held. */
export function namedSo(holdings: readonly Holding[], name: string | null): Holding[] {
  return [...calledSo(holdings, name, namesOfHolding)];
}

function namesOfHolding({ docket, decisions }: Holding): readonly string[] {
  const ofDecisions = decisions.flatMap(({ record }) => [record.caption, record.caseName]);
  return [...(docket === null ? [] : [docket.caseName]), ...ofDecisions];
}

const OTHER_NAME = "other_case_name";

/** That the docket of the number that was asked for bears another name, where that is not among what is told anyway. */
export function otherNameNotes(name: string | null, holding: Holding, told: readonly Note[] = []): Note[] {
  if (told.some(({ reason }) => reason.code === OTHER_NAME)) return [];
  const parties = holding.docket?.docket.parties.map((party) => party.name) ?? [];
  const names = namesOfHolding(holding);
  if (name === null || !isCalledOtherwise(name, [...names, ...parties])) return [];
  const message = `the case of this number is ${cut(names[0] ?? "")}, not ${cut(name)}: check the number and the court`;
  return [{ message, reason: { code: OTHER_NAME } }];
}
