import { appealChain } from "#courts/hierarchy.ts";
import type { Authority } from "./authorities.ts";
import type { Mention, Reading, TextSpan, Treatment } from "./model.ts";
import type { Section } from "./voices.ts";

export type ReviewedCase = {
  readonly text: string;
  readonly courtId: string;
  readonly caseName: string;
  readonly year: number | null;
  readonly authorities: readonly Authority[];
  readonly mentions: readonly Mention[];
  readonly sentences: readonly TextSpan[];
  readonly sections: readonly Section[];
};

/** How long an appeal may take, in years. */
const APPEAL_YEARS_MAX = 6;

/**
 * What a reviewing court does to the decision below: the disposition at the end of its opinion, applied to the cited
 * decision of a court below it on its line of appeal that bears the same name and is a few years old at most.
 */
export function directHistory(reviewed: ReviewedCase): Reading[] {
  const disposition = dispositionOf(reviewed);
  if (disposition === undefined) return [];
  return reviewed.authorities
    .filter((authority) => isBelow(reviewed, authority) && isSameCase(reviewed, authority))
    .map((authority) => ({
      authority: authority.number,
      treatment: disposition.treatment,
      voice: "court",
      act: "own",
      cue: "disposition of the appeal",
      quote: disposition.sentence,
      by: null,
    }));
}

const DISPOSITIONS: readonly { readonly treatment: Treatment; readonly expression: RegExp }[] = [
  {
    treatment: "Vacated",
    expression:
      /^(?:.{0,300}\b(?:judgments?|orders?|decisions?|decrees?)\b.{0,120}\b(?:is|are|must be)\b.{0,40}\bvacated\b|(?:Judgment )?Vacated\b)/iu,
  },
  {
    treatment: "Reversed",
    expression:
      /^(?:.{0,300}\b(?:judgments?|orders?|decisions?|decrees?)\b.{0,120}\b(?:is|are|must be)\b.{0,40}\breversed\b|(?:Judgment )?Reversed\b)/iu,
  },
  {
    treatment: "Affirmed",
    expression:
      /^(?:.{0,300}\b(?:judgments?|orders?|decisions?|decrees?)\b.{0,120}\b(?:is|are|must be)\b.{0,40}\baffirmed\b|(?:Judgment )?Affirmed\b)/iu,
  },
];

/** Sentences at the end of the deciding opinion that are searched for the disposition. */
const LAST_SENTENCES = 12;

/** The disposition; undefined when there is none, or when part is affirmed and part is not. */
function dispositionOf({
  text,
  sentences,
  sections,
}: ReviewedCase): { treatment: Treatment; sentence: TextSpan } | undefined {
  const court = sections.find((section) => section.voice === "court");
  if (court === undefined) return undefined;
  const own = sentences
    .filter((sentence) => sentence.start >= court.start && sentence.end <= court.end)
    .slice(-LAST_SENTENCES);
  for (const sentence of own.toReversed()) {
    const words = text.slice(sentence.start, sentence.end).replace(/\s+/gu, " ");
    const fitting = DISPOSITIONS.filter(({ expression }) => expression.test(words));
    if (fitting.length > 1 || /\bin part\b/iu.test(words)) return undefined;
    const [only] = fitting;
    if (only !== undefined) return { treatment: only.treatment, sentence };
  }
  return undefined;
}

function isBelow({ courtId, year }: ReviewedCase, { citation }: Authority): boolean {
  if (citation.court === null || !appealChain(citation.court).includes(courtId)) return false;
  if (year === null || citation.year === null) return true;
  return citation.year <= year && year - citation.year <= APPEAL_YEARS_MAX;
}

/** Both parties, or the only one, share a word that is not every litigant's. */
function isSameCase({ caseName }: ReviewedCase, authority: Authority): boolean {
  const own = wordsOf(caseName);
  const { name } = authority.citation;
  if (name === null || own.size === 0) return false;
  const sides = [name.plaintiff, name.defendant].filter((side): side is string => side !== null);
  const parties = sides.length > 0 ? sides : [name.text];
  const shared = parties.filter((party) => [...wordsOf(party)].some((word) => own.has(word)));
  return shared.length === parties.length;
}

const EVERYONE = /^(?:the|of|and|in|re|ex|parte|rel|et|al|inc|co|corp|ltd|llc|company|corporation|v|vs|for|a|an)$/iu;

function wordsOf(name: string): Set<string> {
  return new Set(
    name
      .toLowerCase()
      .split(/[^\p{L}\d]+/u)
      .filter((word) => word.length > 1 && !EVERYONE.test(word)),
  );
}
