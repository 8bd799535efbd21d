import { abbreviationAt } from "#text/abbreviations.ts";
import type { AbbreviationKind } from "#text/abbreviations.ts";
import { isInline } from "./open-elements.ts";
import type { Token } from "./token.ts";

/**
 * Calls of footnotes that a text bears as bare digits stuck to a word or its punctuation: `the court1 held`, `barred.6
 * Martin argued`. They are calls where they count up through the text; then each becomes a reference, which leaves no
 * characters, and the label at the head of a note gets its space (`6Martin` is no word). Nothing is changed where
 * the source marks its notes.
 */
export function markTextCalls(tokens: readonly Token[]): readonly Token[] {
  if (tokens.some(({ kind }) => kind === "note-open" || kind === "note-reference")) return tokens;
  const run = runOf(tokens);
  const calls = callsIn(run.text);
  if (calls.length === 0) return tokens;
  const changes: Change[] = [...calls, ...labelEnds(run.text, calls)];
  return changed(
    tokens,
    run,
    changes.toSorted((one, other) => one.at - other.at),
  );
}

/** The words of all text tokens as one string, a line's end where a block or line ends, and where each begins. */
type Run = { readonly text: string; readonly starts: ReadonlyMap<number, number> };

function runOf(tokens: readonly Token[]): Run {
  const parts: string[] = [];
  const starts = new Map<number, number>();
  let length = 0;
  for (const [index, token] of tokens.entries()) {
    const text = token.kind === "text" ? token.text : endsLine(token) ? "\n" : "";
    if (token.kind === "text") starts.set(index, length);
    parts.push(text);
    length += text.length;
  }
  return { text: parts.join(""), starts };
}

function endsLine(token: Token): boolean {
  if (token.kind === "open" || token.kind === "close") return !isInline(token.tag);
  return token.kind === "line-break" || token.kind === "block-break" || token.kind === "rule";
}

type Call = { readonly at: number; readonly label: string; readonly isBare: boolean };

/** Behind a word, its closing punctuation or its closing marks; white space, a dash or closing marks follow. */
const CANDIDATE =
  /(?:(?<=\p{Ll}{2})|(?<=[\p{L})\]][.,;:?!])|(?<=\p{L}[”"’')\]])|(?<=[.,;:?!][”"’')\]]))[1-9]\d{0,2}(?=[\s—–”’")\]]|$|[.,;:](?:\s|$))/gu;
/** A number behind these belongs to them: behind some in any case of letters, behind others with a capital. */
const NUMBERED: ReadonlySet<AbbreviationKind> = new Set(["number", "document", "record"] as const);
const NUMBERED_WITH_CAPITAL: ReadonlySet<AbbreviationKind> = new Set(["reporter", "nominative", "month"] as const);

function candidatesIn(text: string): Call[] {
  const found: (Call & { readonly word: string })[] = [];
  for (const { 0: label, index } of text.matchAll(CANDIDATE)) {
    const word = /(?<!\p{L})\p{L}+(?=\.?$)/u.exec(text.slice(Math.max(0, index - WORD_CHARS_MAX), index))?.[0] ?? "";
    const isBare = /\p{L}/u.test(text.charAt(index - 1));
    const isPeriod = text.charAt(index - 1) === ".";
    if (isPeriod && (word.length === 1 || isNumbered(word))) continue;
    found.push({ at: index, label, isBare, word });
  }
  // `Claim5 … Claim6`: the number belongs to the word.
  const counts = new Map<string, number>();
  for (const { isBare, word } of found) if (isBare) counts.set(word, (counts.get(word) ?? 0) + 1);
  return found.filter(({ isBare, word }) => !isBare || counts.get(word) === 1);
}

const WORD_CHARS_MAX = 24;

function isNumbered(word: string): boolean {
  const abbreviation = abbreviationAt(word, 0, word.length);
  if (abbreviation === undefined) return false;
  const isCapital = /^\p{Lu}/u.test(word);
  return (
    (NUMBERED.has(abbreviation.kind) && (isCapital || !abbreviation.isWord)) ||
    (isCapital && NUMBERED_WITH_CAPITAL.has(abbreviation.kind))
  );
}

/** How many labels may be missing between two calls. */
const STEP_MAX = 2;
const CHAIN_MIN = 3;
const COVERAGE_MIN = 0.6;

/** The longest run of candidates that count up from 1 or 2, if it can be nothing but calls. */
function callsIn(text: string): readonly Call[] {
  const chains = new Map<number, Chain>();
  let longest: Chain | undefined;
  for (const call of candidatesIn(text)) {
    const number = Number(call.label);
    let before: Chain | undefined;
    for (let step = 1; step <= STEP_MAX; step++) {
      const chain = chains.get(number - step);
      if (chain !== undefined && chain.length > (before?.length ?? 0)) before = chain;
    }
    if (before === undefined && number > STEP_MAX) continue;
    const chain = { call, before, length: (before?.length ?? 0) + 1 };
    if (chain.length > (chains.get(number)?.length ?? 0)) chains.set(number, chain);
    if (chain.length > (longest?.length ?? 0)) longest = chain;
  }
  const calls = callsOf(longest);
  return areCalls(calls, text) ? calls : [];
}

type Chain = { readonly call: Call; readonly before: Chain | undefined; readonly length: number };

function callsOf(last: Chain | undefined): Call[] {
  const calls: Call[] = [];
  for (let chain = last; chain !== undefined; chain = chain.before) calls.push(chain.call);
  return calls.toReversed();
}

/** Three that count up nearly without a gap; one or two only behind punctuation and with their notes in the text. */
function areCalls(calls: readonly Call[], text: string): boolean {
  const last = Number(calls.at(-1)?.label ?? 0);
  if (calls.length >= CHAIN_MIN) return calls.length / last >= COVERAGE_MIN;
  const labels = new Set([...text.matchAll(NOTE_BEGINS)].map((match) => match[1]));
  return calls.length === last && calls.every(({ label, isBare }) => !isBare && labels.has(label));
}

const NOTE_BEGINS = /(?:^|\n)[^\S\n]{0,40}[[(]?([1-9]\d{0,2})[\])]?\.?[^\S\n]{0,4}(?=[\p{Lu}“"§*[‘])/gu;

/** What is changed at a place of the run: a call is taken out, or a space is put in. */
type Change = { readonly at: number; readonly label?: string };

/** Where the labels of called notes end that have no space behind them. */
function labelEnds(text: string, calls: readonly Call[]): Change[] {
  const labels = new Set(calls.map(({ label }) => label));
  return [...text.matchAll(LABEL_STUCK)].flatMap(({ 0: found, 1: label, index }) =>
    labels.has(label ?? "") ? [{ at: index + found.length }] : [],
  );
}

const LABEL_STUCK = /(?<=^|\n)[^\S\n]{0,40}([1-9]\d{0,2})(?=["“]?\p{Lu}[\p{Ll}\s])/gu;

function changed(tokens: readonly Token[], { starts }: Run, changes: readonly Change[]): Token[] {
  let next = 0;
  return tokens.flatMap((token, index): Token[] => {
    const start = starts.get(index);
    if (token.kind !== "text" || start === undefined) return [token];
    const parts: Token[] = [];
    let from = 0;
    for (let change = changes[next]; change !== undefined; change = changes[++next]) {
      const at = change.at - start;
      if (at >= token.text.length) break;
      const { label } = change;
      parts.push({ kind: "text", text: token.text.slice(from, at) });
      parts.push(label === undefined ? { kind: "text", text: " " } : { kind: "note-reference", label, key: null });
      from = at + (label?.length ?? 0);
    }
    if (parts.length === 0) return [token];
    parts.push({ kind: "text", text: token.text.slice(from) });
    return parts;
  });
}
