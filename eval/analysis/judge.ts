import { relevantEntries } from "#analysis/analysis.ts";
import type { Analysis } from "#analysis/analysis.ts";
import { countWords } from "#analysis/quotes/truncate.ts";
import { stemKeyOf } from "#text/stem.ts";
import { tokenize } from "#text/tokenize.ts";
import { isFunctionWord } from "#text/function-words.ts";
import type { Labelled } from "./questions.ts";
import type { Document } from "./sources.ts";

/** What one answer was worth. */
export type Judged = {
  readonly labelled: Labelled;
  readonly analysis: Analysis;
  /** Parts of the answer, and those of which a listed quote stands in a returned one. */
  readonly parts: number;
  readonly found: readonly boolean[];
  /** Whether what was found is attributed to the section it stands in; null where there is nothing to judge. */
  readonly isSectionRight: boolean | null;
  readonly entriesWanted: number;
  readonly entriesFound: number;
  /** Quotes that are not a run of the source, or too long. */
  readonly falseQuotes: number;
  readonly isToldUnanswered: boolean;
  /** Of what nothing answers, whether the part that was told is the one. */
  readonly isRightPart: boolean;
};

const ENTRIES_MAX = 15;
const QUOTE_WORDS_MAX = 80;
const PROPOSITIONS_MAX = 6;

export function judge(labelled: Labelled, document: Document, analysis: Analysis): Judged {
  const quotes = analysis.propositions.slice(0, PROPOSITIONS_MAX);
  const texts = quotes.map(({ quote }) => bare(quote.text));
  const found = labelled.spans.map((span) => span.some((one) => texts.some((text) => text.includes(bare(one)))));
  const falseQuotes = quotes.filter(({ quote }) => {
    const part = document.source.parts.find(({ id }) => id === quote.partId);
    return part?.text.slice(quote.start, quote.end) !== quote.text || countWords(quote.text) > QUOTE_WORDS_MAX;
  }).length;
  const labels = new Map(document.lines.map(({ id, label }) => [id, label]));
  const told = new Set(
    relevantEntries(labelled.question, document.lines, ENTRIES_MAX).map(({ id }) => labels.get(id) ?? ""),
  );
  const entries = labelled.entries ?? [];
  const unanswered = labelled.unanswered ?? [];
  return {
    labelled,
    analysis,
    parts: labelled.spans.length,
    found,
    isSectionRight: sectionRight(labelled, analysis),
    entriesWanted: entries.length,
    entriesFound: entries.filter((entry) => told.has(entry)).length,
    falseQuotes,
    isToldUnanswered: analysis.doesNotAddress.length > 0,
    isRightPart:
      labelled.type === "unanswerable" ||
      unanswered.some((part) => analysis.doesNotAddress.some((one) => sharesWord(part, one))),
  };
}

/** Of a quote that answers a question about a separate opinion, whether it is told to be that opinion's. */
function sectionRight({ section, spans }: Labelled, { propositions }: Analysis): boolean | null {
  if (section === undefined) return null;
  const hits = propositions.filter(({ quote }) => spans.flat().some((one) => bare(quote.text).includes(bare(one))));
  if (hits.length === 0) return null;
  return hits.every((hit) =>
    section === "majority" ? hit.section === null : (hit.section?.startsWith(section) ?? false),
  );
}

export function bare(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim();
}

export function sharesWord(one: string, other: string): boolean {
  const stems = new Set(contentStems(one));
  return contentStems(other).some((stem) => stems.has(stem));
}

function contentStems(text: string): string[] {
  return tokenize(text)
    .filter((token) => !isFunctionWord(token.text))
    .map((token) => stemKeyOf(token.text));
}

/** Figures of some answers; shares of what is there to be judged. */
export function figuresOf(judged: readonly Judged[]): Record<string, number> {
  const figures: Record<string, number> = { questions: judged.length };
  for (const kind of ["opinion", "law", "docket"] as const) {
    for (const wording of ["plain", "own"] as const) {
      const some = judged.filter(({ labelled }) => labelled.kind === kind && labelled.wording === wording);
      put(
        figures,
        `${kind} ${wording}: parts quoted`,
        some.map((one) => [count(one.found), one.parts]),
      );
    }
  }
  for (const type of [...new Set(judged.map(({ labelled }) => labelled.type))].toSorted()) {
    const some = judged.filter(({ labelled }) => labelled.type === type && labelled.kind !== "docket");
    put(
      figures,
      `${type}: parts quoted`,
      some.map((one) => [count(one.found), one.parts]),
    );
  }
  put(
    figures,
    "docket entries within 15",
    judged.map((one) => [one.entriesFound, one.entriesWanted]),
  );
  const sections = judged.filter(({ isSectionRight }) => isSectionRight !== null);
  put(
    figures,
    "section right",
    sections.map((one) => [Number(one.isSectionRight), 1]),
  );
  Object.assign(figures, unansweredFigures(judged));
  figures["quotes not verbatim"] = judged.reduce((sum, { falseQuotes }) => sum + falseQuotes, 0);
  return figures;
}

/** A partly answered question counts as told only where the part that is told shares a word with the one that is not answered. */
function unansweredFigures(judged: readonly Judged[]): Record<string, number> {
  const isOpen = ({ labelled }: Judged): boolean => (labelled.unanswered ?? []).length > 0;
  const right = judged.filter((one) => isOpen(one) && one.isToldUnanswered && one.isRightPart).length;
  const told = judged.filter((one) => one.isToldUnanswered).length;
  const open = judged.filter(isOpen).length;
  const [precision, recall] = [told === 0 ? 0 : right / told, open === 0 ? 0 : right / open];
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { "not addressed: precision": precision, "not addressed: recall": recall, "not addressed: F1": f1 };
}

function put(figures: Record<string, number>, name: string, counts: readonly (readonly [number, number])[]): void {
  const of = counts.reduce((sum, [, whole]) => sum + whole, 0);
  if (of > 0) figures[name] = counts.reduce((sum, [part]) => sum + part, 0) / of;
}

function count(found: readonly boolean[]): number {
  return found.filter(Boolean).length;
}
