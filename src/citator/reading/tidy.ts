import type { Mention } from "../model.ts";
import { ACTIONS_OF_HISTORY } from "./history-phrases.ts";
import { isMark } from "./tokens.ts";
import type { Token } from "./tokens.ts";

/** Words in parentheses behind a decision, or between it and its verb, with the decision they speak of. */
export type Aside = { readonly of: Token; readonly words: readonly Token[] };
export type Tidied = { readonly words: readonly Token[]; readonly asides: readonly Aside[] };

/** Parentheses that are longer are no remark on a citation. */
const ASIDE_TOKENS_MAX = 160;

/**
 * Takes out of a sentence what belongs to its citations and not to its grammar: parallel citations, pages pointed at,
 * `supra`, remarks in parentheses, and the commas around all of these.
 */
export function tidy(tokens: readonly Token[]): Tidied {
  const asides: Aside[] = [];
  const words: Token[] = [];
  let at = 0;
  while (at < tokens.length) {
    const token = tokens[at];
    if (token === undefined) break;
    at += 1;
    if (!isMark(token)) {
      words.push(token);
      continue;
    }
    const mentions = [...token.mentions];
    const whole = { ...token, mentions };
    for (;;) {
      const next = pastPlace(tokens, at);
      const remark = remarkAt(tokens, next);
      if (remark !== undefined) {
        asides.push({ of: whole, words: tokens.slice(next + 1, remark) });
        at = remark + 1;
        continue;
      }
      const parallel = pastSigns(tokens, next);
      const other = tokens[parallel];
      if (isMark(other) && isSame(whole, other)) {
        mentions.push(...other.mentions);
        at = parallel + 1;
        continue;
      }
      at = next;
      break;
    }
    words.push(whole);
    if (tokens[at]?.word === "," && !opensClause(tokens, at + 1)) at += 1;
  }
  return { words, asides: asides.filter((aside) => aside.words.length > 0) };
}

function isSame(one: Token, other: Token): boolean {
  return one.mentions.at(-1)?.authority === other.mentions[0]?.authority && other.mentions[0]?.form === "citation";
}

/** Past `, at 347-48`, `, supra`, `n. 3`, `, 347` behind a citation. */
function pastPlace(tokens: readonly Token[], from: number): number {
  let at = from;
  for (;;) {
    let next = at;
    if (tokens[next]?.word === ",") next += 1;
    const word = tokens[next]?.word ?? "";
    if (/^(?:supra|ante|infra|post)$/u.test(word)) at = next + 1;
    else if (/^(?:at|p|pp|n|nn|note|notes)$/u.test(word) && /^\d/u.test(tokens[next + 1]?.word ?? ""))
      at = pastNumbers(tokens, next + 1);
    else if (next > at && /^\d+$/u.test(word) && !isMark(tokens[next + 1])) at = pastNumbers(tokens, next);
    else return at;
  }
}

function pastNumbers(tokens: readonly Token[], from: number): number {
  let at = from;
  while (
    /^(?:\d+|[–-]|and|&)$/u.test(tokens[at]?.word ?? "") &&
    (at === from || /^\d/u.test(tokens[at]?.word ?? "") || /^\d/u.test(tokens[at + 1]?.word ?? ""))
  )
    at += 1;
  return Math.max(at, from + 1);
}

function pastSigns(tokens: readonly Token[], from: number): number {
  let at = from;
  while (/^[,;]$/u.test(tokens[at]?.word ?? "")) at += 1;
  return at;
}

/** The place of the bracket that closes a remark opened here; undefined when there is none. */
function remarkAt(tokens: readonly Token[], from: number): number | undefined {
  if (tokens[from]?.word !== "(") return undefined;
  let depth = 0;
  for (let at = from; at < Math.min(tokens.length, from + ASIDE_TOKENS_MAX); at += 1) {
    const word = tokens[at]?.word;
    if (word === "(") depth += 1;
    if (word === ")") depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}

/** Does the comma before these words open a clause or a list, so that it is more than the end of a citation? */
function opensClause(tokens: readonly Token[], from: number): boolean {
  const token = tokens[from];
  if (token === undefined || isMark(token)) return true;
  return OPENS.test(token.word) || ACTIONS_OF_HISTORY.has(token.word);
}

const OPENS =
  /^(?:and|or|but|nor|so|yet|for|we|i|it|he|she|they|this|that|these|those|the|a|an|our|his|her|its|their|which|who|whose|whom|where|when|while|whereas|although|though|because|since|if|unless|as|in|on|under|with|there|here|petitioners?|respondents?|appellants?|plaintiffs?|defendants?|congress|decided|relied|cited|rendered|long|often|once|though|together|along|like|unlike|despite|notwithstanding|if|insofar|[a-z]{3,}ing|[a-z]+'s)$/u;

/** The mentions of a list `A, B and C` as one: they are spoken of together. */
export function joinLists(words: readonly Token[]): Token[] {
  const joined: Token[] = [];
  let at = 0;
  while (at < words.length) {
    const token = words[at];
    if (token === undefined) break;
    at += 1;
    if (!isMark(token)) {
      joined.push(token);
      continue;
    }
    const mentions: Mention[] = [...token.mentions];
    const from = at;
    let places = 1;
    let isList = false;
    for (;;) {
      let next = at;
      while (JOINS.test(words[next]?.word ?? "")) next += 1;
      const other = words[next];
      const between = words.slice(at, next).map(({ word }) => word);
      // `We overruled A in B` is no list.
      if (!between.some((word) => CONNECTS.test(word)) || !isMark(other)) break;
      if (other.noun !== undefined && other.noun !== token.noun) break;
      // `The rule stated in A , and B is overruled`: another clause has begun.
      if (joined.length > 0 && between.join(" ") === ", and" && SINGULAR.test(words[next + 1]?.word ?? "")) break;
      // `A and in B` is a list as well; a semicolon parts citations that are not spoken of together.
      mentions.push(...other.mentions);
      places += 1;
      isList ||= between.some((word) => word !== "," && CONNECTS.test(word));
      at = next + 1;
    }
    // `Returning to A , B repudiates`: a comma alone makes no list of two.
    if (places === 2 && !isList) {
      joined.push(token);
      at = from;
      continue;
    }
    joined.push(mentions.length === token.mentions.length ? token : { ...token, mentions });
  }
  return joined;
}

const SINGULAR = /^(?:is|was|has)$/u;
const CONNECTS = /^(?:,|and|or|nor|&)$/u;
const JOINS = /^(?:,|and|or|nor|&|in|both|the|also|then|as|well|its|progeny|later)$/u;

/** `the holding of ⟦⟧`, `the ⟦⟧ rule`, `our decision in ⟦⟧`: a mention with the noun that says what of it is meant. */
export function joinNouns(words: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const token = words[at];
    if (token === undefined) continue;
    if (!isMark(token)) {
      joined.push(token);
      continue;
    }
    const noun = nounBefore(joined);
    const behind = nounBehind(words, at + 1);
    if (behind !== undefined) at = behind.end - 1;
    const whole = noun ?? behind?.noun;
    joined.push(whole === undefined ? token : { ...token, noun: whole });
  }
  return joined;
}

/** Takes `the [..] holding of` and the like from the end of the words, and tells the noun. */
function nounBefore(words: Token[]): string | undefined {
  let at = words.length - 1;
  while (
    at >= 0 &&
    /^(?:the|our|its|case|cases|decision|decisions|in|of|from|by|under|with|at)$/u.test(words[at]?.word ?? "") &&
    !NOUN.test(words[at]?.word ?? "")
  )
    at -= 1;
  // Between noun and case: `announced in`, `of the Court in`.
  let noun = at;
  for (let back = 0; back < 5 && noun >= 0; back += 1, noun -= 1) {
    const word = words[noun]?.word ?? "";
    if (NOUN.test(word)) break;
    if (!BETWEEN.test(word)) return undefined;
  }
  const found = words[noun]?.word ?? "";
  if (noun < 0 || noun === words.length - 1 || !NOUN.test(found)) return undefined;
  if (!words.slice(noun + 1).some(({ word }) => /^(?:of|in|from|by|under)$/u.test(word))) return undefined;
  let start = noun;
  while (
    start > 0 &&
    /^(?:[a-z-]+ly|broad|narrow|sweeping|express|central|basic|general|own|entire|so-called|same|very|old|early|recent|prior|earlier|plurality|majority|literal|actual|contrary|questionable|conclusory|unfortunate|present|precedential|doctrinal|theoretical)$/u.test(
      words[start - 1]?.word ?? "",
    )
  )
    start -= 1;
  if (/^(?:the|our|its|that|this|any|such|their|an?)$/u.test(words[start - 1]?.word ?? "")) start -= 1;
  words.length = start;
  return found.replace(/s$/u, "");
}

const BETWEEN =
  /^(?:announced|adopted|stated|articulated|formulated|established|expressed|laid|down|set|forth|out|enunciated|developed|applied|recognized|employed|used|reached|rendered|made|given|of|the|this|court|supreme|upon|there)$/u;

const NOUN =
  /^(?:holding|decision|rule|ruling|judgment|opinion|doctrine|principle|analysis|reasoning|test|standard|approach|view|result|conclusion|dictum|dicta|language|statement|part|aspect|portion|proposition|interpretation|construction|framework|formulation|rationale|precedent|line|notion|theory|requirement|exception|presumption|teaching|logic|premise|definition|discussion|progeny|dissent|concurrence|cases|decisions|opinions|facts|situation|law|authority|guidance|inquiry|balancing|methodology|formula|criteria|factors|suggestion|observation|assertion|implication|scope|reach|soundness|vitality|validity|viability|correctness|wisdom|force|foundation|underpinning|rigor|breadth)s?$/u;

function nounBehind(
  words: readonly Token[],
  from: number,
): { readonly noun: string; readonly end: number } | undefined {
  let at = from;
  if (words[at]?.word === "s") at += 1;
  for (let step = 0; step < 3; step += 1, at += 1) {
    const word = words[at]?.word ?? "";
    if (NOUN.test(word)) return { noun: word.replace(/s$/u, ""), end: at + 1 };
    if (
      !/^(?:[a-z]+-[a-z-]+|continuing|continued|line|of|[a-z]+(?:ive|al|ary|ous|ate|ic)|core|basic|general|narrow|broad|express|sweeping|own|good-faith|two-step|two-part|three-part|categorical|bright-line|majority|plurality)$/u.test(
        word,
      )
    )
      return undefined;
  }
  return undefined;
}
