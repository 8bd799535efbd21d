import type { Reader } from "#db/connection.ts";
import { readOpinions } from "#opinions/store/read.ts";
import type { Analyst } from "../analyst.ts";
import type { Note } from "../note.ts";
import type { OpinionView } from "../opinions.ts";
import { analysed } from "./analysed.ts";
import type { DecisionsRead } from "./answers.ts";
import { documentOf } from "./document-view.ts";
import { note } from "./model.ts";
import { partOf } from "./source.ts";

/** Contract of the tools, section 8. */
const DECISIONS_MAX = 40;
/** Decisions whose texts answer the question. */
const READ_MAX = 8;

/** Answers from the decisions of a case of which no docket is held; undefined where whoever reads them failed. */
export async function analyseDecisions(
  { db, analyst }: { readonly db: Reader; readonly analyst: Analyst },
  question: string,
  views: readonly OpinionView[],
  signal?: AbortSignal,
): Promise<DecisionsRead | undefined> {
  const decisions = onePerDecision(views);
  const texts = await readOpinions(
    db,
    views.filter(isRead(decisions.slice(0, READ_MAX))).map(({ record }) => record.id),
    { content: true },
  );
  const parts = texts.map(partOf).filter(({ text }) => text.trim() !== "");
  const analysis = await analysed(analyst, question, { kind: "opinion", parts }, signal);
  if (analysis === undefined) return undefined;
  return {
    status: "ok",
    decisions: decisions.slice(0, DECISIONS_MAX).map(documentOf),
    decisionsLeftOut: Math.max(0, decisions.length - DECISIONS_MAX),
    analysis,
    notes: notesOf(decisions.length),
  };
}

function notesOf(decisions: number): Note[] {
  const only =
    "no docket sheet of this case is held: the answer comes from its decisions alone, and filings may exist that are not told here";
  const unread = `the question was put to the ${READ_MAX} latest of ${decisions} decisions`;
  return [
    note(only, { code: "opinions_only" }),
    ...(decisions > READ_MAX ? [note(unread, { code: "decisions_unread" })] : []),
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
