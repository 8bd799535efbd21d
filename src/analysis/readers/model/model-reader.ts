import { generateText, NoObjectGeneratedError, Output } from "ai";
import { messageOf, OnpointError } from "#base/errors.ts";
import { dispositionOf } from "#analysis/disposition.ts";
import { PROPOSITIONS_MAX } from "#analysis/model.ts";
import type { Analysis, Proposition, Source } from "#analysis/model.ts";
import { QuotedSource } from "#analysis/quotes/locate.ts";
import { stretchValues } from "../extractive/stretch-values.ts";
import type { ConfiguredModel } from "./configured.ts";
import { ANSWER, composingPrompt, INSTRUCTIONS, promptFor } from "./prompt.ts";
import type { ModelAnswer } from "./prompt.ts";
import { languageModel } from "./provider.ts";
import { Spending } from "./spending.ts";
import { toldAnswer, toldParts, verified } from "./verify.ts";
import { windowsOf } from "./windows.ts";
import type { Window } from "./windows.ts";

export type ModelReader = (question: string, source: Source, signal?: AbortSignal) => Promise<Analysis>;

const OUTPUT_TOKENS_MAX = 4_000;
const WINDOWS_MAX = 10;

/**
 * A reader that asks a language model. The model sees instructions of ours, the question, and the source's words marked
 * as data; it has no tools. What it answers is kept only where its quotes stand in the source.
 * @throws OnpointError `unavailable` when the service fails, is too slow, or answers nothing that stands.
 */
export function modelReader(configured: ConfiguredModel): ModelReader {
  const model = languageModel(configured);
  return async (question, source, signal) => {
    const timeout = AbortSignal.timeout(configured.timeout_ms);
    const stop = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    const spending = new Spending(configured);
    const ask = async (prompt: string): Promise<ModelAnswer> => askModel(model, configured, spending, prompt, stop);
    try {
      return await readWith(ask, spending, question, source);
    } catch (thrown) {
      if (signal?.aborted === true)
        throw new OnpointError("unavailable", "the analysis was cancelled before it was done", { cause: thrown });
      if (timeout.aborted) throw failed(`no answer in ${configured.timeout_ms / 1_000} s`, thrown);
      throw thrown instanceof OnpointError ? thrown : failed(messageOf(thrown).slice(0, SAID_CHARS_MAX), thrown);
    }
  };
}

const SAID_CHARS_MAX = 200;

function failed(why: string, cause?: unknown): OnpointError {
  return new OnpointError("unavailable", `the model for analysis fails: ${why}`, {
    hint: "Ask again later, or read the document at its address.",
    cause,
  });
}

async function askModel(
  model: ReturnType<typeof languageModel>,
  { attempts }: ConfiguredModel,
  spending: Spending,
  prompt: string,
  abortSignal: AbortSignal,
): Promise<ModelAnswer> {
  const chars = prompt.length + INSTRUCTIONS.length;
  for (let attempt = 1; ; attempt += 1) {
    if (!spending.has(chars, OUTPUT_TOKENS_MAX)) throw failed("the question would take more than one may");
    try {
      const { output, usage } = await generateText({
        model,
        instructions: INSTRUCTIONS,
        prompt,
        output: Output.object({ schema: ANSWER, name: "analysis" }),
        maxOutputTokens: OUTPUT_TOKENS_MAX,
        maxRetries: attempts - 1,
        abortSignal,
        providerOptions: { anthropic: { structuredOutputMode: "outputFormat" } },
      });
      spending.add(chars, usage, OUTPUT_TOKENS_MAX);
      return output;
    } catch (thrown) {
      if (!NoObjectGeneratedError.isInstance(thrown)) throw thrown;
      spending.add(chars, thrown.usage ?? {}, OUTPUT_TOKENS_MAX);
      if (attempt >= attempts) throw failed("its answers cannot be read", thrown);
    }
  }
}

async function readWith(
  ask: (prompt: string) => Promise<ModelAnswer>,
  spending: Spending,
  question: string,
  source: Source,
): Promise<Analysis> {
  const names = new Map(source.parts.map(({ id }, at) => [id, `t${at + 1}`]));
  const ids = new Map(source.parts.map(({ id }, at) => [`t${at + 1}`, id]));
  const quoted = new QuotedSource(source.parts);
  const all = windowsOf(source);
  const windows = chosen(all, question, source);
  const warnings: string[] = [];
  const read: { readonly answer: ModelAnswer; readonly kept: readonly Proposition[] }[] = [];
  let dropped = 0;
  for (const window of windows) {
    const prompt = promptFor(question, window, names, source.kind);
    if (read.length > 0 && !spending.has(prompt.length + INSTRUCTIONS.length, OUTPUT_TOKENS_MAX)) break;
    const answer = await ask(prompt);
    const { propositions, dropped: some } = verified(answer, source, quoted, (name) => ids.get(name));
    dropped += some;
    read.push({ answer, kept: propositions });
  }
  if (read.length < all.length)
    warnings.push(`The model read ${read.length} of the ${all.length} stretches of this long document.`);
  const propositions = inTurn(read.map(({ kept }) => kept)).slice(0, PROPOSITIONS_MAX);
  if (dropped > 0)
    warnings.push(`${dropped} of the model's statements were left out: their quotations are not in the document.`);
  if (propositions.length === 0 && dropped > 0) throw failed("none of its quotations is in the document");
  const last = await composed(ask, question, read, propositions);
  const disposition = dispositionOf(source);
  const answer = toldAnswer(last.answer);
  return {
    answer,
    propositions,
    doesNotAddress:
      propositions.length === 0 && last.doesNotAddress.length === 0 ? [question] : toldParts(last.doesNotAddress),
    summary: answer,
    disposition,
    warnings,
    quotesDropped: dropped,
  };
}

/** Of one window its own answer; of several one that is made of what stands of all. */
async function composed(
  ask: (prompt: string) => Promise<ModelAnswer>,
  question: string,
  read: readonly { readonly answer: ModelAnswer }[],
  propositions: readonly Proposition[],
): Promise<Pick<ModelAnswer, "answer" | "doesNotAddress">> {
  const [first] = read;
  if (first !== undefined && read.length === 1) return first.answer;
  const found = propositions.map(({ proposition, quote }) => ({ proposition, quote: quote.text }));
  return ask(composingPrompt(question, found, toldParts(read.flatMap(({ answer }) => answer.doesNotAddress))));
}

/** All windows, or of very long sources those with the words of the question, in the order of the source. */
function chosen(windows: readonly Window[], question: string, source: Source): readonly Window[] {
  if (windows.length <= WINDOWS_MAX) return windows;
  const values = stretchValues(question, source, windows);
  const best = new Set(
    windows
      .map((_, at) => at)
      .toSorted((one, other) => (values[other] ?? 0) - (values[one] ?? 0))
      .slice(0, WINDOWS_MAX),
  );
  return windows.filter((_, at) => best.has(at));
}

/** The first of each list, then the second of each, and so on. */
function inTurn<Item>(lists: readonly (readonly Item[])[]): Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}
