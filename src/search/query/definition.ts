import type { QueryNode, Span } from "#index/tree.ts";
import { readWords, wordOrPhrase } from "./words.ts";

/** What the definition of a term scores above what has its words; and one among definitions, as of a whole chapter or title. */
const DEFINED_FACTOR = 4;
const DEFINITIONS_FACTOR = 20;
/** `"Consumer debt" means`, `The term "debtor", as used in this chapter, includes`. */
const DISTANCE = 8;
const SAYING = ["means", "mean", "includes", "include", "refers", "defined"];
const CHARS_MAX = 120;

const ASKING = new Set(["what", "how", "is", "are", "does", "do", "the", "legal", "statutory"]);
const DEFINITION = new Set(["definition", "definitions", "meaning"]);
const DEFINED = new Set([...DEFINITION, "defined", "mean"]);
/** `definition of debtor in bankruptcy`, `under title 11`. */
const CONTEXT = new Set(["in", "under", "for", "as", "within"]);
const NO_TERM = new Set(["a", "an", "the", "term", "word", "words", "phrase"]);

/** What a query asks the definition of: the places where a text says what the term means; none where it asks no such thing. */
export function definitionsAsked(text: string, at: Span): readonly QueryNode[] {
  const term = text.length > CHARS_MAX ? "" : termAsked(text);
  const read = readWords(term, at, { exact: false, root: false });
  if (typeof read === "string") return [];
  const saying = SAYING.map((word): QueryNode => ({ kind: "term", text: word, exact: true, field: "body", at }));
  const near: QueryNode = {
    kind: "near",
    left: wordOrPhrase(read, at, "body"),
    right: { kind: "or", children: saying, at },
    unit: "word",
    distance: DISTANCE,
    ordered: true,
    at,
  };
  const definitions: QueryNode = { kind: "term", text: "definitions", exact: false, field: "name", at };
  return [
    { kind: "boost", factor: DEFINED_FACTOR, child: near, at },
    { kind: "boost", factor: DEFINITIONS_FACTOR, child: { kind: "and", children: [definitions, near], at }, at },
  ];
}

/** `consumer debt` of `definition of consumer debt`, `consumer debt defined`, `what does consumer debt mean`; empty of others. */
function termAsked(text: string): string {
  const words = text
    .replace(/[?."“”,]/gu, " ")
    .split(" ")
    .filter((word) => word !== "");
  const from = words.findIndex((word) => !isIn(ASKING, word));
  const rest = words.slice(Math.max(0, from));
  const [first, of] = rest;
  if (isIn(DEFINITION, first) && of?.toLowerCase() === "of") return termIn(rest.slice(2));
  if (first?.toLowerCase() === "define") return termIn(rest.slice(1));
  const end = rest.findIndex((word) => isIn(DEFINED, word));
  return end > 0 && (end === rest.length - 1 || isIn(CONTEXT, rest[end + 1])) ? termIn(rest.slice(0, end)) : "";
}

/** Without articles before it and the context behind it. */
function termIn(named: readonly string[]): string {
  const begins = named.findIndex((word) => !isIn(NO_TERM, word));
  const bare = begins === -1 ? [] : named.slice(begins);
  const ends = bare.findIndex((word, place) => place > 0 && isIn(CONTEXT, word));
  return (ends === -1 ? bare : bare.slice(0, ends)).join(" ");
}

function isIn(set: ReadonlySet<string>, word = ""): boolean {
  return set.has(word.toLowerCase());
}
