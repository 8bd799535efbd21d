/** What a court does with what it is asked for, as dockets say it; a recommendation and a referral do not decide. */
const DECIDES =
  /\b(?:grant(?:s|ed|ing)?|den(?:y|ies|ied|ying)|overrul(?:es|ed|ing)|sustain(?:s|ed|ing)|approv(?:es|ed|ing)|allow(?:s|ed|ing)|dismiss(?:es|ed|ing)|adopt(?:s|ed|ing)|affirm(?:s|ed|ing)|revers(?:es|ed|ing)|reject(?:s|ed|ing)|strik(?:es|ing)|stricken|withdraw(?:n|ing|s)|terminat(?:es|ed|ing)|(?:as |deemed |is |are )?moot(?:ed|ing)?|resolv(?:es|ed|ing)|dispos(?:es|ed|ing) of)\b/giu;
const RECOMMENDS = /\brecommend(?:s|ed|ing|ation|ations)?\b/iu;
const ADOPTS = /\badopt(?:s|ed|ing)\b/iu;

/** Between the verb and a motion's number: what is decided there is asked for in view of that motion, and is not it. */
const IN_VIEW_OF =
  /\b(?:extension|extend(?:ing)?|time|respon[ds]\w*|reply|replies|opposition|leave|deadlines?|hearing|page limits?|briefing|argument|re|regarding|as to|related to|in support)\b/iu;
/** The sentence, or what a semicolon parts from it. */
const CLAUSE_END = /;|\.\s+(?=["'“(]?\p{Lu})/gu;

/** How a line of a docket speaks of a motion. */
export type Ruling = "decides" | "speaks";

/**
 * Whether a court's line decides the motion that the docket numbers so, or speaks of it; null where it does neither, as
 * where it grants time to answer it.
 */
export function rulingOnNumber(line: string, number: string): Ruling | null {
  const mentions = placesOf(line, number);
  if (mentions.length === 0) return null;
  if (RECOMMENDS.test(line) && !ADOPTS.test(line)) return "speaks";
  const verbs = [...line.matchAll(DECIDES)].map(({ index, 0: { length } }) => ({ start: index, end: index + length }));
  let ruling: Ruling | null = null;
  for (const { start, end } of mentions) {
    const clause = clauseAround(line, start);
    const before = verbs.findLast((verb) => verb.start >= clause.start && verb.end <= start);
    const after = verbs.find((verb) => verb.start >= end && verb.end <= clause.end);
    if (before !== undefined) {
      if (IN_VIEW_OF.test(line.slice(before.end, start))) continue;
      return "decides";
    }
    if (after !== undefined && IS.test(line.slice(end, after.start))) return "decides";
    ruling = "speaks";
  }
  return ruling;
}

/** `10 Motion to Dismiss is hereby DENIED`, with no other paper's number between. */
const IS = /^[^;\d]*(?:\b(?:is|are|was|were|be|hereby)\b|[-–—:])\W*$/iu;

/** The same of a line that numbers no motion, and decides one in these words: all must stand in its clause. */
export function decidesInWords(line: string, isSaid: (clause: string) => boolean): boolean {
  if (RECOMMENDS.test(line) && !ADOPTS.test(line)) return false;
  return [...line.matchAll(DECIDES)].some(({ index, 0: verb }) => {
    const { start, end } = clauseAround(line, index);
    const behind = line.slice(index + verb.length, end);
    return isSaid(line.slice(start, end)) && !IN_VIEW_OF.test(behind);
  });
}

function placesOf(line: string, number: string): { readonly start: number; readonly end: number }[] {
  if (!/^\d{1,6}$/u.test(number)) return [];
  const standsAlone = new RegExp(
    String.raw`(?<![\d.,:/$§#\-]|\d )${number}(?![\d:/%]|[.,-]\d| (?:days?|pages?|U\.?S|F\.))`,
    "gu",
  );
  return [...line.matchAll(standsAlone)].map(({ index }) => ({ start: index, end: index + number.length }));
}

function clauseAround(line: string, at: number): { readonly start: number; readonly end: number } {
  const cuts = [...line.matchAll(CLAUSE_END)].map(({ index }) => index);
  return { start: cuts.findLast((cut) => cut < at) ?? 0, end: cuts.find((cut) => cut > at) ?? line.length };
}
