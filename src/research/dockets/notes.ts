import type { Note } from "../note.ts";
import type { OpinionView } from "../opinions.ts";
import { otherNameNotes } from "./called.ts";
import type { DocketView } from "./model.ts";
import type { Tried } from "./retrieve-docket.ts";

/** Runs of missing numbers that are told one by one. */
const RUNS_MAX = 10;
const DECISIONS_MAX = 5;

type Told = {
  /** The case as whoever asked named it. */
  readonly named: string | null;
  readonly weighed: number;
  /** Filings are listed, and the words of none are held. */
  readonly isWithoutTexts: boolean;
  readonly decisions: readonly OpinionView[];
  readonly tried: Tried | undefined;
};

/** What whoever reads the answer must know of where it comes from. */
export function docketNotes(view: DocketView, { named, weighed, isWithoutTexts, decisions, tried }: Told): Note[] {
  const { docket, hasSheet } = view;
  const { coverage, freshness } = docket;
  const isLive = tried?.outcome === "fetched" && tried.from === "official";
  const asOf = freshness.reportAsOf ?? freshness.asOf ?? freshness.fetchedAt;
  return [
    ...otherNameNotes(named, { docket: view, decisions }, tried?.notes),
    ...when(
      !isLive,
      "not_live",
      `what is stored answers${asOf === null ? ", of an unknown day" : `, as of ${asOf}`}; later filings are not told here`,
    ),
    ...when(
      coverage.kind === "stored_entries",
      "no_report",
      hasSheet
        ? "no docket report of this case is held: its entries come from notices, archives and lists, and there may be more"
        : "no docket of this case is held: its entries are the filings held of it, and there may be more",
    ),
    ...when(
      coverage.kind === "docket_report" && !coverage.isWholeReport,
      "part_of_report",
      "the docket report that is held was cut by number or day, so entries outside of it may not be told",
    ),
    ...when(
      coverage.missing.length > 0,
      "entries_missing",
      `entries that are known to be missing: ${runsOf(coverage.missing)}`,
    ),
    ...when(
      weighed < coverage.entries,
      "entries_unread",
      `the question was put to the latest ${weighed} of ${coverage.entries} entries`,
    ),
    ...when(
      isWithoutTexts,
      "no_texts_held",
      "the words of no filing of this case are held: its entries can be read here as the docket describes them, and a filing itself only where it can be fetched",
    ),
    ...when(
      decisions.length > 0,
      "decisions_held",
      `decisions of this case are held too, to be read by their ids: ${decisionsOf(decisions)}`,
    ),
    ...(tried?.notes ?? []),
  ];
}

function when(isSo: boolean, code: string, message: string): Note[] {
  return isSo ? [{ message, reason: { code } }] : [];
}

function runsOf(missing: DocketView["docket"]["coverage"]["missing"]): string {
  const runs = missing.slice(0, RUNS_MAX).map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`));
  return `${runs.join(", ")}${missing.length > RUNS_MAX ? ` and ${missing.length - RUNS_MAX} runs more` : ""}`;
}

function decisionsOf(decisions: readonly OpinionView[]): string {
  const ids = [...new Map(decisions.map(({ record }) => [record.workId, record.id])).values()];
  return `${ids.slice(0, DECISIONS_MAX).join(", ")}${ids.length > DECISIONS_MAX ? ` and ${ids.length - DECISIONS_MAX} more` : ""}`;
}
