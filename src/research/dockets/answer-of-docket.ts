import { isForeignTo, partsOfQuestion, stemsOf } from "#analysis/analysis.ts";
import type { Analysis, Analyst, Source } from "../analyst.ts";
import { analysed } from "../cases/analysed.ts";
import { factsAsked } from "./asked-facts.ts";
import { rulingsAsked } from "./asked-rulings.ts";
import type { DocketView, EntryWithDocuments } from "./model.ts";

type Asked = {
  readonly question: string;
  readonly view: DocketView;
  /** Those that are weighed. */
  readonly entries: readonly EntryWithDocuments[];
  /** The entries are all that there are up to the day of the sheet. */
  readonly isWhole: boolean;
  readonly source: Source;
  /** What may stand in it under any words is asked for: rulings, or what stands at an end. */
  readonly isOfAPlace: boolean;
  /** The things that are asked that are foreign to all weighed entries, of which the source has those that bear on them. */
  readonly foreign: readonly string[];
};

/**
 * What a docket says to a question: the facts that it tells of itself, and what became of motions, are told by rule, what
 * is foreign to all of its words is not put to whoever reads, and the rest is read. Undefined where whoever reads it failed.
 */
export async function answerOfDocket(
  analyst: Analyst,
  { question, source, isOfAPlace, foreign, ...sheet }: Asked,
  signal: AbortSignal | undefined,
): Promise<Analysis | undefined> {
  const stems = stemsOf(foreign.length === 0 ? [] : source.parts.map(({ text }) => text));
  const asked = partsOfQuestion(question);
  const parts = asked.map((part) => {
    const leans = asked.length > 1 && LEANS.test(part);
    const rulings = leans ? undefined : rulingsAsked(part, sheet);
    const facts = rulings?.sentences ?? (leans ? undefined : factsAsked(part, sheet.view));
    const isForeign = facts === undefined && !isOfAPlace && foreign.includes(part) && isForeignTo(part, stems);
    return { part, facts, isForeign, isOpen: isForeign || rulings?.isOpen === true };
  });
  const open = parts.filter(({ facts, isForeign }) => facts === undefined && !isForeign).map(({ part }) => part);
  if (open.length === parts.length) return analysed(analyst, question, source, signal);
  const rest = open.length === 0 ? NOTHING_READ : await analysed(analyst, open.join("; "), source, signal);
  if (rest === undefined) return undefined;
  const told = parts.flatMap(({ part, facts }) => (facts === undefined ? [] : [toldAs(part, facts, parts.length)]));
  const unanswered = parts.flatMap(({ part, isOpen }) => (isOpen ? [part] : []));
  const absent = parts.flatMap(({ part, isForeign }) => (isForeign ? [part] : []));
  const unsaid = absent.length === 0 ? [] : [`The docket as it is held says nothing of: ${absent.join("; ")}.`];
  return {
    ...rest,
    answer: [...told, ...unsaid, rest.answer].filter((text) => text !== "").join(" "),
    doesNotAddress: [...unanswered, ...rest.doesNotAddress],
  };
}

/** It asks of what another part of the question names, and not of the case. */
const LEANS = /^(?:at|by|for|from|in|on|to|under|with)\b|\b(?:it|its|they|them|their|that|those)\b/iu;

function toldAs(part: string, facts: readonly string[], parts: number): string {
  const lead = parts === 1 ? "The docket tells" : `On “${part}” the docket tells`;
  return `${lead}: ${facts.join(" ")}`;
}

const NOTHING_READ: Analysis = {
  answer: "",
  propositions: [],
  doesNotAddress: [],
  summary: "",
  disposition: null,
  warnings: [],
  quotesDropped: 0,
};
