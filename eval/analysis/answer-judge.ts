import type { Analysis } from "#analysis/analysis.ts";
import { tokenize } from "#text/tokenize.ts";
import { bare, sharesWord } from "./judge.ts";
import type { Labelled } from "./questions.ts";

/** What an `answer` was worth, with the entries told for it. */
export type AnswerJudged = {
  readonly labelled: Labelled;
  /** Of each part, whether the answer holds a marked quote. */
  readonly held: readonly boolean[];
  /** Of each part, whether one of the six propositions has a marked quote. */
  readonly quoted: readonly boolean[];
  /** Quotations in the answer, and those that hold a marked quote or are held by one. */
  readonly quotations: number;
  readonly quotationsRight: number;
  readonly propositions: number;
  readonly propositionsRight: number;
  readonly isToldUnanswered: boolean;
  readonly isRightPart: boolean;
  /** Entries told, those that are wanted, of these those told, and of the told those that are wanted. */
  readonly told: number;
  readonly wanted: number;
  readonly found: number;
  readonly toldRight: number;
};

/** Of a marked quote's words, how many must stand in one run: an answer cuts long lines. */
const RUN_SHARE_MIN = 0.6;
const QUOTATION = /“(?<words>(?:[^”“]|“[^”]*”)*)”/gu;

export function judgeAnswer(
  labelled: Labelled,
  { answer, propositions, doesNotAddress }: Pick<Analysis, "answer" | "propositions" | "doesNotAddress">,
): Omit<AnswerJudged, "told" | "wanted" | "found" | "toldRight"> {
  const quotes = propositions.slice(0, 6).map(({ quote }) => quote.text);
  const all = labelled.spans.flat();
  const said = quotationsIn(answer);
  const isRight = (text: string): boolean => all.some((quote) => holds(text, quote));
  const unanswered = labelled.unanswered ?? [];
  return {
    labelled,
    held: labelled.spans.map((span) => span.some((quote) => holds(answer, quote))),
    quoted: labelled.spans.map((span) => span.some((quote) => quotes.some((text) => bare(text).includes(bare(quote))))),
    quotations: said.length,
    quotationsRight: said.filter(isRight).length,
    propositions: quotes.length,
    propositionsRight: quotes.filter(isRight).length,
    isToldUnanswered: doesNotAddress.length > 0,
    isRightPart:
      labelled.type === "unanswerable" ||
      unanswered.some((part) => doesNotAddress.some((one) => sharesWord(part, one))),
  };
}

/** What stands in quotation marks; behind `On`, that is the question. */
function quotationsIn(answer: string): string[] {
  return [...answer.matchAll(QUOTATION)]
    .filter(({ index }) => !answer.slice(0, index).endsWith("On "))
    .map(({ groups }) => groups?.["words"] ?? "");
}

function holds(text: string, quote: string): boolean {
  if (bare(text).includes(bare(quote))) return true;
  const [wanted, has] = [wordsOf(quote), wordsOf(text)];
  return longestRun(wanted, has) >= Math.max(Math.min(wanted.length, 12), wanted.length * RUN_SHARE_MIN);
}

function wordsOf(text: string): string[] {
  return tokenize(text).map((token) => token.text.toLowerCase());
}

function longestRun(one: readonly string[], other: readonly string[]): number {
  const noRun = Array.from(other, () => 0);
  let [best, before] = [0, [0, ...noRun]];
  for (const word of one) {
    const now = [0, ...noRun];
    for (let at = 1; at <= other.length; at += 1) {
      if (other[at - 1] === word) now[at] = (before[at - 1] ?? 0) + 1;
      best = Math.max(best, now[at] ?? 0);
    }
    before = now;
  }
  return best;
}

export function figuresOfAnswers(judged: readonly AnswerJudged[]): Record<string, number> {
  const asked = judged.filter(({ held }) => held.length > 0);
  const isOpen = ({ labelled }: AnswerJudged): boolean => (labelled.unanswered ?? []).length > 0;
  const open = judged.filter(isOpen);
  const told = judged.filter(({ isToldUnanswered }) => isToldUnanswered);
  const right = open.filter((one) => one.isToldUnanswered && one.isRightPart).length;
  const [precision, recall] = [right / (told.length || 1), right / (open.length || 1)];
  const entries = judged.filter(({ wanted }) => wanted > 0);
  const share = (
    of: readonly AnswerJudged[],
    part: (one: AnswerJudged) => number,
    whole: (one: AnswerJudged) => number,
  ): number => sum(of, part) / (sum(of, whole) || 1);
  return {
    questions: judged.length,
    "answered, of those with an answer: any part": share(
      asked,
      ({ held }) => Number(held.includes(true)),
      () => 1,
    ),
    "parts that the answer holds": share(
      asked,
      ({ held }) => held.filter(Boolean).length,
      ({ held }) => held.length,
    ),
    "quotations in answers": sum(judged, (one) => one.quotations),
    "quotations in answers that answer": share(
      judged,
      (one) => one.quotationsRight,
      (one) => one.quotations,
    ),
    "parts quoted": share(
      asked,
      ({ quoted }) => quoted.filter(Boolean).length,
      ({ quoted }) => quoted.length,
    ),
    "propositions that answer": share(
      judged,
      (one) => one.propositionsRight,
      (one) => one.propositions,
    ),
    "not addressed: F1": precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall),
    "not addressed: precision": precision,
    "not addressed: recall": recall,
    "answerable called unanswered": judged.filter((one) => !isOpen(one) && one.isToldUnanswered).length,
    "unanswerable, of which nothing is quoted in the answer": open.filter(
      ({ labelled, quotations }) => labelled.type === "unanswerable" && quotations === 0,
    ).length,
    ...(entries.length === 0
      ? {}
      : {
          "entries within 15: recall": share(
            entries,
            (one) => one.found,
            (one) => one.wanted,
          ),
          "entries within 15: precision": share(
            entries,
            (one) => one.toldRight,
            (one) => one.told,
          ),
          "entries told, mean": sum(judged, (one) => one.told) / judged.length,
        }),
  };
}

function sum(of: readonly AnswerJudged[], value: (one: AnswerJudged) => number): number {
  return of.reduce((total, one) => total + value(one), 0);
}
