import { partsOfQuestion } from "#analysis/analysis.ts";
import { writtenOut } from "#dockets/document-types/short-forms.ts";
import type { DocketEntry } from "#dockets/model.ts";
import type { Analysis, Analyst, SourcePart } from "../analyst.ts";
import { unlessFailing } from "../cases/analysed.ts";
import { answerOfDocket } from "./answer-of-docket.ts";
import type { DocketAnalysis } from "./answer-of-docket.ts";
import type { DocketView, EntryWithDocuments } from "./model.ts";
import { relevantEntry, selectEntries } from "./select.ts";
import type { Selection, WeighLines } from "./select.ts";
import { factsOf, linesOf } from "./sheet.ts";

type Sheet = {
  readonly view: DocketView;
  readonly entries: readonly EntryWithDocuments[];
  readonly isWhole: boolean;
};

/** The entries that bear on the question and what they say to it; undefined where whoever reads them failed. */
export async function answerFromSheet(
  { analyst, weighLines }: { readonly analyst: Analyst; readonly weighLines: WeighLines },
  asked: string,
  sheet: Sheet,
  signal: AbortSignal | undefined,
): Promise<{ readonly chosen: Selection; readonly analysis: Analysis } | undefined> {
  const { view, entries } = sheet;
  const question = writtenOut(asked);
  const chosen = await unlessFailing(async () => selectEntries(weighLines, question, entries, signal), signal);
  if (chosen === undefined) return undefined;
  const source = { kind: "docket" as const, parts: partsOf(question, view, entries, chosen) };
  const isOfAPlace = chosen.isOfRulings || chosen.isOfAnEnd;
  const { foreign, bearings } = chosen;
  const about = { question, ...sheet, source, isOfAPlace, foreign, bearings };
  const answered = await answerOfDocket(analyst, about, signal);
  return answered && { analysis: answered.analysis, chosen: withThose(answered, chosen, entries) };
}

/** Of what bears on a question that a rule answers, so many are told beside the entries of the rule. */
const BESIDE_RULE_MAX = 3;

/** The entries that a rule has found come first. */
function withThose(
  { entries, isByRule }: DocketAnalysis,
  chosen: Selection,
  all: readonly EntryWithDocuments[],
): Selection {
  const found = new Set(entries.map(({ id }) => id));
  const others = chosen.entries.filter(({ entry, filing }) => !found.has(entry.id) || (filing?.attachment ?? 0) > 0);
  return {
    ...chosen,
    entries: [
      ...entries.map((entry) => relevantEntry(entry, "it answers the question", all)),
      ...others.slice(0, isByRule ? BESIDE_RULE_MAX : others.length),
    ],
  };
}

/** The facts of the docket, then the entries that are read, each a part of its own. */
function partsOf(
  question: string,
  view: DocketView,
  all: readonly DocketEntry[],
  { read, bearings, isOfRulings, isOfAnEnd }: Pick<Selection, "read" | "bearings" | "isOfRulings" | "isOfAnEnd">,
): SourcePart[] {
  return [
    partOf(
      view.docket.id,
      factsOf(view, isOfAnEnd && !isOfRulings ? all : []).join("\n\n"),
      partsOfQuestion(question).map(bearingOfFacts),
    ),
    ...read.map((entry) => partOf(entry.id, linesOf(entry).join("\n\n"), bearings.get(entry.id))),
  ];
}

/** What a docket says of itself beside its entries answers few questions. */
function bearingOfFacts(part: string): number {
  return OF_FACTS.test(part) ? 0 : -2.5;
}

const OF_FACTS =
  /\b(?:represents?|represented|counsel|lawyers?|attorneys?|parties|who (?:is|are|was|were) the|judge (?:is )?assigned|counts?|charged?|related cases?|panel|chapter)\b/iu;

function partOf(id: string, text: string, bearings: readonly number[] | undefined): SourcePart {
  return { id, text, section: null, url: null, pages: [], ...(bearings === undefined ? {} : { bearings }) };
}
