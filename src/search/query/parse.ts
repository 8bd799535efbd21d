import { LIMITS } from "#base/limits.ts";
import { err, ok, type Result } from "#base/result.ts";
import { foldTypography } from "#text/typography.ts";
import { captionInName, captionInText, captionNodes, namedByWords, readCaption } from "./caption.ts";
import { type DirectReference, type NamedReference, readDirect, readStatute, type StatuteReference } from "./direct.ts";
import { type FoundFault, type QueryFault, QueryFaultSignal } from "./fault.ts";
import { FAULTS_MAX, lexQuery, type QueryToken } from "./lexer.ts";
import { anyOf } from "./normalise.ts";
import { BooleanParser, lowerCaseNote, type ResolveCourt } from "./parser.ts";
import { PASSAGE_WORDS_FROM, readPlain } from "./plain.ts";
import { joinReferences } from "./references.ts";
import type { QueryNode } from "#index/tree.ts";
import { isPattern, readWords, statuteNode, wordOrPhrase } from "./words.ts";

export type ParseOptions = {
  readonly resolveCourt: ResolveCourt;
};

export type ParsedQuery = {
  readonly tree: QueryNode;
  /** Operators met, each spelling once; empty for a query of plain words. */
  readonly operators: readonly string[];
  /** What was repaired or passed over, for the person who typed. */
  readonly notes: readonly string[];
  /** A record that the query names outright and that should stand first. */
  readonly direct?: DirectReference;
  /** For a case name: what the opinions of that name match, and others do not. */
  readonly namesake?: QueryNode;
};

const PASSAGE_NOTE = "Read as a passage of text: operators and quotation marks in it were passed over.";

/** Plain words in a row, outside quotation marks, that no one types between operators. */
const PROSE_RUN = 13;

/** Repairs tried one after the other before a fault is answered with advice only; with more faults than that, none. */
const REPAIRS_MAX = 8;

/**
 * Reads a query as typed (grammar: docs/api/query-language.md). Never throws; a query that cannot be read gives
 * faults with positions and, where a repair leaves a query that can be read, that query.
 */
export function parseQuery(text: string, options: ParseOptions): Result<ParsedQuery, readonly QueryFault[]> {
  const read = readQuery(text, options);
  if (read.ok) return read;
  // One query that works is enough, and to try repairs out takes time.
  return err(
    read.error.slice(0, FAULTS_MAX).map(({ repaired, advice, ...fault }, index) => ({
      ...fault,
      suggestion: index === 0 && read.error.length <= REPAIRS_MAX ? suggest(repaired, advice, options) : advice,
    })),
  );
}

function suggest(repaired: string, advice: string, options: ParseOptions): string {
  let candidate = repaired;
  for (let tries = 0; tries < REPAIRS_MAX && candidate !== ""; tries += 1) {
    const read = readQuery(candidate, options);
    if (read.ok) return `Did you mean: ${candidate}`;
    candidate = read.error[0]?.repaired ?? "";
  }
  return advice;
}

function readQuery(text: string, options: ParseOptions): Result<ParsedQuery, readonly FoundFault[]> {
  const tooLong = lengthFault(text);
  if (tooLong !== undefined) return err([tooLong]);
  const statute = readStatute(text);
  if (statute !== undefined) return parseStatute(text, statute);
  const direct = readDirect(text);
  if (direct !== undefined) return parseDirect(text, direct);
  const { tokens, faults, notes } = lexQuery(text);
  if (isPassage(tokens)) return parsePlain(text, [PASSAGE_NOTE]);
  const plain = !hasOperators(tokens) && faults.length === 0;
  if (isCaption(text, tokens)) return parsePlain(text);
  if (plain) return parsePlain(withoutParentheses(text, tokens), [...notes, ...lowerCaseNotes(tokens)]);
  if (faults.length > 0) return err(faults);
  const parsed = parseBoolean(text, tokens, options);
  if (!parsed.ok) return parsed;
  const tree = isFirmName(tokens) ? withFirmName(parsed.value.tree, text) : parsed.value.tree;
  return ok({ ...parsed.value, tree, notes: [...notes, ...parsed.value.notes] });
}

/** A record and, typed before it, the name of its case: the opinions that bear the name stand beside the record. */
function parseDirect(text: string, { reference, name }: NamedReference): Result<ParsedQuery, readonly FoundFault[]> {
  const at = { start: 0, end: text.length };
  const guessed = reference.kind !== "pin" && reference.guessed === true;
  const asTyped = guessed ? parsePlain(text) : name === undefined ? undefined : parsePlain(name);
  const operators = /^\s*"/.test(foldTypography(text)) ? ['""'] : [];
  if (asTyped?.ok === true && reference.kind !== "pin") return ok({ ...asTyped.value, operators, direct: reference });
  const spellings = spellingsIn(reference).flatMap((spelling): QueryNode[] => {
    const words = readWords(spelling, at, { exact: true, root: false });
    return typeof words === "string" ? [] : [wordOrPhrase(words, at)];
  });
  if (spellings.length === 0) return err([emptyFault(text)]);
  const named = asTyped?.ok === true ? [asTyped.value.tree] : [];
  return ok({ tree: anyOf([...spellings, ...named], at), operators, notes: [], direct: reference });
}

function spellingsIn(reference: DirectReference): readonly string[] {
  if (reference.kind === "docket") return [reference.docket];
  return reference.kind === "pin" ? [reference.pin] : [reference.citation, ...(reference.parallel ?? [])];
}

function parseStatute(text: string, statute: StatuteReference): Result<ParsedQuery, readonly FoundFault[]> {
  const tree = statuteNode(statute, { start: 0, end: text.length });
  return tree === undefined ? err([emptyFault(text)]) : ok({ tree, operators: [], notes: [] });
}

function parsePlain(text: string, notes: readonly string[] = []): Result<ParsedQuery, readonly FoundFault[]> {
  const plain = readPlain(text);
  if (plain === undefined) return err([emptyFault(text)]);
  const { at, children } = plain.tree;
  const caption = readCaption(text);
  if (caption !== undefined) {
    const tree: QueryNode = { kind: "or", children: [captionInText(caption, at), ...captionNodes(caption, at)], at };
    return ok({ tree, operators: [], notes, namesake: captionInName(caption, at) });
  }
  const named = plain.isSection ? undefined : namedByWords(children, at);
  const more = [plain.phrase, named].filter((node) => node !== undefined);
  const tree: QueryNode = more.length === 0 ? plain.tree : { kind: "or", children: [plain.tree, ...more], at };
  return ok({ tree, operators: [], notes: [...notes, ...plain.notes] });
}

function parseBoolean(
  text: string,
  tokens: readonly QueryToken[],
  options: ParseOptions,
): Result<ParsedQuery, readonly FoundFault[]> {
  const parser = new BooleanParser(text, joinReferences(foldTypography(text), tokens), options);
  try {
    const tree = parser.parse();
    return ok({ tree, operators: parser.operators, notes: parser.notes });
  } catch (thrown) {
    if (thrown instanceof QueryFaultSignal) return err([thrown.fault]);
    throw thrown;
  }
}

/**
 * Text pasted from somewhere rather than typed as a query: a long run of plain words with no connector between
 * them, or many words with no connector at all. Its parentheses and quotation marks belong to the prose.
 */
function isPassage(tokens: readonly QueryToken[]): boolean {
  let bare = 0;
  let quoted = 0;
  let run = 0;
  let longest = 0;
  let connected = false;
  for (const token of tokens) {
    if (token.kind === "word" || (token.kind === "quoted" && !token.closed)) {
      const words = token.text.trim().split(/\s+/).length;
      bare += words;
      run += words;
    } else if (token.kind === "quoted") {
      quoted += token.text.split(/\s+/).length;
    } else if (token.kind !== "open" && token.kind !== "close" && !isLooseSign(token)) {
      connected = true;
      run = 0;
    }
    longest = Math.max(longest, run);
  }
  return longest >= PROSE_RUN && bare + quoted >= PASSAGE_WORDS_FROM
    ? true
    : !connected && bare > 3 && bare + quoted > 24;
}

/** `&`, `%` and `|` stand in prose as often as in queries. */
function isLooseSign(token: QueryToken): boolean {
  return "spelling" in token && /^[&%|]+$/.test(token.spelling);
}

/** `Smith & Wesson`, `AT & T`: capitals on both sides of each `&`, and no other operator. */
function isFirmName(tokens: readonly QueryToken[]): boolean {
  return tokens.every((token, index) => {
    if (token.kind === "word") return !isPattern(token.text);
    const sides = [tokens[index - 1], tokens[index + 1]];
    return (
      token.kind === "and" &&
      token.spelling === "&" &&
      sides.every((side) => side?.kind === "word" && /^\p{Lu}/u.test(side.text))
    );
  });
}

/** The same opinions, those first that have the words side by side or bear them as a name. */
function withFirmName(tree: QueryNode, text: string): QueryNode {
  const plain = readPlain(text);
  const named = plain === undefined ? undefined : namedByWords(plain.tree.children, tree.at);
  const more = [plain?.phrase, named].filter((node) => node !== undefined);
  return more.length === 0 ? tree : { kind: "or", children: [tree, ...more], at: tree.at };
}

/** Words that a short query may have meant as an operator. */
const SHORT_QUERY_WORDS_MAX = 6;

/** `fraud or deceit` asks for both words; whoever meant either is told. */
function lowerCaseNotes(tokens: readonly QueryToken[]): readonly string[] {
  const between = tokens.length > SHORT_QUERY_WORDS_MAX ? [] : tokens.slice(1, -1);
  const meant = between.find((token) => token.kind === "word" && /^(?:or|not)$/.test(token.text));
  if (meant?.kind !== "word" || (meant.text === "not" && tokens.length > 3)) return [];
  return [lowerCaseNote(meant.text)];
}

/** Parentheses alone group nothing: without an operator beside them they are punctuation. */
function hasOperators(tokens: readonly QueryToken[]): boolean {
  const words = tokens.flatMap((token) => (token.kind === "word" ? [token.text] : []));
  const others = tokens.filter(({ kind }) => kind !== "word");
  if (words.length === 0 || !others.every(({ kind }) => kind === "open" || kind === "close")) return true;
  if (!areParenthesesInOrder(tokens)) return true;
  return words.some((word, index) => isPattern(endsQuestion(words, index) ? word.replace(/\?+$/, "") : word));
}

/** A question mark is punctuation, not a wildcard, where a question of three words or more ends. */
function endsQuestion(words: readonly string[], index: number): boolean {
  const next = words[index + 1];
  return words.length > 2 && (next === undefined || /^\p{Lu}/u.test(next));
}

/** Every parenthesis has its partner and something between; faults are for the parser to find. */
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
  return places.size === 0 ? text : text.replace(/[()]/g, (sign, place: number) => (places.has(place) ? " " : sign));
}

/** In a case name `&` is part of the name (`Smith & Co. v. Jones`), and so is a year in parentheses behind it. */
function isCaption(text: string, tokens: readonly QueryToken[]): boolean {
  const ends = /\(\s*(?:[^()]*\s)?\d{4}\s*\)\s*$/.test(text);
  const plain = tokens.every((token) => {
    if (token.kind === "word") return !isPattern(token.text);
    return ends && (token.kind === "open" || token.kind === "close")
      ? true
      : isLooseSign(token) && token.kind === "and";
  });
  return plain && readCaption(text) !== undefined;
}

function lengthFault(text: string): FoundFault | undefined {
  if (text.length <= LIMITS.query_chars_max) return undefined;
  return {
    code: "too_long",
    message: `a query has at most ${LIMITS.query_chars_max} characters; this one has ${text.length}`,
    at: { start: LIMITS.query_chars_max, end: text.length },
    repaired: "",
    advice: "Shorten it: a paragraph is enough to search by.",
  };
}

function emptyFault(text: string): FoundFault {
  const message = text.trim() === "" ? "the query is empty" : "the query has no words";
  const at = { start: 0, end: text.length };
  return { code: "empty", message, at, repaired: "", advice: "Type words, a citation (410 U.S. 113) or a case name." };
}
