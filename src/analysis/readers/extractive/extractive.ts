import { OnpointError } from "#base/errors.ts";
import { collapseSpace } from "#text/typography.ts";
import { dispositionOf } from "#analysis/disposition.ts";
import { isDecision } from "#analysis/model.ts";
import type { Analysis, Proposition, Quote, Source } from "#analysis/model.ts";
import { isSeparate, sectionLabel } from "#analysis/sections.ts";
import { opinionAnswer } from "./answer.ts";
import { answeredOf } from "./answerable.ts";
import { candidatesOf } from "./candidates.ts";
import type { Candidates } from "./candidates.ts";
import type { Answered } from "./answerable.ts";
import { withBearings } from "./bearings.ts";
import { isIn, sectionAskedOf } from "./features.ts";
import { isGeneral, rankGenerally } from "./general.ts";
import { propositionOf, readable } from "./proposition.ts";
import { readQuestion } from "./question.ts";
import type { Question } from "./question.ts";
import { rank, rankOpinion } from "./ranking.ts";
import type { Ranking } from "./ranking.ts";
import { roleOf } from "./role.ts";
import { selectPassages } from "./select.ts";
import type { Passage } from "./select.ts";
import { stockOf } from "./stock.ts";
import type { Stock } from "./stock.ts";
import { isSupported } from "./support.ts";
import { unitsOf } from "./units.ts";
import type { Unit } from "./units.ts";

export const NO_MODEL_WARNING =
  "No language model was used: passages were chosen by the words they share with the question, and may miss what is said in other words.";

/**
 * Answers from the words of the source alone: its sentences are ranked for each part of the question, the best are quoted
 * with what stands beside them, and parts that no passage supports are named. Pure; the same question and source give
 * the same answer.
 */
export function readExtractively(questionText: string, source: Source, signal?: AbortSignal): Analysis {
  const question = readQuestion(questionText);
  const stock = stockOf(unitsIn(source, signal));
  return analysisOf(question, source, stock, lookIn(question, source, stock, signal));
}

/** What a reader with a model may choose from, beside what this reader says by itself. */
export function candidatesExtractively(questionText: string, source: Source, signal?: AbortSignal): Candidates {
  const question = readQuestion(questionText);
  const stock = stockOf(unitsIn(source, signal));
  const found = lookIn(question, source, stock, signal);
  return {
    parts: question.parts.map(({ text }) => collapseSpace(text)),
    candidates: candidatesOf(question, stock.units, withBearings(found.rankings, stock.units), source.kind),
    withoutModel: analysisOf(question, source, stock, found),
  };
}

function unitsIn(source: Source, signal: AbortSignal | undefined): Unit[] {
  const units = unitsOf(source);
  stopIfAborted(signal);
  return units;
}

function lookIn(question: Question, source: Source, stock: Stock, signal: AbortSignal | undefined): Found {
  return isDecision(source) ? foundInOpinion(question, stock, signal) : foundIn(question, stock, signal);
}

function analysisOf(
  question: Question,
  source: Source,
  { units }: Stock,
  { passages, rankings, answered }: Found,
): Analysis {
  const isAnswered = answered.map((one) => one === "answered");
  const propositions = passages.map((passage) => propositionFrom(passage, source));
  const disposition = dispositionOf(source);
  return {
    answer: isDecision(source)
      ? opinionAnswer(question, units, rankings, isAnswered, { source, disposition })
      : answerFrom(question, passages, isAnswered),
    propositions,
    doesNotAddress: question.parts.filter((_, part) => isAnswered[part] !== true).map(({ text }) => text),
    summary: summaryFrom(propositions, disposition),
    disposition,
    warnings: [NO_MODEL_WARNING, ...(isDecision(source) ? lackingOpinion(question.text, units) : [])],
    quotesDropped: 0,
  };
}

/** That an opinion is asked for of which none could be told apart: what is quoted then is what others say of it. */
function lackingOpinion(question: string, units: readonly Unit[]): string[] {
  const about = sectionAskedOf(question);
  if (about === null || units.some((unit) => isIn(unit, about))) return [];
  if (about.kind === null && !/\bJustice\b/u.test(question)) return [];
  const called = about.kind ?? "separate opinion of that justice";
  return [`No ${called} could be told apart in the text that is held; what is quoted is what others say of it.`];
}

type Found = {
  readonly rankings: readonly Ranking[];
  readonly passages: readonly Passage[];
  readonly answered: readonly Answered[];
};

function foundIn(question: Question, stock: Stock, signal: AbortSignal | undefined): Found {
  const rankings = rank(question, stock);
  stopIfAborted(signal);
  const terms = question.parts.map((asked) => asked.terms);
  const passages = selectPassages(stock.units, withBearings(rankings, stock.units), terms);
  const answered = question.parts.map((asked, part): Answered =>
    isSupported(asked, stock, rankings[part] ?? [], passages) ? "answered" : "open",
  );
  return { rankings, passages, answered };
}

/** Of what an opinion leaves open, the nearest passages are shown; of what it does not speak of, none. */
const NEAREST_SHOWN = 3;

function foundInOpinion(question: Question, stock: Stock, signal: AbortSignal | undefined): Found {
  const { units } = stock;
  const general = question.parts.map(isGeneral);
  const rankings = rankOpinion(question, stock).map((ranking, part) => {
    const asked = question.parts[part];
    return asked !== undefined && general[part] === true ? rankGenerally(asked, question, units) : ranking;
  });
  stopIfAborted(signal);
  const terms = question.parts.map((asked) => asked.terms);
  const first = selectPassages(units, rankings, terms);
  const answered = question.parts.map((asked, part): Answered => {
    if (general[part] === true && first.length > 0) return "answered";
    return answeredOf(asked, stock, rankings[part] ?? [], first);
  });
  const foreign = answered.map((one) => one === "foreign");
  const passages = foreign.includes(true) ? selectPassages(units, rankings, terms, foreign) : first;
  const shown = passages.filter(({ asked }, at) => {
    const before = passages.slice(0, at).filter((one) => one.asked === asked).length;
    return answered[asked] === "answered" || before < NEAREST_SHOWN;
  });
  const isOfSeparate = sectionAskedOf(question.text) !== null;
  const isLate = ({ unit }: Passage): number => Number(!isOfSeparate && isSeparate(unit.section));
  return { rankings, answered, passages: shown.toSorted((one, other) => isLate(one) - isLate(other)) };
}

function propositionFrom(passage: Passage, source: Source): Proposition {
  const { unit, start, end, isTruncated, value } = passage;
  const quote: Quote = { partId: unit.part.id, start, end, text: unit.part.text.slice(start, end), isTruncated };
  return {
    proposition: propositionOf(unit, source.kind),
    quote,
    section: unit.isFront ? "head of the decision" : sectionLabel(unit.section),
    role: roleOf(unit),
    score: 1 / (1 + Math.exp(-value / 3)),
  };
}

function answerFrom(question: Question, passages: readonly Passage[], supported: readonly boolean[]): string {
  const said = question.parts.flatMap((asked, part) => {
    const [best] = passages.filter(({ asked: of }) => of === part).toSorted((one, other) => other.value - one.value);
    if (best === undefined || supported[part] !== true) return [];
    const lead =
      question.parts.length === 1 ? "The text states" : `On \u201c${collapseSpace(asked.text)}\u201d the text states`;
    return [`${lead}: \u201c${readable(best.unit.text)}\u201d`];
  });
  const missing = question.parts.filter((_, part) => supported[part] !== true).map(({ text }) => collapseSpace(text));
  const open = missing.length === 0 ? [] : [`No passage was found that answers: ${missing.join("; ")}.`];
  return [...said, ...open, "No language model was used; these are the text's own words."].join(" ");
}

function summaryFrom(propositions: readonly Proposition[], disposition: string | null): string {
  const holding = propositions.find(({ role, section }) => role === "holding" && section === null) ?? propositions[0];
  return [holding?.proposition ?? "", disposition === null ? "" : `Disposition: ${readable(disposition)}`]
    .filter((text) => text !== "")
    .join(" ");
}

function stopIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true)
    throw new OnpointError("unavailable", "the analysis was cancelled before it was done", { cause: signal.reason });
}
