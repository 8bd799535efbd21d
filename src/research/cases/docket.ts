import { idFault, kindOfId } from "#base/ids.ts";
import { findByDocket } from "#opinions/store/dockets.ts";
import { opinionIdsOfCase } from "#opinions/store/case-opinions.ts";
import { readOpinions } from "#opinions/store/read.ts";
import { tellingWords } from "#text/case-names.ts";
import type { Note } from "../note.ts";
import type { OpinionView } from "../opinions.ts";
import type { DocketAnswer, DocketAsked, DocketNamed } from "./answers.ts";
import { courtsNamed } from "./courts-asked.ts";
import { analysed, failure } from "./document.ts";
import type { ReadingSources } from "./document.ts";
import { documentOf } from "./document-view.ts";
import { refusal } from "./find-document.ts";
import { note } from "./model.ts";
import { partOf } from "./source.ts";

type Refused = Exclude<DocketAnswer, { status: "ok" }>;

/** Contract of the tools, section 8. */
const ENTRIES_MAX = 40;
/** Decisions whose texts answer the question. */
const READ_MAX = 8;
const CANDIDATES_MAX = 10;

/**
 * Answers from what is held of a case. No docket sheet is held yet, so that is its decisions; a case of which no
 * decision is held is not found.
 */
export async function analyseDocket(
  sources: ReadingSources,
  { question, named, refresh }: DocketAsked,
  signal?: AbortSignal,
): Promise<DocketAnswer> {
  const found = await findCase(sources, named);
  if ("status" in found) return found;
  const decisions = onePerDecision(found.views);
  const texts = await readOpinions(
    sources.db,
    found.views.filter(isRead(decisions.slice(0, READ_MAX))).map(({ record }) => record.id),
    { content: true },
  );
  const parts = texts.map(partOf).filter(({ text }) => text.trim() !== "");
  const analysis = await analysed(sources.analyst, question, { kind: "opinion", parts }, signal);
  const [latest] = decisions;
  if (analysis === undefined || latest === undefined) {
    return failure(latest === undefined ? {} : { document: documentOf(latest) });
  }
  return {
    status: "ok",
    decisions: decisions.slice(0, ENTRIES_MAX).map(documentOf),
    decisionsLeftOut: Math.max(0, decisions.length - ENTRIES_MAX),
    analysis,
    notes: notesOf(decisions.length, refresh),
  };
}

function notesOf(decisions: number, refresh: boolean): Note[] {
  const only =
    "no docket sheet of this case is held: the answer comes from its decisions alone, and filings may exist that are not told here";
  const unread = `the question was put to the ${READ_MAX} latest of ${decisions} decisions`;
  const ignored =
    "the official records were not asked: this service does not fetch from them, so the wish for the latest report was passed over";
  return [
    note(only, { code: "opinions_only" }),
    ...(decisions > READ_MAX ? [note(unread, { code: "decisions_unread" })] : []),
    ...(refresh ? [note(ignored, { code: "no_refresh" })] : []),
  ];
}

/** Of the copies and opinions of each decision the first. */
function onePerDecision(views: readonly OpinionView[]): OpinionView[] {
  const works = new Map<string, OpinionView>();
  for (const view of views) if (!works.has(view.record.workId)) works.set(view.record.workId, view);
  return [...works.values()];
}

function isRead(decisions: readonly OpinionView[]): (view: OpinionView) => boolean {
  const clusters = new Set(decisions.map(({ record }) => record.clusterId));
  return ({ record }) => clusters.has(record.clusterId);
}

async function findCase(
  { db, views }: ReadingSources,
  named: DocketNamed | null,
): Promise<{ readonly views: readonly OpinionView[] } | Refused> {
  if (named === null) return refused("invalid_reference", "neither a case nor a docket is named", "no_reference");
  const ids = named.by === "case" ? await byCase(db, named.id) : await byNumber(db, named);
  if ("status" in ids) return ids;
  const read = await views.read(ids, { content: false, treatments: false });
  const fitting = named.by === "docket" && named.caseName !== null ? named.caseName : null;
  const meant = fitting === null ? read : read.filter(isCalled(fitting));
  const cases = new Map((meant.length > 0 ? meant : read).map((view) => [view.record.caseId, view]));
  if (cases.size > 1) {
    const candidates = [...cases.values()].slice(0, CANDIDATES_MAX).map(documentOf);
    return {
      ...refused("ambiguous", "several cases bear this number; choose one by its id", "several_cases"),
      candidates,
    };
  }
  const [only] = cases.keys();
  const ofCase = only === undefined ? [] : read.filter(({ record }) => record.caseId === only);
  if (ofCase.length > 0) return { views: ofCase };
  return refused("not_found", "nothing is held of this case", "case_not_held");
}

async function byCase(db: ReadingSources["db"], id: string): Promise<readonly string[] | Refused> {
  if (kindOfId(id) !== "case") return refused("invalid_reference", idFault(id, "case") ?? "", "no_case_id");
  const ids = await opinionIdsOfCase(db, id.toLowerCase());
  return ids.length > 0 ? ids : refused("not_found", `nothing is held of the case ${id}`, "case_not_held");
}

async function byNumber(
  db: ReadingSources["db"],
  { court, docketNumber }: Extract<DocketNamed, { by: "docket" }>,
): Promise<readonly string[] | Refused> {
  const named = courtsNamed(court);
  if ("unknown" in named) return { ...refused("invalid_reference", "", ""), note: named.unknown };
  const found = await Promise.all(named.courts.map(async ({ id }) => findByDocket(db, { courtId: id, docketNumber })));
  const ids = found.flat();
  if (ids.length > 0) return ids;
  const where = named.courts[0]?.fullName ?? court;
  const message = `nothing is held of the docket ${docketNumber.slice(0, 100)} in ${where}, and dockets are not fetched here`;
  return refused("not_found", message, "docket_not_held");
}

/** Every telling word of the name stands in the caption. */
function isCalled(name: string): (view: OpinionView) => boolean {
  const asked = tellingWords(name, "search");
  return ({ record }) => {
    const own = new Set([...tellingWords(record.caption, "search"), ...tellingWords(record.caseName, "search")]);
    return asked.every((word) => own.has(word));
  };
}

function refused(status: Refused["status"], message: string, code: string): Refused {
  return { ...refusal(status, message, code), status };
}
