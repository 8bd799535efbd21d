import { LIMITS } from "#base/limits.ts";
import { lowerCaseNote } from "#search/query/foreign.ts";
import { typedReading } from "#search/query/typed-reading.ts";
import type { QueryReader } from "#search/query/reading.ts";
import type { QueryToken } from "#search/query/tokens.ts";
import { isPattern } from "#search/query/words.ts";

/** Words that a short query may have meant as an operator. */
const SHORT_QUERY_WORDS_MAX = 6;

/** Words without operators, ranked by how many of them an opinion has. */
export const readPlainWords: QueryReader = plainWordsReader(typedReading);

/** Hands a text without operators to `reading`, with what there is to say of it. */
export function plainWordsReader(reading: typeof typedReading): QueryReader {
  return (text, { lexed: { tokens, faults, notes } }) => {
    if (faults.length > 0 || hasOperators(tokens)) return undefined;
    return reading(withoutParentheses(text, tokens), [...notes, ...lowerCaseNotes(tokens)]);
  };
}

/** Parentheses alone group nothing: without an operator beside them they are punctuation. */
function hasOperators(tokens: readonly QueryToken[]): boolean {
  const words = tokens.flatMap((token) => (token.kind === "word" ? [token.text] : []));
  const others = tokens.filter(({ kind }) => kind !== "word");
  if (words.length === 0 || !others.every(({ kind }) => kind === "open" || kind === "close")) return true;
  if (!areParenthesesInOrder(tokens)) return true;
  return words.some((word, index) => isPattern(endsQuestion(words, index) ? word.replace(/(?<!\?)\?+$/u, "") : word));
}

/** A question mark is punctuation, not a wildcard, where a question of three words or more ends. */
function endsQuestion(words: readonly string[], index: number): boolean {
  const next = words[index + 1];
  return words.length > 2 && (next === undefined || /^\p{Lu}/u.test(next));
}

/** Every parenthesis has its partner and something between; any other is a fault, which readers of operators find. */
function areParenthesesInOrder(tokens: readonly QueryToken[]): boolean {
  let depth = 0;
  for (const [index, { kind }] of tokens.entries()) {
    if (kind === "open") depth += 1;
    if (kind === "close") depth -= 1;
    const isEmpty = kind === "open" && tokens[index + 1]?.kind === "close";
    if (depth < 0 || depth > LIMITS.query_depth_max || isEmpty) return false;
  }
  return depth === 0;
}

function withoutParentheses(text: string, tokens: readonly QueryToken[]): string {
  const places = new Set(tokens.flatMap(({ kind, at }) => (kind === "open" || kind === "close" ? [at.start] : [])));
  return places.size === 0 ? text : text.replace(/[()]/gu, (sign, place: number) => (places.has(place) ? " " : sign));
}

/** `fraud or deceit` asks for both words; whoever meant either is told. */
function lowerCaseNotes(tokens: readonly QueryToken[]): readonly string[] {
  const between = tokens.length > SHORT_QUERY_WORDS_MAX ? [] : tokens.slice(1, -1);
  const meant = between.find((token) => token.kind === "word" && /^(?:or|not)$/u.test(token.text));
  if (meant?.kind !== "word" || (meant.text === "not" && tokens.length > 3)) return [];
  return [lowerCaseNote(meant.text)];
}
