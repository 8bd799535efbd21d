import { isFunctionWord } from "#text/function-words.ts";
import { stemKeyOf } from "#text/stem.ts";
import { tokenize } from "#text/tokenize.ts";
import { RELATED } from "./related.ts";
import type { RelatedWords } from "./related.ts";
import type { Wanted } from "./wanted.ts";
import { wantedOf } from "./wanted.ts";

/** A word of the question that may stand in the source. */
export type Term = {
  readonly stem: string;
  /** 1 for what is asked about; less for the words that questions are made of. */
  readonly weight: number;
  /** Stems that may stand for it. */
  readonly related: ReadonlySet<string>;
  readonly isName: boolean;
  /** It names the thing that is asked for: `acres` of `how many acres did each farm`. */
  readonly isFocus: boolean;
};

/** One thing that is asked. */
export type Asked = {
  /** Its words, as they are told when nothing answers it. */
  readonly text: string;
  readonly terms: readonly Term[];
  readonly wanted: Wanted;
};

export type Question = {
  readonly text: string;
  readonly parts: readonly Asked[];
  /** The terms of all parts. */
  readonly terms: readonly Term[];
};

export const QUESTION_CHARS_MAX = 2_000;
const PARTS_MAX = 5;

/** Words that questions about documents are made of: they say little about where the answer stands. */
const ASKING: ReadonlySet<string> = new Set(
  `court courts opinion document decision decide decided case say said says state states stated tell told give gave given
   question answer answered according reason reasons happen happened happens become became kind sort way ways
   whether much many long often far soon old amount number date day time make made get got put point respond treat
   treated deal dealt view think thought find found conclude concluded describe described mean means explain explained
   section statute law entry docket sheet provide provides involve involved concern concerning regard regarding`
    .split(/\s+/u)
    .map((word) => stemKeyOf(word)),
);

const ASKING_WEIGHT = 0.35;

/** Where a second thing is asked: behind a comma or a conjunction, a question's word. */
const JOINT =
  /(?:[,;]\s+(?:(?:and|or|but)\s*)?|(?<!\s)\s+and\s+|[?;]\s+)(?=(?:(?:in|on|at|to|by|for|from|with|under|of|as)\s+)?(?:what|which|who|whom|whose|when|where|why|how)\b|(?:is|are|was|were|did|does|do|may|can|could|must|has|had|have|will|would|should)\s+(?:the|a|an|it|he|she|they|his|her|its|their|there|this|that|each|any|such|\p{Lu}))/giu;

const ASKS_SOMETHING =
  /\b(?:what|which|who|whom|whose|where|why|how)\b|^\s*(?:when|is|are|was|were|did|does|do|may|can|could|must|has|had|have|will|would|should|tell|describe|explain|summari[sz]e|list|identify|name|state|give|find)\b|\?|\b(?:is|are|was|were|did|does|do|may|can|could|must|has|had|have|will|would|should) (?:the|a|an|it|he|she|they)\b/iu;

/** `related` tells of a stem which others may stand for it. */
export function readQuestion(text: string, related: RelatedWords = RELATED): Question {
  const parts = partsOfQuestion(text).map((part) => ({
    text: part,
    terms: termsOf(part, text, related),
    wanted: wantedOf(part),
  }));
  return { text, parts, terms: mergeTerms(parts.flatMap(({ terms }) => terms)) };
}

/** The things that are asked, each in its own words; at most five. */
export function partsOfQuestion(text: string): string[] {
  const trimmed = text.trim();
  const cuts: number[] = [];
  for (const match of trimmed.matchAll(JOINT))
    if (match.index > 0) cuts.push(match.index, match.index + match[0].length);
  const parts: string[] = [];
  let start = 0;
  for (let at = 0; at < cuts.length; at += 2) {
    // `Of the panel finally seated, how many` asks one thing: what stands before the comma asks nothing.
    if (!ASKS_SOMETHING.test(trimmed.slice(start, cuts[at]))) continue;
    parts.push(trimmed.slice(start, cuts[at]));
    start = cuts[at + 1] ?? trimmed.length;
  }
  parts.push(trimmed.slice(start));
  const told = parts
    .map((part) => part.replace(/(?<![\s?.,;])[\s?.,;]+$/u, "").trim())
    .filter((part) => contentWords(part) > 0);
  return told.length === 0 ? [trimmed] : told.slice(0, PARTS_MAX);
}

function contentWords(text: string): number {
  return tokenize(text).filter((token) => !isFunctionWord(token.text)).length;
}

function termsOf(part: string, whole: string, related: RelatedWords): Term[] {
  const focus = focusOf(part);
  const terms: Term[] = [];
  for (const { text: word, start } of tokenize(part)) {
    if (isFunctionWord(word)) continue;
    const stem = stemKeyOf(word);
    if (terms.some((term) => term.stem === stem)) continue;
    const isFirst = start === 0 && whole.startsWith(part);
    const isName = isCapital(part.charCodeAt(start)) && !isFirst && !ASKS_WITH.test(part.slice(start));
    const weight = ASKING.has(stem) && !isName ? ASKING_WEIGHT : 1;
    const isFocus = focus.start <= start && start < focus.end;
    terms.push({ stem, weight, related: related.get(stem) ?? NONE, isName, isFocus });
  }
  return terms;
}

const ASKS_WITH = /^(?:what|which|who|whom|whose|when|where|why|how)\b/iu;
/** Behind the asking word, up to the verb. */
const FOCUS =
  /\b(?:what|which|whose|how (?:many|much|long|old|large|big|fast|far|often|soon))\b(?<thing>.*?)(?=\b(?:is|are|was|were|did|does|do|may|can|could|must|has|had|have|will|would|should|to)\b|$)/iu;

function focusOf(part: string): { readonly start: number; readonly end: number } {
  const found = FOCUS.exec(part);
  if (found === null) return { start: 0, end: 0 };
  return { start: found.index, end: found.index + found[0].length };
}

const NONE: ReadonlySet<string> = new Set();

function isCapital(code: number): boolean {
  return code >= 0x41 && code <= 0x5a;
}

function mergeTerms(terms: readonly Term[]): Term[] {
  const merged = new Map<string, Term>();
  for (const term of terms) if (!merged.has(term.stem)) merged.set(term.stem, term);
  return [...merged.values()];
}
