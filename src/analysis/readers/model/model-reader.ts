import { dispositionOf } from "#analysis/disposition.ts";
import { PROPOSITIONS_MAX } from "#analysis/model.ts";
import type { Analysis, Proposition, Source } from "#analysis/model.ts";
import { QuotedSource } from "#analysis/quotes/locate.ts";
import { collapseSpace } from "#text/typography.ts";
import { stemsIn } from "#text/word-stems.ts";
import { sectionAskedOf } from "../extractive/features.ts";
import { readable } from "../extractive/proposition.ts";
import { stretchValues } from "../extractive/stretch-values.ts";
import { askerOf, failed } from "./asking.ts";
import type { Asking, Request } from "./asking.ts";
import { sourceCalled } from "./called.ts";
import type { ConfiguredModel } from "./configured.ts";
import { ANSWER, composingPrompt, INSTRUCTIONS, promptFor } from "./prompt.ts";
import type { ModelAnswer } from "./prompt.ts";
import { supportedAnswer } from "./supported.ts";
import { toldAnswer, toldParts, verified } from "./verify.ts";
import type { Statement } from "./verify.ts";
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
  const asked = askerOf(configured);
  return async (question, source, signal) => asked(signal, async (asking) => readWith(asking, question, source));
}

function requestOf(prompt: string): Request<ModelAnswer> {
  return { instructions: INSTRUCTIONS, prompt, shape: ANSWER, answerTokens: OUTPUT_TOKENS_MAX };
}

async function readWith({ ask, has }: Asking, question: string, source: Source): Promise<Analysis> {
  const names = new Map(source.parts.map(({ id }, at) => [id, `t${at + 1}`]));
  const ids = new Map(source.parts.map(({ id }, at) => [`t${at + 1}`, id]));
  const quoted = new QuotedSource(source.parts);
  const disposition = dispositionOf(source);
  const documentStems = new Set(source.parts.flatMap(({ text }) => stemsIn(text)));
  const grounds = { question, disposition, documentStems };
  const all = windowsOf(source);
  const windows = chosen(all, question, source);
  const warnings: string[] = [];
  const read: { readonly answer: ModelAnswer; readonly kept: readonly Statement[] }[] = [];
  let dropped = 0;
  for (const window of windows) {
    const request = requestOf(promptFor(question, window, names, source.kind));
    if (read.length > 0 && !has(request)) break;
    const answer = await ask(request);
    const { statements, dropped: some } = verified(answer, source, quoted, (name) => ids.get(name), grounds);
    dropped += some;
    read.push({ answer, kept: statements });
  }
  if (read.length < all.length)
    warnings.push(`The model read ${read.length} of the ${all.length} stretches of this long document.`);
  const statements = courtFirst(inTurn(read.map(({ kept }) => kept)).slice(0, PROPOSITIONS_MAX), question);
  const propositions = statements.map(({ proposition }) => proposition);
  if (dropped > 0)
    warnings.push(`${dropped} of the model's statements were left out: their quotations are not in the document.`);
  if (propositions.length === 0 && dropped > 0) throw failed("none of its quotations is in the document");
  const replaced = statements.filter(({ isReplaced }) => isReplaced).length;
  if (replaced > 0)
    warnings.push(`${replaced} of the model's statements said more than their quotations, which are told instead.`);
  const last = await composed(ask, question, read, propositions);
  const { answer, cut } = supportedAnswer(toldAnswer(last.answer), { ...grounds, propositions });
  if (cut > 0) warnings.push(`Of the model's answer ${cut} sentences were left out that no quotation supports.`);
  const told = answer === "" ? inOwnWords(statements, question, source) : answer;
  return {
    answer: told,
    propositions,
    doesNotAddress:
      propositions.length === 0 && last.doesNotAddress.length === 0 ? [question] : toldParts(last.doesNotAddress),
    summary: told,
    disposition,
    warnings,
    quotesDropped: dropped,
  };
}

/** Statements that rest on a separate opinion go behind the court's, unless one is asked for. */
function courtFirst(statements: readonly Statement[], question: string): readonly Statement[] {
  if (sectionAskedOf(question) !== null) return statements;
  return statements.toSorted((one, other) => Number(one.isSeparate) - Number(other.isSeparate));
}

/** Quotes told when nothing of a model's answer stands. */
const OWN_WORDS_MAX = 3;

function inOwnWords(statements: readonly Statement[], question: string, source: Source): string {
  if (statements.length === 0)
    return `The ${sourceCalled(source)} does not appear to answer: ${collapseSpace(question).trim()}`;
  return statements
    .slice(0, OWN_WORDS_MAX)
    .map(({ speaker, proposition: { quote } }) => `${speaker}: \u201c${readable(quote.text)}\u201d`)
    .join(" ");
}

/** Of one window its own answer; of several one that is made of what stands of all. */
async function composed(
  ask: Asking["ask"],
  question: string,
  read: readonly { readonly answer: ModelAnswer }[],
  propositions: readonly Proposition[],
): Promise<Pick<ModelAnswer, "answer" | "doesNotAddress">> {
  const [first] = read;
  if (first !== undefined && read.length === 1) return first.answer;
  const found = propositions.map(({ proposition, quote }) => ({ proposition, quote: quote.text }));
  const open = toldParts(read.flatMap(({ answer }) => answer.doesNotAddress));
  return ask(requestOf(composingPrompt(question, found, open)));
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
