import { OnpointError } from "#base/errors.ts";
import type { Analysis, Analyst, Source } from "../analyst.ts";

/** What a source says, or undefined where whoever reads it failed. */
export async function analysed(
  analyst: Analyst,
  question: string,
  source: Source,
  signal: AbortSignal | undefined,
): Promise<Analysis | undefined> {
  try {
    return await analyst.analyse(question, source, signal);
  } catch (thrown) {
    signal?.throwIfAborted();
    if (thrown instanceof OnpointError && thrown.code !== "invalid_input") return undefined;
    throw thrown;
  }
}
