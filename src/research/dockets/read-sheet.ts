import { writtenOut } from "#dockets/document-types/short-forms.ts";
import type { DocketEntry } from "#dockets/model.ts";
import type { Analysis, Analyst, SourcePart } from "../analyst.ts";
import { unlessFailing } from "../cases/analysed.ts";
import { answerOfDocket } from "./answer-of-docket.ts";
import type { DocketView, EntryWithDocuments } from "./model.ts";
import { selectEntries } from "./select.ts";
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
  const source = { kind: "docket" as const, parts: partsOf(view, entries, chosen) };
  const isOfAPlace = chosen.isOfRulings || chosen.isOfAnEnd;
  const about = { question, ...sheet, source, isOfAPlace, foreign: chosen.foreign };
  const analysis = await answerOfDocket(analyst, about, signal);
  return analysis && { chosen, analysis };
}

/** The facts of the docket, then the entries that are read, each a part of its own. */
function partsOf(
  view: DocketView,
  all: readonly DocketEntry[],
  { read, isOfRulings }: Pick<Selection, "read" | "isOfRulings">,
): SourcePart[] {
  return [
    partOf(view.docket.id, factsOf(view, isOfRulings ? [] : all).join("\n\n")),
    ...read.map((entry) => partOf(entry.id, linesOf(entry).join("\n\n"))),
  ];
}

function partOf(id: string, text: string): SourcePart {
  return { id, text, section: null, url: null, pages: [] };
}
