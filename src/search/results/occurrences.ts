import { foldText } from "./folded-text.ts";
import type { FoldedText } from "./folded-text.ts";
import { beginsWord } from "#text/alterations.ts";
import { leadOf, stemKeyOf } from "#text/stem.ts";
import { tokenize } from "#text/tokenize.ts";
import type { PhraseNode, QueryNode, TermNode, WildcardNode } from "#index/tree.ts";

/** One place where a unit of the query stands in a text, UTF-16 offsets. `words` are its words, to be marked. */
export type Occurrence = {
  readonly unit: number;
  readonly start: number;
  readonly end: number;
  readonly words: readonly Stretch[];
};
export type Stretch = { readonly start: number; readonly end: number };

type Unit = TermNode | WildcardNode | PhraseNode;

/** Places of one unit beyond this many are not looked for: the best passage is among the first. */
const PLACES_PER_UNIT_MAX = 4000;
/** A query's units beyond this many are passed over in snippets. */
const UNITS_MAX = 64;
/** Characters between two neighbours of a phrase: a space and punctuation. */
const PHRASE_GAP_MAX = 6;

/** What a query looks for in the opinion's own words, each once; exclusions and other fields are no part of it. */
export function unitsOf(tree: QueryNode): readonly Unit[] {
  const units = new Map<string, Unit>();
  collect(tree, units);
  return [...units.values()].slice(0, UNITS_MAX);
}

function collect(node: QueryNode, units: Map<string, Unit>): void {
  switch (node.kind) {
    case "term":
    case "wildcard":
    case "phrase":
      if (node.field === undefined || node.field === "body") units.set(keyOf(node), node);
      return;
    case "near":
      collect(node.left, units);
      collect(node.right, units);
      return;
    case "together":
      for (const member of node.members) collect(member, units);
      return;
    case "and":
    case "or":
    case "ranked":
      for (const child of node.children) collect(child, units);
      return;
    case "boost":
    case "atLeast":
      collect(node.child, units);
      return;
    case "not":
    case "filter":
  }
}

function keyOf(unit: Unit): string {
  if (unit.kind === "term") return `${unit.exact ? "=" : "~"}${unit.text}`;
  return unit.kind === "wildcard" ? `*${unit.pattern}` : `"${unit.words.map(keyOf).join(" ")}`;
}

/**
 * Every place of every unit in a text, in order. Words are found by their first letters with the engine's own
 * substring search and only then tokenised and stemmed, so the cost follows the matches, not the text.
 */
export function findOccurrences(text: string, units: readonly Unit[]): Occurrence[] {
  const haystack = foldText(text);
  const found = new Map<string, readonly Stretch[]>();
  const wordPlaces = (word: TermNode | WildcardNode): readonly Stretch[] => {
    const key = keyOf(word);
    const places = found.get(key) ?? placesOf(text, haystack, word);
    found.set(key, places);
    return places;
  };
  const occurrences = units.flatMap((unit, index): Occurrence[] => {
    const chains =
      unit.kind === "phrase" ? chain(unit.words.map(wordPlaces), text) : wordPlaces(unit).map((place) => [place]);
    return chains.flatMap((words) => {
      const [first] = words;
      const last = words.at(-1);
      return first === undefined || last === undefined
        ? []
        : [{ unit: index, start: first.start, end: last.end, words }];
    });
  });
  return occurrences.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Runs of places, one from each list, that stand next to each other in order. */
function chain(lists: readonly (readonly Stretch[])[], text: string): Stretch[][] {
  const [first = [], ...others] = lists;
  let runs = first.map((place) => [place]);
  for (const list of others) {
    let from = 0;
    runs = runs.flatMap((run) => {
      const end = run.at(-1)?.end ?? 0;
      while (from < list.length && (list[from]?.start ?? 0) < end) from += 1;
      const next = list[from];
      const touching =
        next !== undefined &&
        next.start - end <= PHRASE_GAP_MAX &&
        !/[\p{L}\p{N}]{2}/u.test(text.slice(end, next.start));
      return touching ? [[...run, next]] : [];
    });
  }
  return runs;
}

function placesOf(text: string, haystack: FoldedText, word: TermNode | WildcardNode): Stretch[] {
  const places: Stretch[] = [];
  const accepts = acceptor(word);
  const known = new Map<string, number>();
  for (const candidate of candidates(haystack.folded, word)) {
    const place = haystack.placeOf(candidate);
    const start = beginsWord(text, place - 1) ? place - 1 : place;
    if (start < (places.at(-1)?.end ?? 0)) continue;
    const raw = text.slice(start, start + 80);
    const cut = /^[^\s—]*(?:\s[^\s—]{1,4}(?=[\s.,;)])){0,2}/u.exec(raw)?.[0] ?? raw;
    let length = known.get(cut);
    if (length === undefined) {
      const [token] = tokenize(cut);
      length = token !== undefined && token.start === 0 && accepts(token.text) ? printedEnd(cut, token.end) : 0;
      known.set(cut, length);
    }
    if (length > 0) places.push({ start, end: start + length });
    if (places.length === PLACES_PER_UNIT_MAX) break;
  }
  return places;
}

/** The period that ends initials belongs to them: `U.S.` */
function printedEnd(cut: string, end: number): number {
  return cut[end] === "." && /\p{L}\.\s?\p{L}+$/u.test(cut.slice(0, end)) ? end + 1 : end;
}

function acceptor(word: TermNode | WildcardNode): (found: string) => boolean {
  if (word.kind === "wildcard") {
    const pattern = new RegExp(`^${Array.from(word.pattern, patternPart).join("")}$`, "u");
    return (found) => pattern.test(found);
  }
  if (word.exact) return (found) => found === word.text;
  const stem = stemKeyOf(word.text);
  return (found) => found === word.text || stemKeyOf(found) === stem;
}

function patternPart(character: string): string {
  if (character === "*") return "[^]*";
  return character === "?" ? "[^]" : character;
}

/** Starts of words that may be the one looked for, in order. */
function* candidates(haystack: string, word: TermNode | WildcardNode): Generator<number> {
  const literal = word.kind === "term" ? (word.exact ? word.text : leadOf(word.text)) : longestLiteral(word.pattern);
  if (word.kind === "term" && /^[a-z]{1,4}$|\d/u.test(word.text)) {
    yield* initialsCandidates(haystack, word.text, literal);
    return;
  }
  let last = -1;
  for (let at = haystack.indexOf(literal); at !== -1; at = haystack.indexOf(literal, at + literal.length)) {
    const start = word.kind === "term" ? at : wordStart(haystack, at);
    const inside = word.kind === "term" && at > 0 && isWordCharacter(haystack, at - 1);
    if (!inside && start !== last) yield start;
    last = start;
  }
}

/** Short words and ordinals may be printed as initials: `us` as `U.S.` or `U. S.`, `f3d` as `F. 3d`. */
function* initialsCandidates(haystack: string, text: string, lead: string): Generator<number> {
  const [letters, others] = [text, lead].map((word) => Array.from(word, letterPart));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:0*${letters?.join("[.,’']?\\s?")}|${others?.join("")})`, "gu");
  for (const match of haystack.matchAll(pattern)) yield match.index;
}

function letterPart(letter: string): string {
  return /[a-z0-9]/u.test(letter) ? letter : `\\u{${letter.codePointAt(0)?.toString(16)}}`;
}

function longestLiteral(pattern: string): string {
  return pattern.split(/[*?]/u).reduce((longest, part) => (part.length > longest.length ? part : longest), "");
}

function wordStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && isWordCharacter(text, start - 1)) start -= 1;
  return start;
}

function isWordCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || (code >= 65 && code <= 90);
  return code === 0x2019 || /[\p{L}\p{N}\p{M}]/u.test(text.charAt(at));
}
