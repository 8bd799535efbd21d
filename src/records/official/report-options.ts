import type { Fields } from "./court.ts";

/** What somebody wants to know from a docket. */
export type DocketNeed =
  /** All of it, as it stands today. */
  | { readonly kind: "whole" }
  /** Single entries, by their numbers. */
  | { readonly kind: "entries"; readonly from: number; readonly to: number }
  /** What was entered on a day or later. */
  | { readonly kind: "since"; readonly day: string };

/** What is held of a docket already. */
export type HeldDocket = {
  /** The last day on which everything entered before it is known to be held; null when it is not known. */
  readonly completeThrough: string | null;
  readonly hasParties: boolean;
};

/** What a docket report shall show. Days are `YYYY-MM-DD`. */
export type ReportOptions = {
  readonly enteredFrom: string | null;
  readonly enteredTo: string | null;
  readonly entryFrom: number | null;
  readonly entryTo: number | null;
  readonly parties: boolean;
  readonly terminatedParties: boolean;
};

/** The days and entries from which and to which a report tells. */
export type DocketBounds = {
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly firstNumber: number | null;
  readonly lastNumber: number | null;
};

/** Parts of `optionsKey`. */
const KEY_PARTS = 6;

const EVERYTHING: ReportOptions = {
  enteredFrom: null,
  enteredTo: null,
  entryFrom: null,
  entryTo: null,
  parties: true,
  terminatedParties: true,
};
const PARTIES_ONLY_WHERE_MISSING = { parties: false, terminatedParties: false };

/**
 * The cheapest report that is enough: pages are charged by their length, so what is held is not asked for again. From
 * the last day that is whole, that day is asked for once more: entries may have come in after the report was run.
 */
export function cheapestOptions(need: DocketNeed, held: HeldDocket | null): ReportOptions {
  const withParties =
    held?.hasParties === true ? PARTIES_ONLY_WHERE_MISSING : { parties: true, terminatedParties: true };
  switch (need.kind) {
    case "entries":
      return { ...EVERYTHING, ...PARTIES_ONLY_WHERE_MISSING, entryFrom: need.from, entryTo: need.to };
    case "since":
      return { ...EVERYTHING, ...withParties, enteredFrom: later(need.day, held?.completeThrough ?? null) };
    case "whole":
      return held?.completeThrough == null
        ? EVERYTHING
        : { ...EVERYTHING, ...withParties, enteredFrom: held.completeThrough };
  }
}

/** Entries of a court of appeals can be bounded by days only. */
export function withoutNumbers(options: ReportOptions): ReportOptions {
  return { ...options, entryFrom: null, entryTo: null };
}

/** The same options are the same report. */
export function optionsKey(options: ReportOptions): string {
  const { enteredFrom, enteredTo, entryFrom, entryTo, parties, terminatedParties } = options;
  const parts = [enteredFrom, enteredTo, entryFrom, entryTo].map((part) => part ?? "*");
  return [...parts, parties ? "parties" : "-", terminatedParties ? "terminated" : "-"].join(":");
}

/** Whether a report with the options of this key (`optionsKey`) has all that these ask for. */
export function hasAllOf(key: string, wanted: ReportOptions): boolean {
  const [enteredFrom = "", enteredTo, entryFrom, entryTo, parties, terminated] = key.split(":");
  const isFromThere = enteredFrom === "*" || (wanted.enteredFrom !== null && enteredFrom <= wanted.enteredFrom);
  const isOpenEnded = [enteredTo, entryFrom, entryTo].every((bound) => bound === "*");
  const hasParties = (parties === "parties" || !wanted.parties) && (terminated !== "-" || !wanted.terminatedParties);
  return isFromThere && isOpenEnded && hasParties;
}

/** What a docket report was bounded by as it was asked for, by the target of its purchase; null for one that was not. */
export function boundsOfTarget(target: string): DocketBounds | null {
  const [enteredFrom = "*", enteredTo = "*", entryFrom = "*", entryTo = "*"] = target.split(":").slice(-KEY_PARTS);
  const [firstDay = null, lastDay = null, firstEntry, lastEntry] = [enteredFrom, enteredTo, entryFrom, entryTo].map(
    (part) => (part === "*" ? undefined : part),
  );
  const bounds: DocketBounds = {
    firstDay,
    lastDay,
    firstNumber: firstEntry === undefined ? null : Number(firstEntry),
    lastNumber: lastEntry === undefined ? null : Number(lastEntry),
  };
  return Object.values(bounds).every((bound) => bound === null) ? null : bounds;
}

/** As the form of a court has them. A box that is not ticked is not sent. */
export function reportFields(options: ReportOptions): Fields {
  return {
    date_range_type: "Entered",
    date_from: slashed(options.enteredFrom),
    date_to: slashed(options.enteredTo),
    documents_numbered_from_: String(options.entryFrom ?? ""),
    documents_numbered_to_: String(options.entryTo ?? ""),
    ...(options.parties && { list_of_parties_and_counsel: "on" }),
    ...(options.terminatedParties && { terminated_parties: "on" }),
    pdf_header: "1",
    output_format: "html",
    sort1: "oldest date first",
  };
}

function later(one: string, other: string | null): string {
  return other !== null && other > one ? other : one;
}

/** A day as the forms of courts take it, `MM/DD/YYYY`; nothing for none. */
export function slashed(day: string | null): string {
  const [year, month, date] = day?.split("-") ?? [];
  return year === undefined ? "" : `${month}/${date}/${year}`;
}
