import type { Mention } from "../model.ts";
import type { Words } from "./sentence.ts";
import { isMark, MARK } from "./tokens.ts";
import type { Token } from "./tokens.ts";

/** The decisions named in one sentence, in order: each entry was spoken of together. */
export type Named = readonly (readonly Mention[])[];

const POINTS = /^(?:that|those|these|both|such|latter|former)$/u;
const NOUN =
  /^(?:case|decision|holding|ruling|precedent|opinion|doctrine|judgment|authority|rule|view|approach|reasoning|test|principle|dictum|statement)$/u;
const NOUNS = /^(?:cases|decisions|holdings|rulings|precedents|opinions|authorities|statements|dicta)$/u;
const BETWEEN =
  /^(?:earlier|prior|former|latter|two|three|four|last|same|old|other|few|of|our|these|those|cited|several|previous|very|latter|foregoing)$/u;

const NONE: ReadonlySet<string> = new Set(["neither", "none"]);
/** Hardly a word is one of those with which such an expression begins. */
const BEGINS: ReadonlySet<string> = new Set("the that those these both such latter former its our".split(" "));

/** What makes `the latter` a subject by itself. */
const HELPS = /^(?:is|was|can|cannot|must|should|has|does|did)$/u;
const KIND = /^[a-z]+(?:-[a-z]+)?$/u;
const COUNTED = /^(?:two|three|four|last)$/u;

/** Makes `that decision`, `those two cases`, `the latter case`, `in neither case` marks that stand for what was named before. */
export function pointBack(words: readonly Token[], before: readonly Named[]): Token[] {
  const pointed: Token[] = [];
  const here: (readonly Mention[])[] = [];
  let at = 0;
  while (at < words.length) {
    const token = words[at];
    if (token === undefined) break;
    if (isMark(token)) {
      here.push(token.mentions);
      pointed.push(token);
      at += 1;
      continue;
    }
    const found = expressionAt(words, at);
    const mentions = found === undefined ? undefined : antecedents(here, before, found.many);
    if (found === undefined || mentions === undefined || mentions.length === 0) {
      pointed.push(token);
      at += 1;
      continue;
    }
    pointed.push({ word: MARK, at: token.at, mentions, back: found.many ? "many" : "one", noun: found.noun });
    at = found.end;
  }
  return pointed;
}

function expressionAt(
  words: readonly Token[],
  from: number,
): { readonly many: boolean; readonly noun: string; readonly end: number } | undefined {
  let at = from;
  const isOfNone = NONE.has(words[at - 1]?.word ?? "");
  if (!isOfNone && !BEGINS.has(words[at]?.word ?? "")) return undefined;
  if (isOfNone && NOUN.test(words[at]?.word ?? "") && words[at + 1]?.word !== "nor")
    return { many: true, noun: words[at]?.word ?? "", end: at + 1 };
  if (words[at]?.word === "the") {
    at += 1;
    // `The cases are inapposite.`
    if (from === 0 && NOUNS.test(words[at]?.word ?? "") && /^(?:are|were|do|did)$/u.test(words[at + 1]?.word ?? ""))
      return { many: true, noun: "case", end: at + 1 };
    if (words[at]?.word === "latter" && HELPS.test(words[at + 1]?.word ?? ""))
      return { many: false, noun: "decision", end: at + 1 };
    if (!/^(?:latter|former|foregoing|two|three|cited)$/u.test(words[at]?.word ?? "")) return undefined;
  } else if (isCasesAtHand(words, at) || isCasesOfAKind(words, at)) return undefined;
  // `No such rule has been adopted`.
  else if (words[at]?.word === "such" && words[at - 1]?.word === "no") return undefined;
  // `We emphasize that our holding`: what is decided here.
  else if (words[at]?.word === "that" && words[at + 1]?.word === "our") return undefined;
  else if (POINTS.test(words[at]?.word ?? "")) at += 1;
  else if (words[at]?.word === "its" || words[at]?.word === "our") {
    // `its holding` speaks of the decision, `our former decision` of one just cited; `our precedents` may be any.
    at += 1;
    if (
      words[at - 1]?.word === "its" &&
      !/^(?:holding|reasoning|rationale|dicta|rule|ruling|authority)$/u.test(words[at]?.word ?? "")
    )
      return undefined;
    if (
      words[at - 1]?.word === "our" &&
      !/^(?:prior|earlier|previous|recent)$/u.test(words[at]?.word ?? "") &&
      !COUNTED.test(words[at]?.word ?? "")
    )
      return undefined;
  } else return undefined;
  for (let step = 0; step < 4 && BETWEEN.test(words[at]?.word ?? ""); step += 1) at += 1;
  // `These third-party cases`: one word may say of what kind they are.
  if (
    /^(?:these|those)$/u.test(words[at - 1]?.word ?? "") &&
    NOUNS.test(words[at + 1]?.word ?? "") &&
    KIND.test(words[at]?.word ?? "")
  )
    at += 1;
  const noun = words[at]?.word ?? "";
  if (NOUNS.test(noun) && !(words[from]?.word === "our" && !COUNTED.test(words[from + 1]?.word ?? "")))
    return { many: true, noun: noun.replace(/ies$/u, "y").replace(/s$/u, ""), end: at + 1 };
  if (!NOUN.test(noun)) return undefined;
  const first = words[from]?.word;
  return { many: first === "both" || first === "those" || first === "these", noun, end: at + 1 };
}

/** `In these cases`, `in these same cases`: those that are decided here. */
function isCasesAtHand(words: readonly Token[], at: number): boolean {
  const [before, these, next, last] = [at - 1, at, at + 1, at + 2].map((one) => words[one]?.word);
  return before === "in" && these === "these" && (next === "cases" || (next === "same" && last === "cases"));
}

/** `Those cases where leave was granted`, `one of those cases`: of a kind, and not those just named. */
function isCasesOfAKind(words: readonly Token[], at: number): boolean {
  const [before, of, these, next, behind, last] = [-2, -1, 0, 1, 2, 3].map((step) => words[at + step]?.word ?? "");
  if (these !== "these" && these !== "those") return false;
  if (next !== "cases" && next !== "decisions") return false;
  return (
    (before === "one" && of === "of") ||
    /^(?:where|wherein|when|whose)$/u.test(behind ?? "") ||
    (behind === "in" && last === "which")
  );
}

/** The decision named last before; for a plural the last sentence that names several, or those named just before. */
export function antecedents(here: Named, before: readonly Named[], many: boolean): readonly Mention[] {
  const sources = [here, ...before.toReversed()];
  for (const source of sources) {
    if (source.length === 0) continue;
    if (!many) return (source.at(-1) ?? []).slice(-1);
    const all = source.flat();
    if (new Set(all.map(({ authority }) => authority)).size > 1) return all;
  }
  return many ? sources.flat(2).slice(0, 2) : [];
}

const PRONOUN = / (?:it|them|they|both|each|neither|none) /u;

/** A sentence that names no decision can speak of one only by a pronoun, which stands for one of the sentence before. */
export function speaksOfDecisions({ words, places }: Words, before: readonly Named[]): boolean {
  return places.length > 0 || ((before.at(-1)?.length ?? 0) > 0 && PRONOUN.test(words));
}
