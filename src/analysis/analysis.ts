import { messageOf, OnpointError } from "#base/errors.ts";
import type { Analysis, Analyst, Source } from "./model.ts";
import { candidatesExtractively, NO_MODEL_WARNING, readExtractively } from "./readers/extractive/extractive.ts";
import { QUESTION_CHARS_MAX } from "./readers/extractive/question.ts";
import { configuredModel } from "./readers/model/configured.ts";
import type { AnalysisConfig, ConfiguredModel } from "./readers/model/configured.ts";
import type { ModelReader } from "./readers/model/model-reader.ts";
import type { CandidatesIn } from "./readers/model/second-look.ts";

export type { Analysis, Analyst, Section, Source } from "./model.ts";
export { isForeignTo, stemsOf } from "./dockets/foreign.ts";
export { relevantEntries } from "./dockets/relevant-entries.ts";
export type { DocketLine } from "./dockets/relevant-entries.ts";
export { weighLines } from "./dockets/weigh-lines.ts";
export type { WeighedLines } from "./dockets/weigh-lines.ts";

export { has as saysWhatIsWanted, wantedOf } from "./readers/extractive/wanted.ts";
export { partsOfQuestion } from "./readers/extractive/question.ts";
export { ReadingThreads } from "./readers/extractive/reading-thread.ts";
export type { AnalysisConfig } from "./readers/model/configured.ts";

/** Whether the words of an analysis are those of its source alone: no model made them. */
export function isWithoutModel({ warnings }: Pick<Analysis, "warnings">): boolean {
  return warnings.includes(NO_MODEL_WARNING);
}

const WITHOUT_MODEL: AnalysisConfig = {
  analysisProvider: null,
  analysisUrl: null,
  analysisModel: null,
  analysisKey: null,
  analysisReads: "document",
  analysisFallback: true,
  analysisTimeoutSeconds: 120,
  analysisAttempts: 3,
  analysisTokens: 400_000,
  analysisPriceIn: 0,
  analysisPriceOut: 0,
  analysisCost: null,
};

/**
 * Who reads a source for a question, as it is configured: a language model, or a reader without one. Throws
 * `invalid_configuration` for a model of which too little is said. `withoutModel` reads where no model does, and
 * `candidatesIn` finds the sentences among which one chooses: on the asking thread unless it is said otherwise.
 */
export function openAnalyst(
  config: AnalysisConfig = WITHOUT_MODEL,
  withoutModel: (...asked: Parameters<Analyst["analyse"]>) => Analysis | Promise<Analysis> = readExtractively,
  candidatesIn: CandidatesIn = candidatesExtractively,
): Analyst {
  const configured = configuredModel(config);
  const read = configured === undefined ? undefined : readerOf(configured, candidatesIn);
  return {
    analyse: async (question, source, signal) => {
      checkLimits(question, source);
      if (read === undefined) return withoutModel(question, source, signal);
      try {
        return await read(question, source, signal);
      } catch (thrown) {
        if (!config.analysisFallback || signal?.aborted === true) throw thrown;
        const instead = await withoutModel(question, source, signal);
        return { ...instead, warnings: [`${messageOf(thrown)}.`, ...instead.warnings] };
      }
    },
  };
}

/** The libraries that models are asked with take as much memory as all else that reads: the first question loads them. */
function readerOf(configured: ConfiguredModel, candidatesIn: CandidatesIn): ModelReader {
  let loaded: Promise<ModelReader> | undefined;
  const load = async (): Promise<ModelReader> => {
    if (configured.reads === "passages") {
      const { secondLook } = await import("./readers/model/second-look.ts");
      return secondLook(configured, candidatesIn);
    }
    const { modelReader } = await import("./readers/model/model-reader.ts");
    return modelReader(configured);
  };
  return async (...asked) => (await (loaded ??= load()))(...asked);
}

/** No decision held comes near it: the longest of the shared data has 1.2 million characters. */
export const SOURCE_CHARS_MAX = 2_000_000;

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
