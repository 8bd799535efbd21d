import { OnpointError } from "#base/errors.ts";
import type { Analyst, Source } from "./model.ts";
import { readExtractively } from "./readers/extractive/extractive.ts";
import { QUESTION_CHARS_MAX } from "./readers/extractive/question.ts";

export type { Analysis, Analyst, Section, Source } from "./model.ts";
export { relevantEntries } from "./dockets/relevant-entries.ts";
export type { DocketLine } from "./dockets/relevant-entries.ts";

/** The settings of this folder. */
export type AnalysisConfig = Readonly<Record<string, never>>;

/** Who reads a source for a question, as it is configured. */
export function openAnalyst(_config: AnalysisConfig = {}): Analyst {
  return {
    analyse: async (question, source, signal) => {
      checkLimits(question, source);
      return readExtractively(question, source, signal);
    },
  };
}

/** No decision held comes near it: the longest of the shared data has 1.2 million characters. */
export const SOURCE_CHARS_MAX = 8_000_000;

function checkLimits(question: string, source: Source): void {
  if (question.trim() === "") throw questionFault("the question is empty", "Ask what the document is to tell.");
  if (question.length > QUESTION_CHARS_MAX) {
    throw questionFault(`the question has more than ${QUESTION_CHARS_MAX} characters`, "Ask one thing at a time.");
  }
  const chars = source.parts.reduce((sum, { text }) => sum + text.length, 0);
  if (chars > SOURCE_CHARS_MAX) {
    throw new OnpointError("too_large", `the document has more than ${SOURCE_CHARS_MAX} characters`, {
      hint: "Read it at its address.",
    });
  }
}

function questionFault(message: string, hint: string): OnpointError {
  return new OnpointError("invalid_input", message, { hint, faults: [{ path: "question", message }] });
}
