import { citationKey } from "#citations/citation-key.ts";
import { cleanOpinion } from "#opinions/clean/clean-opinion.ts";
import { caseNameOf, cleanCaption } from "#opinions/derive/case-name.ts";
import { judgesFromList } from "#opinions/derive/judges.ts";
import { publishStatusOfWord } from "#opinions/derive/publish-status.ts";
import type { ClusterDraft, FiledDate, ParallelCitation } from "#opinions/model.ts";
import { isChosen } from "../choice.ts";
import type { Choice } from "../choice.ts";
import { courtOf, courtOfReporters } from "../court-of.ts";
import type { CourtFound } from "../court-of.ts";
import { dayOrNull, filedDate } from "../filed-date.ts";
import type { RejectReason } from "../source.ts";
import type { StagedCitation, StagedDocket } from "./staging.ts";
import type { Cell } from "./table.ts";

export const CLUSTER_COLUMNS_REQUIRED = ["id", "docket_id", "date_filed", "case_name"] as const;

export type ClusterSources = {
  readonly docket: (id: string) => StagedDocket | undefined;
  readonly citations: (clusterId: string) => readonly StagedCitation[];
  /** Full name and abbreviation of a court by CourtListener's id, for ids our table lacks. */
  readonly courtName: (id: string) => { readonly name: string; readonly abbreviation: string } | undefined;
  readonly hasDockets: boolean;
  /** The court to take where nothing names one. */
  readonly courtId: string | undefined;
};

export type MappedCluster =
  | { readonly draft: ClusterDraft; readonly courtFault?: RejectReason }
  | { readonly reject: RejectReason };

/**
 * A decision from its cluster, docket and citations. With no dockets file the court may stay empty, with the fault to
 * report should the decision not be held already.
 */
export function mapCluster(cell: Cell, sources: ClusterSources): MappedCluster {
  const found = courtAndDay(cell, sources);
  if ("reject" in found) return found;
  const { sourceId, filed, docketId, docket, citations, court } = found;
  if ("reject" in court && sources.hasDockets) return court;
  const shortTitle = cell("case_name") ?? docket?.case_name ?? null;
  const caption = cleanCaption(docket?.case_name_full ?? cell("case_name_full") ?? shortTitle ?? "") || UNNAMED;
  const draft: ClusterDraft = {
    source: "courtlistener",
    sourceId,
    case: {
      sourceId: docketId ?? `cluster-${sourceId}`,
      docketNumber: docket?.docket_number ?? null,
      caption,
      dateFiled: dayOrNull(docket?.date_filed ?? null),
      dateTerminated: dayOrNull(docket?.date_terminated ?? null),
    },
    courtId: "reject" in court ? "" : court.courtId,
    caseName: caseNameOf(caption, shortTitle),
    filed,
    publishStatus: publishStatusOfWord(cell("precedential_status")),
    judges: judgesFromList(cell("judges") ?? ""),
    citations,
    headmatterHtml: headmatterOf(cell("headmatter") ?? cell("syllabus")),
  };
  return "reject" in court ? { draft, courtFault: court.reject } : { draft };
}

/** Whether a decision is among those wanted; one that cannot be read is, so that its reason is told. */
export function isWanted(cell: Cell, sources: ClusterSources, choice: Choice): boolean {
  const found = courtAndDay(cell, sources);
  if ("reject" in found || "reject" in found.court) return true;
  return isChosen(choice, found.court.courtId, found.filed);
}

function courtAndDay(cell: Cell, sources: ClusterSources): CourtAndDay | { readonly reject: RejectReason } {
  const sourceId = cell("id");
  if (sourceId === null) return reject("no_id", "the decision has no id", "every row of the file begins with one");
  const filed = filedDay(cell);
  if (filed === undefined) {
    return reject("bad_date", `date_filed is "${cell("date_filed")}"`, "a date is YYYY-MM-DD, YYYY-MM or YYYY");
  }
  const docketId = cell("docket_id");
  const docket = docketId === null ? undefined : sources.docket(docketId);
  const citations = parallelCitations(sources.citations(sourceId));
  return {
    sourceId,
    filed,
    docketId,
    docket,
    citations,
    court: courtOfDecision(docket, citations, filed.date, sources),
  };
}

type CourtAndDay = {
  readonly sourceId: string;
  readonly filed: FiledDate;
  readonly docketId: string | null;
  readonly docket: StagedDocket | undefined;
  readonly citations: readonly ParallelCitation[];
  readonly court: CourtFound;
};

/** What stands where the day is not known, of decisions of whatever century. */
const NO_DAY = "1990-01-01";

/** No court decides on New Year's Day: a day that is one stands for its year. */
function filedDay(cell: Cell): FiledDate | undefined {
  const text = cell("date_filed");
  if (text === NO_DAY) return { date: null, precision: "none" };
  const filed = filedDate(text, cell("date_filed_is_approximate") === "t");
  return filed?.precision === "day" && filed.date?.endsWith("-01-01") === true
    ? { ...filed, precision: "year" }
    : filed;
}

/** A court's sealed or unnamed matter; sources leave the name empty. */
const UNNAMED = "Unnamed case";

function courtOfDecision(
  docket: StagedDocket | undefined,
  citations: readonly ParallelCitation[],
  date: string | null,
  { courtName, courtId, hasDockets }: ClusterSources,
): CourtFound {
  if (docket?.court_id !== null && docket?.court_id !== undefined) {
    const names = courtName(docket.court_id);
    return courtOf(docket.court_id, names === undefined ? undefined : { ...names, ...(date === null ? {} : { date }) });
  }
  const known =
    courtId ??
    courtOfReporters(
      citations.map(({ reporter }) => reporter),
      date,
    );
  if (known !== undefined) return { courtId: known };
  return {
    reject: {
      reason: "no_court",
      message: hasDockets
        ? "its docket is not in the dockets file, or names no court"
        : "no dockets file says which court decided it",
      hint: "put the dockets file beside the others, or name the court with --court",
    },
  };
}

function parallelCitations(staged: readonly StagedCitation[]): ParallelCitation[] {
  const citations = staged.map(({ volume, reporter, page }) => ({
    volume,
    reporter,
    page,
    citedAs: `${volume} ${reporter} ${page}`,
  }));
  const seen = new Set<string>();
  return citations.filter(({ citedAs }) => {
    const key = citationKey(citedAs);
    return !seen.has(key) && seen.add(key);
  });
}

function headmatterOf(html: string | null): string | null {
  if (html === null) return null;
  const { text } = cleanOpinion({ html, kind: "headmatter" }, { idPrefix: "head-" });
  return text.text === "" ? null : text.html;
}

function reject(reason: string, message: string, hint: string): { reject: RejectReason } {
  return { reject: { reason, message, hint } };
}
