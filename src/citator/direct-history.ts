import { isSovereign, tellingWords } from "#text/case-names.ts";
import { appealChain } from "#courts/hierarchy.ts";
import type { Authority } from "./authorities.ts";
import type { Reading, TextSpan, Treatment } from "./model.ts";
import type { Section } from "./voices.ts";

export type ReviewedCase = {
  readonly text: string;
  readonly courtId: string;
  readonly caseName: string;
  readonly year: number | null;
  readonly authorities: readonly Authority[];
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

/** `The judgment below is reversed`, `we reverse the decree`, or the bare word that closes an opinion. */
function disposition(treatment: Treatment, verb: string, done: string): { treatment: Treatment; expression: RegExp } {
  const judgment =
    "\\b(?:judgments?|orders?|decisions?|decrees?|convictions?|court of appeals|court below|district court)\\b";
  const passive = `${judgment}[^;]{0,160}\\b(?:is|are|must be|should be)\\b[^;]{0,60}\\b${done}\\b`;
  const active = `\\bwe (?:\\w+ ){0,2}${verb}\\b(?: and remand|[^;]{0,40}${judgment})`;
  return { treatment, expression: new RegExp(`${passive}|${active}|^(?:judgment )?${done}\\b.{0,60}$`, "iu") };
}

const DISPOSITIONS = [
  disposition("Vacated", "vacate", "vacated"),
  disposition("Reversed", "reverse", "reversed"),
  disposition("Affirmed", "affirm", "affirmed"),
];

/** Sentences of the deciding opinion searched from its end for the disposition: footnotes may stand after it. */
const SENTENCES_BACK_MAX = 400;
/** A disposition is short; a long sentence with these words tells the history of some case. */
const DISPOSITION_CHARS_MAX = 320;

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
    .slice(-SENTENCES_BACK_MAX);
  for (const sentence of own.toReversed()) {
    if (sentence.end - sentence.start > DISPOSITION_CHARS_MAX) continue;
    const words = text.slice(sentence.start, sentence.end).replace(/\s+/gu, " ").trim();
    const fitting = DISPOSITIONS.filter(({ expression }) => expression.test(words));
    const [worst] = fitting;
    if (worst === undefined) continue;
    const isDivided =
      /\bin part\b/iu.test(words) ||
      fitting.some(({ treatment }) => treatment === "Affirmed" && worst.treatment !== "Affirmed");
    return isDivided ? undefined : { treatment: worst.treatment, sentence };
  }
  return undefined;
}

/**
 * Decided by a court below on the line of appeal. Where neither the citation nor a credible record tells the court, only
 * the Supreme Court's opinion is sure to speak of another's decision: its own are not printed in others' reporters.
 */
function isBelow({ courtId, year }: ReviewedCase, { citation, courtId: known }: Authority): boolean {
  const below = citation.court ?? (known === courtId ? null : known);
  const isReviewed = below === null ? courtId === "scotus" : appealChain(below).includes(courtId);
  if (!isReviewed) return false;
  return year === null || citation.year === null || isWithin(year - citation.year, APPEAL_YEARS_MAX);
}

function isWithin(years: number, years_max: number): boolean {
  return years >= 0 && years <= years_max;
}

/**
 * All parties are found in the reviewing court's caption. A people or a state is written otherwise by its own courts
 * than by the Supreme Court (`People v. Alder`, `Alder v. Illinois`): it need not be found when the other party is.
 * An officer is succeeded by another: one party is enough when review is spoken of at the citation.
 */
function isSameCase({ caseName, text, year }: ReviewedCase, { caseName: name, citation }: Authority): boolean {
  const own = new Set(tellingWords(caseName, "agreement"));
  if (name === null || own.size === 0) return false;
  const parties = name
    .split(/ vs?\.? /u)
    .map((party) => tellingWords(party, "agreement"))
    .filter((words) => !words.every((word) => isSovereign(word)));
  const found = parties.filter((words) => words.some((word) => own.has(word)));
  if (found.length === 0) return false;
  if (found.length === parties.length) return true;
  const around = text.slice(Math.max(0, citation.span.start - REVIEW_CHARS), citation.span.end + REVIEW_CHARS);
  return (
    year !== null &&
    citation.year !== null &&
    isWithin(year - citation.year, SUCCESSION_YEARS_MAX) &&
    /\bcertiorari\b|\bprobable jurisdiction\b|\bleave to appeal\b/iu.test(around)
  );
}

const REVIEW_CHARS = 400;
const SUCCESSION_YEARS_MAX = 3;
