import { OnpointError } from "#base/errors.ts";
import { collapseSpace } from "#text/typography.ts";
import { dispositionOf } from "#analysis/disposition.ts";
import type { Analysis, Proposition, Quote, Source } from "#analysis/model.ts";
import { sectionLabel } from "#analysis/sections.ts";
import { withBearings } from "./bearings.ts";
import { propositionOf, readable } from "./proposition.ts";
import { readQuestion } from "./question.ts";
import type { Question } from "./question.ts";
import { rank } from "./ranking.ts";
import { roleOf } from "./role.ts";
import { selectPassages } from "./select.ts";
import type { Passage } from "./select.ts";
import { stockOf } from "./stock.ts";
import { isSupported } from "./support.ts";
import { unitsOf } from "./units.ts";

export const NO_MODEL_WARNING =
  "No language model was used: passages were chosen by the words they share with the question, and may miss what is said in other words.";

/**
 * Answers from the words of the source alone: its sentences are ranked for each part of the question, the best are quoted
 * with what stands beside them, and parts that no passage supports are named. Pure; the same question and source give
 * the same answer.
 */
export function readExtractively(questionText: string, source: Source, signal?: AbortSignal): Analysis {
  const question = readQuestion(questionText);
  const units = unitsOf(source);
  stopIfAborted(signal);
  const stock = stockOf(units);
  const rankings = rank(question, stock);
  stopIfAborted(signal);
  const terms = question.parts.map((asked) => asked.terms);
  const passages = selectPassages(units, withBearings(rankings, units), terms);
  const supported = question.parts.map((asked, part) => isSupported(asked, stock, rankings[part] ?? [], passages));
  const doesNotAddress = question.parts.filter((_, part) => supported[part] !== true).map(({ text }) => text);
  const propositions = passages.map((passage) => propositionFrom(passage, source));
  const disposition = dispositionOf(source);
  return {
    answer: answerFrom(question, passages, supported),
    propositions,
    doesNotAddress,
    summary: summaryFrom(propositions, disposition),
    disposition,
    warnings: [NO_MODEL_WARNING],
    quotesDropped: 0,
  };
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
