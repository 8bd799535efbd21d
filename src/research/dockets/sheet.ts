import type { OriginatingCourt, Party } from "#dockets/model.ts";
import type { DocketEntry } from "#dockets/model.ts";
import { collapseSpace } from "#text/typography.ts";
import type { DocketView, EntryWithDocuments } from "./model.ts";

/** Lines told of parties; a class action lists thousands. */
const PARTIES_MAX = 300;
const LINE_CHARS_MAX = 400;

/** What a docket says of itself but for its entries, a sentence or a line each. */
export function factsOf({ docket, caseName, courtName }: DocketView, entries: readonly DocketEntry[]): string[] {
  return [
    `Case: ${caseName}${docket.docketNumber === null ? "" : `, docket number ${docket.docketNumber}`}, ${courtName}.`,
    ...told("The case was filed (opened) on", docket.dateFiled),
    ...told("The case was terminated (closed) on", docket.dateTerminated),
    ...told("Judge assigned to the case", docket.assignedTo),
    ...told("Judge referred to", docket.referredTo),
    ...(docket.panel.length === 0 ? [] : [`Panel of judges: ${docket.panel.join(", ")}.`]),
    ...told("Nature of suit", docket.natureOfSuit),
    ...told("Cause of action", docket.cause),
    ...told("Basis of jurisdiction", docket.jurisdiction),
    ...told("Jury demand", docket.juryDemand),
    ...told("Amount of the demand", docket.demand),
    ...told("Multidistrict litigation", docket.mdlStatus),
    ...told("Case type", docket.caseType),
    ...told("Fee status", docket.feeStatus),
    ...told("Appeal from", docket.appealFrom),
    ...told("Bankruptcy chapter", docket.chapter),
    ...told("Trustee", docket.trustee),
    ...told("Assets", docket.assets),
    ...told("Date converted", docket.dateConverted),
    ...told("Date of discharge", docket.dateDischarged),
    ...told("Date dismissed", docket.dateDismissed),
    ...told("Date of the last filing", docket.dateLastFiling),
    ...(docket.relatedCases.length === 0 ? [] : [`Related cases: ${docket.relatedCases.join("; ")}.`]),
    ...originOf(docket.originatingCourt),
    ...allParties(docket.parties),
    ...docket.parties.slice(0, PARTIES_MAX).flatMap(partyLines),
    ...extentOf(entries),
  ];
}

function told(label: string, value: string | null): string[] {
  return value === null ? [] : [`${label}: ${value}.`];
}

function originOf(origin: OriginatingCourt | null): string[] {
  if (origin === null) return [];
  const facts = [
    ["court", origin.name],
    ["docket number", origin.docketNumber],
    ["judge", origin.assignedTo ?? origin.orderingJudge],
    ["judgment of", origin.dateJudgment],
    ["notice of appeal filed on", origin.dateNoticeOfAppeal],
  ].flatMap(([label, value]) => (value === null ? [] : [`${label} ${value}`]));
  return facts.length === 0 ? [] : [`The court below (originating court): ${facts.join(", ")}.`];
}

/** As many as one line may hold. */
function allParties(parties: readonly Party[]): string[] {
  if (parties.length === 0) return [];
  let line = "The parties to the case are:";
  for (const [at, { name, type }] of parties.entries()) {
    const next = `${at === 0 ? "" : ";"} ${name} (${type})`;
    if (line.length + next.length > LINE_CHARS_MAX) return [`${line}; and ${parties.length - at} more.`];
    line += next;
  }
  return [`${line}.`];
}

function partyLines({ name, type, dateTerminated, attorneys, counts }: Party): string[] {
  const ended = dateTerminated === null ? "" : `, terminated on ${dateTerminated}`;
  const lawyers = attorneys.map((one) => (one.roles.length === 0 ? one.name : `${one.name} (${one.roles.join(", ")})`));
  return [
    `${type}: ${name}${ended}${`${name}${ended}`.endsWith(".") ? "" : "."}`,
    ...(lawyers.length === 0 ? [] : [`Attorneys (counsel) who represent ${type} ${name}: ${lawyers.join("; ")}.`]),
    ...counts.map(
      (count) => `Count against ${name} (${count.status}): ${count.name}; ${count.disposition ?? "no disposition"}.`,
    ),
  ];
}

function extentOf(entries: readonly DocketEntry[]): string[] {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first === undefined || last === undefined) return [];
  return [
    `The docket as it is held has ${entries.length} entries.`,
    `The first (earliest) entry filed: ${shortened(lineOf(first))}`,
    `The last (latest) entry filed: ${shortened(lineOf(last))}`,
  ];
}

export function shortened(line: string): string {
  return line.length > LINE_CHARS_MAX ? `${line.slice(0, LINE_CHARS_MAX)}…` : line;
}

/** An entry as one line. */
export function lineOf({ number, dateFiled, dateEntered, description, shortDescription }: DocketEntry): string {
  const day = dateFiled ?? dateEntered;
  return [day, number === null ? null : `[${number}]`, description ?? shortDescription ?? "(no words)"]
    .filter((part) => part !== null)
    .join(" ");
}

/** An entry as one line, and a line for each attachment whose name stands nowhere in its words. */
export function linesOf(entry: EntryWithDocuments): string[] {
  const line = lineOf(entry);
  const own = collapseSpace(line).toLowerCase();
  const attached = entry.filings.flatMap(({ attachment, description }) => {
    const isListed = description === null || own.includes(collapseSpace(description).toLowerCase());
    return attachment === 0 || isListed ? [] : [`Attachment ${attachment}: ${description}.`];
  });
  return [line, ...attached];
}
