import type { Analysis, Analyst } from "../analyst.ts";
import type { CitatorReads } from "../opinion-views.ts";
import type { Unread } from "../unread.ts";
import type { NotRead, OpinionAnswer, OpinionAsked, PassagesAnswer, ReadDocument } from "./answers.ts";
import { analysed } from "./analysed.ts";
import { findDocument, refusal } from "./find-document.ts";
import type { DocumentSources, FoundDocument } from "./find-document.ts";
import { askedOfHistory, historyTold, historyUnknown } from "./later-history.ts";
import { passagesWith } from "./passages.ts";
import { readDocument, withStanding } from "./read-document.ts";

export type ReadingSources = DocumentSources & {
  readonly citator: Pick<CitatorReads, "standings">;
  readonly analyst: Analyst;
  readonly unread: Unread;
};

/** Answers a question from one decision. @throws OnpointError `invalid_input` for a question that cannot be read */
export async function analyseOpinion(
  sources: ReadingSources,
  { question, named }: OpinionAsked,
  signal?: AbortSignal,
): Promise<OpinionAnswer> {
  const found = await findDocument(sources, named);
  if ("status" in found) return found;
  const document = await readDocument(sources, found);
  if ("status" in document) return document;
  const analysis = await analysisOf(sources.analyst, question, document, signal);
  if (analysis !== undefined) {
    const warnings = [...saidOf(found), ...analysis.warnings, ...document.unread];
    return { status: "ok", document, analysis: { ...analysis, warnings } };
  }
  return failure({ document: withStanding(found.opinions[0], document.standing ?? UNKNOWN) });
}

/** What later decisions did to this one is told by them, and the rest of a question by its text. */
async function analysisOf(
  analyst: Analyst,
  question: string,
  document: ReadDocument,
  signal: AbortSignal | undefined,
): Promise<Analysis | undefined> {
  const source = { kind: "opinion", parts: document.parts } as const;
  const { ofHistory, ofText } = askedOfHistory(question, document.caseName);
  if (ofHistory.length === 0) return analysed(analyst, question, source, signal);
  const told = historyTold(document);
  const history = told ?? historyUnknown(document);
  const open = told === null ? ofHistory : [];
  if (ofText.length === 0) return { ...NOTHING_READ, answer: history, summary: history, doesNotAddress: open };
  const rest = await analysed(analyst, ofText.map((part) => `${part}?`).join(" "), source, signal);
  if (rest === undefined) return undefined;
  return { ...rest, answer: `${history} ${rest.answer}`, doesNotAddress: [...open, ...rest.doesNotAddress] };
}

const NOTHING_READ = { propositions: [], disposition: null, warnings: [], quotesDropped: 0 } as const;

const UNKNOWN = { status: "unknown", citationCount: 0, negative: 0, caution: 0, history: [], more: 0 } as const;

function failure(more: Partial<Pick<NotRead, "document">>): NotRead & { readonly status: "analysis_failed" } {
  const told = refusal("analysis_failed", "the document could not be analysed just now", "analysis_failed", more);
  return { ...told, status: "analysis_failed" };
}

/** Where a document says some words. */
export async function findInDocument(
  sources: ReadingSources,
  { question, named }: OpinionAsked,
): Promise<PassagesAnswer> {
  const found = await findDocument(sources, named);
  if ("status" in found) return found;
  const document = await readDocument(sources, found);
  if ("status" in document) return document;
  const passages = passagesWith(document.parts, question);
  return { status: "ok", document, passages, warnings: [...saidOf(found), ...document.unread] };
}

function saidOf({ respelled }: FoundDocument): string[] {
  return respelled === undefined ? [] : [respelled.message];
}
