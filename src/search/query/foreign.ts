import { LIMITS } from "#base/limits.ts";
import { queryWith } from "./fault.ts";
import type { FoundFault } from "./fault.ts";
import type { Span } from "#index/tree.ts";
import { OWN_PREFIXES } from "./prefixes.ts";
import type { QueryToken } from "./tokens.ts";

/** `W/o` and the like are how people write short. */
const SHORTHAND = /^w\/(?:o|out|in|h)$/iu;
const SPACED_OUT = /^(W|PRE|NEAR)\s*\/\s*(\d{1,3}|[sp])(?![\p{L}\p{N}])/u;
const RUN_ON = /^((?:w|pre|near)?\/\d{1,3})(\p{L}.*)$/iu;

/** A proximity that is not written as one: `W / 5`, `W/5deceit`, `W/x`, `/n`; undefined for anything else. */
export function misshapenProximity(text: string, run: string, at: Span): FoundFault | undefined {
  const spaced = SPACED_OUT.exec(text.slice(at.start, at.start + 40));
  if (spaced !== null && /\s/u.test(spaced[0])) {
    const whole = { start: at.start, end: at.start + spaced[0].length };
    const written = `${spaced[1]}/${spaced[2]}`;
    return proximityFault(`${spaced[0]} has no space in it: ${written}`, whole, queryWith(text, whole, written));
  }
  const runOn = RUN_ON.exec(run);
  if (runOn !== null) {
    const [, connector = "", word = ""] = runOn;
    const message = `${connector} needs a space behind it`;
    return proximityFault(message, at, queryWith(text, at, `${connector} ${word}`));
  }
  const wanting = /^(?:W|PRE|NEAR)\//u.test(run) || /^(?:w|pre|near)?\/n$/iu.test(run);
  if (!wanting || SHORTHAND.test(run)) return undefined;
  const connector = run.slice(0, run.indexOf("/") + 1);
  const message = `${run.length > 20 ? connector : run} needs a number of words directly after its stroke, or s or p`;
  return proximityFault(message, at, queryWith(text, at, `${connector === "/" ? "W/" : connector.toUpperCase()}5`));
}

function proximityFault(message: string, at: Span, repaired: string): FoundFault {
  return { code: "proximity_distance", message, at, repaired, advice: "Try W/5." };
}

/** Behind a word: Lucene's fuzziness and boosts. */
const SUFFIXED = /^([\p{L}\p{N}][\p{L}\p{N}.'-]*)(~[\d.]*|\^\d[\d.]*)$/u;

/** Lucene's `fraud~2` and `fraud^4`, and `"fraud deceit"~5` when `phrase` is what stands directly before. */
export function luceneSuffix(
  text: string,
  run: string,
  at: Span,
  phrase: { readonly text: string; readonly at: Span } | undefined,
): FoundFault | undefined {
  if (phrase !== undefined && phrase.at.end === at.start && /^(?:~|\^)[\d.]*$/u.test(run)) {
    const words = phrase.text.trim().split(/\s+/u);
    const distance = Math.min(Math.max(Math.trunc(Number(run.slice(1))) || 5, 1), LIMITS.proximity_span_max);
    const isSlop = run.startsWith("~") && words.length === 2;
    const whole = { start: phrase.at.start, end: at.end };
    const repaired = isSlop ? queryWith(text, whole, words.join(` W/${distance} `)) : queryWith(text, at);
    return suffixFault(
      `${run} behind a phrase means nothing here; words near one another are asked for with W/n`,
      at,
      repaired,
    );
  }
  const [, word, suffix] = SUFFIXED.exec(run) ?? [];
  if (word === undefined || suffix === undefined) return undefined;
  const place = { start: at.start + word.length, end: at.end };
  return suffixFault(`${suffix} behind a word means nothing here`, place, queryWith(text, place));
}

function suffixFault(message: string, at: Span, repaired: string): FoundFault {
  return { code: "foreign_operator", message, at, repaired, advice: "Take it out." };
}

/** Lexis's segments are parts of its own documents. */
export function noSegmentFault(text: string, spelling: string, at: Span): FoundFault {
  const message = `${spelling} asks for one part of a document; an opinion is one text here`;
  const repaired = queryWith(text, at, spelling.replace(/seg(?:ment)?$/iu, "p"));
  return { code: "foreign_operator", message, at, repaired, advice: "Try W/p or AND." };
}

/** Lexis lets a word stand near another in one place as long as it stands apart in some other. */
export function notNearFault(operator: QueryToken, near: QueryToken & { readonly kind: "near" }): FoundFault {
  const at = { start: operator.at.start, end: near.at.end };
  const message = `NOT ${near.spelling} is not offered`;
  const advice = `Write fraud NOT (fraud ${near.spelling} deceit), which leaves out every opinion that has them so near.`;
  return { code: "foreign_operator", message, at, repaired: "", advice };
}

/** What a person is told whose word stands for itself alone. */
export function exactNote(run: string): string {
  return `${run} was read as "${run.slice(1)}", in this form alone.`;
}

/** What is read as an ordinary word of the query `text` though another system, or a slip, would mean more by it. */
export function foreignNote(run: string, text: string): string | undefined {
  if (/^(?:NEAR|ADJ|WITHIN)\d{0,3}$/u.test(run)) {
    return `${run} was read as an ordinary word; words near one another are asked for with W/5.`;
  }
  if (/^within\/\d{1,3}$/iu.test(run)) {
    return `${run} was read as ordinary words; words near one another are asked for with W${run.slice(run.indexOf("/"))}.`;
  }
  if (/^(?:n|onear)\/\d{1,3}$/u.test(run))
    return `${run} was read as ordinary words; the operator is ${run.toUpperCase()}.`;
  if (/^(?:XOR|NOR|NAND|ANDNOT|BUTNOT)$/u.test(run)) {
    return `${run} was read as an ordinary word; known are AND, OR and NOT.`;
  }
  if (/^(?:EXCEPT|MINUS|UNLESS)$/u.test(run) && hasSmallLetters(text))
    return `${run} was read as an ordinary word; to leave a word out write NOT.`;
  if (/^(?:THEN|SAME|WITH|PARAGRAPH|SENTENCE)$/u.test(run) && hasSmallLetters(text))
    return `${run} was read as an ordinary word; words in one sentence are asked for with W/s, in one paragraph with W/p.`;
  if (/^(?:[!^~=\u00ac]{1,3}|<>|\^\d{1,3})$/u.test(run))
    return `${run} alone is no operator; known are AND, OR and NOT.`;
  if (/^~\d{1,3}$/u.test(run)) {
    return `${run} was read as the word ${run.slice(1)}; words near one another are asked for with W/${run.slice(1)} between them.`;
  }
  if (/^\+\p{L}/u.test(run)) {
    return `${run} was read as ${run.slice(1)}; to ask for a word in every result write AND ${run.slice(1)}.`;
  }
  const [, denied] = /^[-!\u00ac]{1,2}(\p{L}.*)/u.exec(run) ?? [];
  if (denied !== undefined) return `${run} was read as ${denied}; to leave a word out write NOT ${denied}.`;
  const [, inThisForm] = /^={1,2}(\p{L}.*)/u.exec(run) ?? [];
  if (inThisForm !== undefined)
    return `${run} was read as ${inThisForm}; to ask for a word in this form alone write "${inThisForm}".`;
  if (/^[@\\`{<>]{1,3}[\p{L}\p{N}]/u.test(run)) {
    return `${run} was read as ${run.replaceAll(/[@\\`{}<>]/gu, "")}; its signs mean nothing here, and words near one another are asked for with W/5.`;
  }
  if (/^\/[^/\s]{2,60}\/$/u.test(run))
    return `${run} was read as words; regular expressions are not offered, * stands for letters.`;
  if (/^\p{L}{3,}\$$/u.test(run)) {
    const stem = run.slice(0, -1);
    return `${run} was read as ${stem}; its other endings are asked for with ${stem}!.`;
  }
  const prefix = /^(\p{L}{2,20}):$/u.exec(run)?.[1]?.toLowerCase();
  if (OWN_PREFIXES.some((known) => known === prefix)) {
    return `${run} was read as an ordinary word; a field prefix has its word directly behind it.`;
  }
  const [, name] = /^(\p{L}{2,20}):(?=[\p{L}\p{N}])/u.exec(run) ?? [];
  if (name === undefined) return undefined;
  return `${run} was read as words; ${name} is no field. The fields are ${OWN_PREFIXES.join(", ")}.`;
}

/** Where all is in capitals, capitals say nothing. */
function hasSmallLetters(text: string): boolean {
  return /\p{Ll}/u.test(text);
}

/** What a person is told who may have meant an operator. */
export function lowerCaseNote(word: string): string {
  if (word !== word.toLowerCase())
    return `${word} was read as an ordinary word; the operator is ${word.toUpperCase()}.`;
  return `${word} in lower case is an ordinary word; the operator is ${word.toUpperCase()}.`;
}
