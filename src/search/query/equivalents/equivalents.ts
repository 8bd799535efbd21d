import type { PhraseNode, QueryNode, Span, TermNode } from "#index/tree.ts";
import { tokenize } from "#text/tokenize.ts";
import type { Token } from "#text/tokenize.ts";
import { anyOf } from "#search/query/normalise.ts";
import { statuteNode } from "#search/query/words.ts";
import { compoundsIn } from "./compounds.ts";
import type { Compound } from "./compounds.ts";
import { foldWords, initialsTable } from "./initials.ts";
import type { Initials } from "./initials.ts";
import { rulesIn } from "./rules.ts";
import type { RuleReference } from "./rules.ts";

/** What another way of saying the same counts, where what was typed counts 1. */
const OTHER_FORM = 0.5;

/** What another spelling of a word counts: who writes it both ways still says it once, and the rarer way is worth more. */
const OTHER_SPELLING = 0.25;

/** A stretch of the typed text and what is asked in its place: as typed, and with less weight what means the same. */
export type Equivalent = { readonly at: Span; readonly node: QueryNode };

/**
 * The stretches of a text that law writes in several ways: a rule of a court (`F.R.C.P. 23(b)(3)`), a section
 * (`42 U.S.C. § 1983`, `§ 1983`), a body or an act by its initials (`SEC`) or its name, a word that is also written with a hyphen or apart (`e-mail`). First come those that stand first; none overlap.
 */
export function equivalentsIn(text: string): readonly Equivalent[] {
  const found = [...rulesIn(text).map(ruleEquivalent), ...codesIn(text), ...sectionsIn(text), ...initialsIn(text)];
  found.push(...compoundsIn(text).map(compoundEquivalent));
  const inOrder = found.toSorted((a, b) => a.at.start - b.at.start || b.at.end - a.at.end);
  return inOrder.filter(({ at }, index) => inOrder.slice(0, index).every((other) => other.at.end <= at.start));
}

/** The ways to cite a rule, all of one weight: which of them an opinion uses says nothing. */
export function ruleNode({ set, number, at }: RuleReference): QueryNode {
  const { name, tail, forms } = set;
  const ways = [
    ...forms.map((form) => [...form, ...number]),
    ["rule", ...number, ...tail],
    ["rule", ...number, "of", "the", ...name],
    ["federal", "rule", ...name.slice(2), ...number],
    ...forms.slice(0, 1).map((form) => ["rule", ...number, ...form]),
  ];
  return { kind: "or", children: ways.map((words) => phraseOf(words, at)), at };
}

/** The rule by its bare number counts less, and only where the opinion speaks of the set somewhere. */
function ruleEquivalent(reference: RuleReference): Equivalent {
  const { set, number, at } = reference;
  const spoken = [set.tail.slice(1), ...set.forms].map((words) => phraseOf(words, at));
  const bare: QueryNode = {
    kind: "and",
    children: [phraseOf(["rule", ...number], at), { kind: "or", children: spoken, at }],
    at,
  };
  const cited = ruleNode(reference);
  return { at, node: anyOf([cited, otherForm(bare)], at) };
}

const SECTION =
  /(?<![\p{L}\p{N}.])(?<!\d\s?(?:U\.?\s?S\.?\s?C\.?|C\.?\s?F\.?\s?R\.?)\s?A?\.?\s?)(?:§{1,2}|secs?\.|sections?|sec)\s?(?<number>\d[\w.-]*(?:\([A-Za-z0-9]{1,5}\))*)/giu;

const CODE_SECTION =
  /(?<![\p{L}\p{N}.])(?<code>\d{1,3}\s?(?:U\.?\s?S\.?\s?C\.?(?:\s?[AS]\.?)?|C\.?\s?F\.?\s?R\.?)),?\s?(?<section>(?:§{1,2}|secs?\.|sections?|sec)?\s?(?<number>\d[\w.-]*(?:\([A-Za-z0-9]{1,5}\))*))/giu;

/** A section of a code is one thing; by its sign and number alone it counts less. */
function codesIn(text: string): readonly Equivalent[] {
  return [...text.matchAll(CODE_SECTION)].flatMap((match): Equivalent[] => {
    const { code = "", section = "", number = "" } = match.groups ?? {};
    const at = { start: match.index, end: match.index + match[0].length };
    const cited = statuteNode({ code, section: number }, at);
    const written = sectionIn(section, at) ?? sectionIn(`§ ${number}`, at);
    if (cited === undefined || written === undefined) return [];
    return [{ at, node: anyOf([cited, otherForm(written)], at) }];
  });
}

/** A section by its number alone; behind a code it is part of the code's citation. */
function sectionsIn(text: string): readonly Equivalent[] {
  return [...text.matchAll(SECTION)].flatMap((match): Equivalent[] => {
    const at = { start: match.index, end: match.index + match[0].length };
    const written = sectionIn(match[0], at);
    if (written === undefined) return [];
    const number = foldWords(match.groups?.["number"] ?? "");
    return [{ at, node: anyOf([written, otherForm(phraseOf(number, at))], at) }];
  });
}

/** The ways to write a section whose number stands behind a sign or a word; undefined where no other text may be. */
export function sectionIn(text: string, at: Span): QueryNode | undefined {
  const [match] = [...text.matchAll(SECTION)];
  const number = foldWords(match?.groups?.["number"] ?? "");
  if (number.length === 0 || match?.[0] !== text) return undefined;
  return { kind: "or", children: ["§", "section", "sec"].map((sign) => phraseOf([sign, ...number], at)), at };
}

/** Bodies and acts by their initials, and by their names where nothing else has those initials. */
function initialsIn(text: string): readonly Equivalent[] {
  const tokens = tokenize(text);
  const shouted = !/\p{Ll}/u.test(text);
  return tokens.flatMap((token, index): Equivalent[] => {
    const short = lettersAt(text, token, shouted);
    if (short !== undefined) return [initialsEquivalent(token, short)];
    const long = nameAt(tokens, index);
    return long === undefined ? [] : [nameEquivalent(tokens.slice(index, index + long.name.length), long)];
  });
}

/** Which way an opinion writes a compound says nothing; its parts apart may be two words, and count less. */
function compoundEquivalent({ start, end, typed, others, isOpen, isSame, apart }: Compound): Equivalent {
  const at = { start, end };
  const [asTyped, ...rest] = [typed, ...others].map((words) => phraseOf(words, at, { exact: false }));
  const ways: QueryNode[] = asTyped === undefined ? [] : [asTyped];
  for (const child of rest) ways.push(isSame === true ? child : { kind: "boost", child, factor: OTHER_SPELLING, at });
  const loose = apart ?? (isOpen ? typed : []);
  const children = loose.map((text): TermNode => ({ kind: "term", text, exact: false, at }));
  if (children.length > 0) ways.push(otherForm({ kind: "and", children, at }));
  return { at, node: { kind: "or", children: ways, at } };
}

let byLetters: ReadonlyMap<string, Initials> | undefined;
let byFirstWord: ReadonlyMap<string, readonly Initials[]> | undefined;

/** Letters that are a word too must be typed in capitals, and not among words that all are. */
function lettersAt(text: string, token: Token, shouted: boolean): Initials | undefined {
  byLetters ??= new Map(
    initialsTable().flatMap((one): [string, Initials][] => (one.kind === "party" ? [] : [[one.letters, one]])),
  );
  const found = byLetters.get(token.text);
  if (found === undefined || !found.isWord) return found;
  const typed = text.slice(token.start, token.end);
  const isCapital = /^\p{Lu}[\p{Lu}.\s]*$/u.test(typed);
  return isCapital && (!shouted || typed === text.trim()) ? found : undefined;
}

function nameAt(tokens: readonly Token[], index: number): Initials | undefined {
  byFirstWord ??= Map.groupBy(
    initialsTable().filter(({ kind, isWord }) => kind !== "party" && !isWord),
    ({ name }) => name[0] ?? "",
  );
  return byFirstWord
    .get(tokens[index]?.text ?? "")
    ?.find(({ name }) => name.length > 1 && name.every((word, at) => tokens[index + at]?.text === word));
}

function initialsEquivalent({ text, start, end }: Token, { name }: Initials): Equivalent {
  const at = { start, end };
  const typed: TermNode = { kind: "term", text, exact: true, at };
  return { at, node: { kind: "or", children: [typed, otherForm(phraseOf(name, at))], at } };
}

/** The words may stand apart (`the commission on securities and exchange`), which counts less than the name. */
function nameEquivalent(tokens: readonly Token[], { letters, name }: Initials): Equivalent {
  const at = { start: tokens[0]?.start ?? 0, end: tokens.at(-1)?.end ?? 0 };
  const apart: QueryNode = {
    kind: "and",
    children: name
      .filter((word) => word.length > 3)
      .map((text): TermNode => ({ kind: "term", text, exact: false, at })),
    at,
  };
  const short: TermNode = { kind: "term", text: letters, exact: true, at };
  return { at, node: { kind: "or", children: [phraseOf(name, at), otherForm(short), otherForm(apart)], at } };
}

function otherForm(child: QueryNode): QueryNode {
  return { kind: "boost", child, factor: OTHER_FORM, at: child.at };
}

function phraseOf(texts: readonly string[], at: Span, { exact } = { exact: true }): PhraseNode | TermNode {
  const words = texts.map((text): TermNode => ({ kind: "term", text, exact, at }));
  const [only] = words;
  return words.length === 1 && only !== undefined ? only : { kind: "phrase", words, at };
}
