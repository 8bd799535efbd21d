import type { Scope, Treatment } from "../model.ts";
import { HISTORY_VERBS } from "./history-phrases.ts";
import type { Aside } from "./tidy.ts";
import { isMark } from "./tokens.ts";
import type { Token } from "./tokens.ts";

/** What one decision is told to have done to another. */
export type Told = {
  readonly treatment: Treatment;
  /** The decision that suffers, by its number in the opinion. */
  readonly authority: number;
  /** The decision that did it; null when it is not named. */
  readonly by: number | null;
  readonly scope: Scope;
  readonly at: number;
};

const SUFFERS = new Map(HISTORY_VERBS.map(([suffers, , treatment]) => [suffers, treatment]));
const DOES = new Map(HISTORY_VERBS.map(([, does, treatment]) => [does, treatment]));

/** Words that may stand between the phrase and the decision that did it. */
const LINK =
  /^(?:by|in|and|or|remanded|on|other|another|different|grounds?|part|relevant|sub|nom|per|curiam|mem|en|banc|the|as|moot|recognized|stated|noted|,|reh'g|rehearing|our|decision|decisions|case|of|expressly|effectively|cert|denied|granted)$/u;
/** Adverbs and `was` before the phrase. */
const LEAD =
  /^(?:,|was|were|been|has|have|had|since|later|subsequently|thereafter|itself|and|expressly|implicitly|effectively|impliedly|partially|judgment|partly|specifically|largely)$/u;
const LINK_TOKENS_MAX = 12;

/**
 * Reads the history that is told behind citations and in parentheses, and takes it out of the sentence: each phrase
 * belongs to the one decision it follows (or, as a gerund, leads to), and names who did it.
 */
export function readHistory(
  words: readonly Token[],
  asides: readonly Aside[],
): { readonly told: readonly Told[]; readonly words: readonly Token[]; readonly asides: readonly Aside[] } {
  const told: Told[] = [];
  const otherAsides = asides.filter(({ of, words: inside }) => {
    const before = told.length;
    const lead = pastLead(inside, 0);
    const phrase = suffersAt(inside, lead);
    if (phrase !== undefined) addTold(told, phrase, of, inside[phrase.end]);
    else told.push(...gerundAt(inside, lead, of));
    return told.length === before;
  });
  const left: Token[] = [];
  /** The last decision of a chain `A, aff'd, B, rev'd, C` that the next phrase speaks of. */
  let last: Token | undefined;
  for (let at = 0; at < words.length; at += 1) {
    const token = words[at];
    if (token === undefined) continue;
    if (isMark(token)) {
      last = token;
      left.push(token);
      continue;
    }
    const previous = words[at - 1];
    const follows = last !== undefined && (previous === last || (token.word === "," && previous === last));
    if (!follows || last === undefined) {
      left.push(token);
      continue;
    }
    const lead = pastLead(words, at);
    const phrase = suffersAt(words, lead);
    const teller = phrase === undefined ? undefined : words[phrase.end];
    // `A , overruled B`: without `by` or a comma the first does it to the other.
    if (phrase !== undefined && token.word === "," && isMark(teller) && isActive(words, lead, phrase.end)) {
      if (isTaken(words, at)) {
        left.push(token);
        continue;
      }
      told.push(...doneTo(teller, phrase, last));
      at = phrase.end - 1;
      continue;
    }
    // `A overruled B` without a comma is a verb with its object.
    const isBehind = token.word === "," || phrase?.isBy === true;
    if (
      phrase !== undefined &&
      isBehind &&
      (isMark(teller) || phrase.statute || endsThere(words, phrase.end)) &&
      !isClause(words, at, lead)
    ) {
      addTold(told, phrase, last, teller);
      at = phrase.end - 1;
      continue;
    }
    const gerund = gerundAt(words, lead, last);
    if (gerund.length > 0 && token.word === ",") {
      told.push(...gerund);
      at = lead;
      continue;
    }
    left.push(token);
  }
  return { told, words: left, asides: otherAsides };
}

/** `X was overruled by Y` in running words is told by a verb of the sentence, and read there. */
function isClause(words: readonly Token[], from: number, to: number): boolean {
  return words.slice(from, to).some(({ word }) => /^(?:was|were|been|has|have|had)$/u.test(word));
}

function endsThere(words: readonly Token[], at: number): boolean {
  const word = words[at]?.word;
  return word === undefined || /^[.;)]$/u.test(word);
}

function pastLead(words: readonly Token[], from: number): number {
  let at = from;
  while (LEAD.test(words[at]?.word ?? "")) at += 1;
  return at;
}

type Phrase = {
  readonly treatment: Treatment;
  readonly scope: Scope;
  readonly end: number;
  readonly at: number;
  readonly statute: boolean;
  readonly isBy: boolean;
};

function suffersAt(words: readonly Token[], from: number): Phrase | undefined {
  const token = words[from];
  const treatment = SUFFERS.get(token?.word ?? "");
  if (token === undefined || treatment === undefined) return undefined;
  let end = from + 1;
  const link: string[] = [];
  while (end < words.length && link.length < LINK_TOKENS_MAX && LINK.test(words[end]?.word ?? "")) {
    link.push(words[end]?.word ?? "");
    end += 1;
  }
  const said = link.join(" ");
  const statute = treatment === "Superseded by statute" ? isStatute(words, end) : false;
  if (treatment === "Superseded by statute" && !statute) return undefined;
  return { treatment, scope: scopeOf(said), end, at: token.at, statute, isBy: / (?:by|in|sub) /u.test(` ${said} `) };
}

function isStatute(words: readonly Token[], from: number): boolean {
  return words
    .slice(from, from + 8)
    .some(({ word }) =>
      /^(?:statute|statutes|act|amendment|amendments|legislation|rule|code|congress|§|pub|stat|constitutional)$/u.test(
        word,
      ),
    );
}

function scopeOf(words: string): Scope {
  if (/\b(?:on|other|another|different) (?:other |another |different )?grounds?\b/u.test(words)) return "other grounds";
  return /\bpart\b/u.test(words) ? "part" : "whole";
}

function addTold(told: Told[], phrase: Phrase, of: Token, teller: Token | undefined): void {
  const by = isMark(teller) ? (teller.mentions[0]?.authority ?? null) : null;
  const authority = of.mentions.at(-1)?.authority;
  if (authority === undefined || authority === by) return;
  told.push({ treatment: phrase.treatment, authority, by, scope: phrase.scope, at: phrase.at });
}

/** `The court, troubled by A and B, overruled C`: who stands behind a preposition does nothing. */
function isTaken(words: readonly Token[], from: number): boolean {
  let at = from - 1;
  while (isMark(words[at]) || /^(?:,|and|or)$/u.test(words[at]?.word ?? "")) at -= 1;
  return /^(?:by|of|from|with|to|between|than|against|like|unlike)$/u.test(words[at]?.word ?? "");
}

/** Direct history is printed so too (`aff'd 310 U.S. 1`), of the decision that suffers. */
function isActive(words: readonly Token[], verb: number, end: number): boolean {
  return end === verb + 1 && !/^(?:rev|vac|aff|superseded)/u.test(words[verb]?.word ?? "");
}

function doneTo(suffers: Token, { treatment, scope, at }: Phrase, actor: Token): Told[] {
  const by = actor.mentions.at(-1)?.authority ?? null;
  return suffers.mentions.flatMap(({ authority }) =>
    authority === by ? [] : [{ treatment, authority, by, scope, at }],
  );
}

/** `overruling A and B`, said of the decision before. */
function gerundAt(words: readonly Token[], from: number, of: Token): Told[] {
  const token = words[from];
  const treatment = DOES.get(token?.word ?? "");
  if (token === undefined || treatment === undefined) return [];
  const by = of.mentions.at(-1)?.authority ?? null;
  const told: Told[] = [];
  let scope: Scope = "whole";
  for (let at = from + 1; at < Math.min(words.length, from + 40); at += 1) {
    const next = words[at];
    if (isMark(next)) {
      for (const { authority } of next.mentions)
        if (authority !== by) told.push({ treatment, authority, by, scope, at: token.at });
    } else if (/^(?:in|part|on|other|grounds)$/u.test(next?.word ?? "")) scope = next?.word === "part" ? "part" : scope;
    else if (
      !/^(?:,|and|or|the|of|its|our|holding|rule|decision|decisions|prior|earlier|cases?|a|line|to|extent|dicta|both)$/u.test(
        next?.word ?? "",
      )
    )
      break;
  }
  return told;
}
