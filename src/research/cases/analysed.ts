import { OnpointError } from "#base/errors.ts";
import type { Analysis, Analyst, Source } from "../analyst.ts";

/** What a source says, or undefined where whoever reads it failed. */
export async function analysed(
  analyst: Analyst,
  question: string,
  source: Source,
  signal: AbortSignal | undefined,
): Promise<Analysis | undefined> {
  return unlessFailing(async () => analyst.analyse(question, source, signal), signal);
}

/** What reading comes to, or undefined where it failed; what is wrong with the question is thrown. */
export async function unlessFailing<Value>(
  read: () => Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value | undefined> {
  try {
    return await read();
  } catch (thrown) {
    signal?.throwIfAborted();
    if (thrown instanceof OnpointError && thrown.code !== "invalid_input") return undefined;
    throw thrown;
  }
}
