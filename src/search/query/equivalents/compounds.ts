import { readFileSync } from "node:fs";

import { tokenize } from "#text/tokenize.ts";
import { numberedIn } from "./numbered.ts";

/**
 * Words that are written together, with a hyphen or apart: `email`, `e-mail`, `e mail`; and numbers with a letter behind:
 * `401k`, `401(k)`, `401-k`; `10b5`, `10b-5`; or before: `W2`, `W-2`. The index has them as they were printed, a hyphen being no more than a space.
 */
export type Compound = {
  /** Stands in the text from here to there. */
  readonly start: number;
  readonly end: number;
  /** The tokens as typed, and each other way to write them. */
  readonly typed: readonly string[];
  readonly others: readonly (readonly string[])[];
  /** Whether white space stands between its parts, which may then be words of their own. */
  readonly isOpen: boolean;
  /** Which way an opinion writes it says nothing at all, so that all count alike. */
  readonly isSame?: boolean;
  /** Words that stand for it where they stand apart (`Fourth and Fifth Amendments`). */
  readonly apart?: readonly string[];
};

/** Of a compound its two parts, and whether they mean the same also without a hyphen between. */
type Parts = { readonly parts: readonly [first: string, second: string]; readonly isSameApart: boolean };

let table: ReadonlyMap<string, Parts> | undefined;

/**
 * `compounds.tsv`: what opinions print in two or all of the three ways. Words that mean another thing apart (`set off`,
 * `over all`, `on line 5`) are the same with a hyphen only (`apart` 0).
 */
export function compoundTable(): ReadonlyMap<string, Parts> {
  table ??= readTable();
  return table;
}

function readTable(): Map<string, Parts> {
  const lines = readFileSync(new URL("compounds.tsv", import.meta.url), "utf8")
    .trimEnd()
    .split("\n")
    .slice(1);
  return new Map(
    lines.map((line) => {
      const [joined = "", parts = "", apart] = line.split("\t");
      const [first = "", second = ""] = parts.split(" ");
      return [joined, { parts: [first, second], isSameApart: apart === "1" }] as const;
    }),
  );
}

/** What these begin with a hyphen is the same word without, whether the table has it or not. */
const PREFIXES: ReadonlySet<string> = new Set(
  "non pre post anti multi semi counter mid self co sub inter intra extra cyber".split(" "),
);
/** With a hyphen these are other words than without. */
const OTHER_WORDS: ReadonlySet<string> = new Set(["coop", "multiply", "intern", "subject", "context"]);

/** What makes a longer word of it (`self-help-related`), of which no part may be dropped. */
const ATTACHED = /[\p{L}\p{N}\p{Pd}/&@_]/u;
const HYPHEN = /^[-\u2010\u2011]$/u;
const WORD = /^[a-z]+$/u;

/** The compounds of a text, first those that stand first; none overlap. */
export function compoundsIn(text: string): readonly Compound[] {
  const found = [...numberedIn(text), ...numbersIn(text), ...formsIn(text), ...wordsIn(text)].toSorted(
    (one, other) => one.start - other.start,
  );
  const alone = found.filter(({ start }, index) => found.slice(0, index).every(({ end }) => end <= start));
  return alone.filter(({ start, end }) => !ATTACHED.test(text[start - 1] ?? " ") && !ATTACHED.test(text[end] ?? " "));
}

function wordsIn(text: string): Compound[] {
  const tokens = tokenize(text);
  return tokens.flatMap(({ text: word, start, end }, index): Compound[] => {
    const next = tokens[index + 1];
    if (next !== undefined && WORD.test(word) && WORD.test(next.text)) {
      const between = text.slice(end, next.start);
      const joined = joinedOf(word, next.text, between);
      const isOpen = /^\s+$/u.test(between);
      if (joined !== undefined) return [{ start, end: next.end, typed: [word, next.text], others: [[joined]], isOpen }];
    }
    const parts = partsOf(word);
    return parts === undefined ? [] : [{ start, end, typed: [word], others: [parts], isOpen: false }];
  });
}

/** What is typed with a hyphen may be written without, and so may what is typed apart where it means the same. */
function joinedOf(first: string, second: string, between: string): string | undefined {
  const joined = first + second;
  const known = knownAs(joined);
  if (HYPHEN.test(between) && (known?.parts[0] === first || PREFIXES.has(first)))
    return OTHER_WORDS.has(joined) ? undefined : joined;
  return /^\s+$/u.test(between) && known?.isSameApart === true && known.parts[0] === first ? joined : undefined;
}

/** Where the table has the word or what it is the plural of. */
function knownAs(word: string): Parts | undefined {
  const own = compoundTable().get(word);
  if (own !== undefined || !word.endsWith("s")) return own;
  const {
    parts: [first, second],
    isSameApart,
  } = compoundTable().get(word.slice(0, -1)) ?? NONE;
  return first === "" ? undefined : { parts: [first, `${second}s`], isSameApart };
}

const NONE: Parts = { parts: ["", ""], isSameApart: false };

/** The parts of a word that is written apart too. */
function partsOf(word: string): readonly [string, string] | undefined {
  const known = knownAs(word);
  return known?.isSameApart === true ? known.parts : undefined;
}

/** `401k`, `401(k)`, `10b-5`, `12(b)(6)`, `501c3`; `22d` and `42d` are ordinals. */
const NUMBERED =
  /(?<![\p{L}\p{N}.§$-])(?<number>\d{2,3})(?<joint>[-(]?)(?<letter>[a-z])(?:\)?[-(]?(?<behind>\d{1,3})\)?|\))?(?![\p{L}\p{N}])/giu;

function numbersIn(text: string): Compound[] {
  return [...text.matchAll(NUMBERED)].flatMap((match): Compound[] => {
    const { number = "", joint, letter = "", behind } = match.groups ?? {};
    const low = letter.toLowerCase();
    if (joint === "" && low === "d" && behind === undefined) return [];
    const typed = tokenize(match[0]).map((token) => token.text);
    const rest = behind === undefined ? [] : [behind];
    const ways = [
      [number, low, ...rest],
      [number + low, ...rest],
      ...(behind === undefined ? [] : [[number + low + behind]]),
    ];
    const others = ways.filter((way) => way.join(" ") !== typed.join(" "));
    return [{ start: match.index, end: match.index + match[0].length, typed, others, isOpen: false }];
  });
}

/** Forms, visas and the like: `W-2`, `W2`; `I-130`; `EB-5`; `H-1B`, `H1B`. `F3d` is a reporter. */
const FORM =
  /(?<![\p{L}\p{N}.\u00a7$-])(?<letters>[a-z]{1,2})(?<joint>-?)(?<number>\d{1,3})(?<behind>[a-ce-z]?)(?![\p{L}\p{N}-])/giu;

function formsIn(text: string): Compound[] {
  return [...text.matchAll(FORM)].flatMap((match): Compound[] => {
    const { letters = "", joint, number = "", behind = "" } = match.groups ?? {};
    const [low, rest] = [letters.toLowerCase(), number + behind.toLowerCase()];
    const typed = tokenize(match[0]).map((token) => token.text);
    const others = joint === "" ? [[low, rest]] : [[low + rest]];
    return [{ start: match.index, end: match.index + match[0].length, typed, others, isOpen: false }];
  });
}
