import { LIMITS } from "#base/limits.ts";
import { lowerCaseNote } from "#search/query/foreign.ts";
import { typedReading } from "#search/query/typed-reading.ts";
import type { QueryReader } from "#search/query/reading.ts";
import type { QueryToken } from "#search/query/tokens.ts";
import { isPattern } from "#search/query/words.ts";

/** A longer text that says `and not` is a sentence. */
const EXCLUDING_QUERY_WORDS_MAX = 8;

/** Words that a short query may have meant as an operator. */
const SHORT_QUERY_WORDS_MAX = 6;

/** Words without operators, ranked by how many of them an opinion has. */
export const readPlainWords: QueryReader = plainWordsReader(typedReading);

/** Hands a text without operators to `reading`, with what there is to say of it. */
export function plainWordsReader(reading: typeof typedReading): QueryReader {
  return (text, { lexed: { tokens, faults, notes } }) => {
    if (faults.length > 0 || hasOperators(tokens)) return undefined;
    return reading(withoutParentheses(text, tokens), [...notes, ...lowerCaseNotes(tokens), ...rangeNotes(text)]);
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

/** `fraud or deceit` asks for both words, and so does `fraud and not deceit`; whoever meant another thing is told. */
function lowerCaseNotes(tokens: readonly QueryToken[]): readonly string[] {
  const words = tokens.map((token) => (token.kind === "word" ? token.text : ""));
  const excludes = words.length > EXCLUDING_QUERY_WORDS_MAX ? -1 : words.findIndex((_, at) => isExclusion(words, at));
  if (excludes !== -1) {
    const [joint = "", not = "", word = ""] = words.slice(excludes);
    return [`${joint} ${not} are ordinary words; to leave a word out write NOT ${word}.`];
  }
  const between = words.length > SHORT_QUERY_WORDS_MAX ? [] : words.slice(1, -1);
  const meant = between.find((word) => /^(?:[oO]r|[nN]ot)$/u.test(word));
  if (meant === undefined || (/^not$/iu.test(meant) && tokens.length > 3)) return [];
  return [lowerCaseNote(meant)];
}

function isExclusion(words: readonly string[], at: number): boolean {
  return (
    at > 0 && /^(?:and|but)$/iu.test(words[at] ?? "") && /^not$/iu.test(words[at + 1] ?? "") && at + 2 < words.length
  );
}

/** `[a TO b]` is a range in another system, and of words it is one in none. */
function rangeNotes(text: string): readonly string[] {
  const range = /\[[^\][]{1,40}\sTO\s[^\][]{1,40}\]/u.exec(text)?.[0];
  return range === undefined ? [] : [`${range} was read as words; a range is one of days or counts: date:2001..2005.`];
}
