import { generateText, NoObjectGeneratedError, Output } from "ai";
import type { z } from "zod";
import { messageOf, OnpointError } from "#base/errors.ts";
import type { ConfiguredModel } from "./configured.ts";
import { languageModel } from "./provider.ts";
import { Spending } from "./spending.ts";

/** What a model is asked, and the shape of what it answers. */
export type Request<Answer> = {
  readonly instructions: string;
  readonly prompt: string;
  readonly shape: z.ZodType<Answer>;
  /** Tokens that an answer may have. */
  readonly answerTokens: number;
};

export type Asking = {
  readonly ask: <Answer>(request: Request<Answer>) => Promise<Answer>;
  readonly has: (request: Request<unknown>) => boolean;
};

/**
 * Asks a model for one question of a caller's: within the time, the tokens and the cost that one question may take.
 * @throws OnpointError `unavailable` when the service fails, is too slow, or its answers cannot be read.
 */
export function askerOf(
  configured: ConfiguredModel,
): <Result>(signal: AbortSignal | undefined, work: (asking: Asking) => Promise<Result>) => Promise<Result> {
  const model = languageModel(configured);
  return async (signal, work) => {
    const timeout = AbortSignal.timeout(configured.timeout_ms);
    const stop = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    const spending = new Spending(configured);
    try {
      return await work({
        ask: async (request) => askModel(model, configured, spending, request, stop),
        has: (request) => spending.has(charsOf(request), request.answerTokens),
      });
    } catch (thrown) {
      if (signal?.aborted === true)
        throw new OnpointError("unavailable", "the analysis was cancelled before it was done", { cause: thrown });
      if (timeout.aborted) throw failed(`no answer in ${configured.timeout_ms / 1_000} s`, thrown);
      throw thrown instanceof OnpointError ? thrown : failed(messageOf(thrown).slice(0, SAID_CHARS_MAX), thrown);
    }
  };
}

const SAID_CHARS_MAX = 200;

export function failed(why: string, cause?: unknown): OnpointError {
  return new OnpointError("unavailable", `the model for analysis fails: ${why}`, {
    hint: "Ask again later, or read the document at its address.",
    cause,
  });
}

function charsOf({ prompt, instructions }: Request<unknown>): number {
  return prompt.length + instructions.length;
}

async function askModel<Answer>(
  model: ReturnType<typeof languageModel>,
  { attempts }: ConfiguredModel,
  spending: Spending,
  request: Request<Answer>,
  abortSignal: AbortSignal,
): Promise<Answer> {
  const { instructions, prompt, shape, answerTokens } = request;
  const chars = charsOf(request);
  for (let attempt = 1; ; attempt += 1) {
    if (!spending.has(chars, answerTokens)) throw failed("the question would take more than one may");
    try {
      const { output, usage } = await generateText({
        model,
        instructions,
        prompt,
        output: Output.object({ schema: shape, name: "analysis" }),
        maxOutputTokens: answerTokens,
        maxRetries: attempts - 1,
        abortSignal,
        providerOptions: { anthropic: { structuredOutputMode: "outputFormat" } },
      });
      spending.add(chars, usage, answerTokens);
      return output;
    } catch (thrown) {
      if (!NoObjectGeneratedError.isInstance(thrown)) throw thrown;
      spending.add(chars, thrown.usage ?? {}, answerTokens);
      if (attempt >= attempts) throw failed("its answers cannot be read", thrown);
    }
  }
}
