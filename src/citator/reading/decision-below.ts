import { appealChain } from "#courts/hierarchy.ts";
import { courtById } from "#courts/courts.ts";
import { isOfState, isSovereign, tellingWords } from "#text/case-names.ts";
import type { Authority } from "../authorities.ts";
import type { Mention } from "../model.ts";
import type { CourtLevel, Disposition } from "./disposition.ts";

export type ReviewedCase = {
  readonly text: string;
  readonly courtId: string;
  readonly caseName: string;
  readonly year: number | null;
  readonly authorities: readonly Authority[];
  readonly mentions: readonly Mention[];
};

/** A decision that the court at hand reviews: itself, or the one of a lower court that it reviewed. */
export type Below = { readonly authority: number; readonly step: "reviewed" | "further below" };

/** How long an appeal may take, in years. */
const APPEAL_YEARS_MAX = 6;

/**
 * The cited decisions of courts below in the very case. They bear its parties' names, or no name at all where the text
 * tells of the proceedings (`The Court of Appeals affirmed, 490 F.2d 868`). The one decided last by the court that the
 * disposition names is under review, and what courts below that one decided stands or falls with it. What state
 * courts decided before a prisoner went to federal court is not under review, nor what courts of another state than it
 * speaks of did.
 */
export function decisionsBelow(reviewed: ReviewedCase, { of: named, words }: DispositionOf): Below[] {
  const found = reviewed.authorities.filter(
    (authority) =>
      isBelow(reviewed, authority) && (isSameCase(reviewed, authority) || isCitedAsBelow(reviewed, authority)),
  );
  const isCollateral = /\bhabeas corpus\b/iu.test(reviewed.text.slice(0, PROCEEDINGS_TOLD_CHARS));
  const fitting = found.filter((authority) => {
    const { isFederal, level } = levelOf(authority);
    if (named !== null && level !== null && level !== named) return false;
    if (isOfOtherState(authority, words)) return false;
    return !(isFederal === false && isCollateral && named !== "high");
  });
  const last = fitting.toSorted(
    (one, other) =>
      Number(levelOf(other).level === named) - Number(levelOf(one).level === named) ||
      Number(other.caseName !== null) - Number(one.caseName !== null) ||
      (other.citation.year ?? 0) - (one.citation.year ?? 0) ||
      one.number - other.number,
  )[0];
  if (last === undefined) return [];
  const reviewedLevel = levelOf(last);
  return found.flatMap((authority): Below[] => {
    const { isFederal, level } = levelOf(authority);
    const isSameLevel = isFederal === reviewedLevel.isFederal && level === reviewedLevel.level;
    // What the same court decided in the same year is one decision under several numbers, or its rehearing.
    if (
      authority === last ||
      (isSameLevel && fitting.includes(authority) && authority.citation.year === last.citation.year)
    )
      return [{ authority: authority.number, step: "reviewed" }];
    const isLower = level === "trial" && reviewedLevel.level === "appeals" && isFederal === reviewedLevel.isFederal;
    return isLower ? [{ authority: authority.number, step: "further below" }] : [];
  });
}

type DispositionOf = Pick<Disposition, "of" | "words">;

/** `Remanded to the Mississippi Supreme Court` is not said of a judgment of New York. */
function isOfOtherState({ courtId }: Authority, words: string): boolean {
  const state = courtId === null ? undefined : courtById(courtId)?.state;
  const named = new Set((words.toLowerCase().match(/\p{L}+/gu) ?? []).filter((word) => isOfState(word)));
  if (state === undefined || state === "Federal" || named.size === 0) return false;
  return !state
    .toLowerCase()
    .split(" ")
    .some((word) => named.has(word));
}

/** How far into an opinion the proceedings below are told. */
const PROCEEDINGS_TOLD_CHARS = 9000;

type Level = { readonly isFederal: boolean | null; readonly level: CourtLevel | null };

/** By the court where it is known, else by the reporter, which tells what kind of court it prints. */
function levelOf({ courtId, citation }: Authority): Level {
  const court = courtId === null ? undefined : courtById(courtId);
  if (court !== undefined) {
    const level = { high: "high", intermediate: "appeals", trial: "trial", limited: "trial", other: null } as const;
    return {
      isFederal: court.state === "Federal",
      level: court.jurisdiction === "Federal Appellate" ? "appeals" : level[court.level],
    };
  }
  const reporter = citation.reporter.replace(/\s/gu, "");
  if (/^F\.?(?:2d|3d|4th|ed\.?|ed\.?Appx\.?)?\.?$|^F\.App/u.test(reporter))
    return { isFederal: true, level: "appeals" };
  if (/^F\.?Supp|^F\.R\.D|^B\.R/u.test(reporter)) return { isFederal: true, level: "trial" };
  return { isFederal: false, level: null };
}

/**
 * Decided by a court below on the line of appeal. Where neither the citation nor a credible record tells the court, only
 * the Supreme Court's opinion is sure to speak of another's decision: its own are not printed in others' reporters.
 */
function isBelow({ courtId, year }: ReviewedCase, { citation, courtId: known }: Authority): boolean {
  // What the Supreme Court's own reports print it has decided, or refused to decide, itself.
  if (courtId === "scotus" && SUPREME_REPORTS.test(citation.reporter)) return false;
  const below = citation.court ?? (known === courtId ? null : known);
  const isReviewed = below === null ? courtId === "scotus" : appealChain(below).includes(courtId);
  if (!isReviewed) return false;
  return year === null || citation.year === null || isWithin(year - citation.year, APPEAL_YEARS_MAX);
}

function isWithin(years: number, years_max: number): boolean {
  return years >= 0 && years <= years_max;
}

const SUPREME_REPORTS = /^(?:U\. ?S\.$|S\. ?Ct\.|L\. ?Ed)/u;

/**
 * All parties are found in the reviewing court's caption. A people or a state is written otherwise by its own courts
 * than by the Supreme Court (`People v. Alder`, `Alder v. Illinois`): it need not be found when the other party is.
 * An officer is succeeded by another: one party is enough when review is spoken of at the citation, but not an agency,
 * which is a party everywhere.
 */
function isSameCase({ caseName, text, year }: ReviewedCase, { caseName: name, citation }: Authority): boolean {
  const own = new Set(tellingWords(caseName, "agreement"));
  if (name === null || own.size === 0) return false;
  const parties = name
    .split(/ vs?\.? /u)
    .map((party) => tellingWords(party, "agreement"))
    .filter((words) => !words.every((word) => isSovereign(word)));
  // `Communications` alone makes no two companies one.
  const found = parties.filter((words) => words.filter((word) => own.has(word)).length * 2 >= words.length);
  if (found.length === 0) return false;
  const isWhole = (words: readonly string[]): boolean => words.every((word) => own.has(word));
  if (
    citation.year !== null &&
    found.some((words) => words.length >= LONG_NAME_WORDS && isWhole(words) && !isAgency(words))
  )
    return true;
  // Without a year an old case of like names is told apart by its parties alone.
  if (found.length === parties.length) return citation.year !== null || found.every(isWhole);
  const around = text.slice(Math.max(0, citation.span.start - REVIEW_CHARS), citation.span.end + REVIEW_CHARS);
  return (
    found.some((words) => !isAgency(words) && !isOfficer(caseName, words)) &&
    year !== null &&
    citation.year !== null &&
    isWithin(year - citation.year, SUCCESSION_YEARS_MAX) &&
    /\bcertiorari\b|\bprobable jurisdiction\b|\bleave to appeal\b/iu.test(around)
  );
}

/** No two parties are called by so many words, but for those that are sued again and again. */
const LONG_NAME_WORDS = 3;
const AGENCY =
  /^(?:commission|board|department|dept|office|bureau|agency|administration|authority|director|secretary|commissioner)$/u;

function isAgency(words: readonly string[]): boolean {
  return words.some((word) => AGENCY.test(word));
}

/** `Hazel v. Spruce, Commissioner of Harbors`: the officer is a party to many cases, and the one who may be succeeded. */
function isOfficer(caption: string, words: readonly string[]): boolean {
  return caption.split(/ vs?\.? /u).some((party) => {
    const [name = "", ...titles] = party.split(",");
    const named = tellingWords(name, "agreement");
    return words.every((word) => named.includes(word)) && OFFICE.test(titles.join(","));
  });
}

const OFFICE =
  /\b(?:Commissioner|Secretary|Director|Attorney General|Governor|Administrator|Superintendent|Comptroller|Treasurer)\b/u;

const REVIEW_CHARS = 400;
const SUCCESSION_YEARS_MAX = 3;

/** Cited by number alone, a few years ago at most, right behind words of the proceedings below. */
function isCitedAsBelow({ text, year }: ReviewedCase, { citation, caseName }: Authority): boolean {
  const after = text.slice(citation.fullSpan.start, citation.fullSpan.end + 40);
  if (/\((?:case|decision|opinion|judgment) below\)/iu.test(after)) return true;
  if (caseName !== null || citation.signal !== null) return false;
  if (year !== null && (citation.year === null || !isWithin(year - citation.year, UNNAMED_YEARS_MAX))) return false;
  const before = text
    .slice(Math.max(0, citation.fullSpan.start - PROCEEDINGS_CHARS), citation.fullSpan.start)
    .replace(/\s+/gu, " ");
  return (
    PROCEEDINGS.test(before) &&
    !REVIEW_REFUSED.test(before) &&
    !CITED_BETWEEN.test(before) &&
    !/[A-Z][\w.']+ v\. [A-Z][^;]{0,60}$/u.test(before)
  );
}

/** A high court that would not hear the case has left no judgment to reverse. */
const REVIEW_REFUSED =
  /\b(?:den(?:ied|ying)|declin(?:ed|ing)|refus(?:ed|ing)) (?:to grant )?(?:\w+ ){0,4}(?:review|certiorari|leave|rehearing|appeal|transfer)[^.;]{0,40}[.,;]?\s*$/iu;
/** Another citation right before, with which this one is listed. */
const CITED_BETWEEN = /\d [A-Z][\w. ]{0,14}\d? \d{1,4}[^.]{0,40};\s*$/u;

const UNNAMED_YEARS_MAX = 4;
const PROCEEDINGS_CHARS = 260;
const PROCEEDINGS =
  /\b(?:affirmed|reversed|vacated|remanded|convict(?:ed|ion)|dismissed|granted|denied|held|ruled|agreed|disagreed|concluded|found|entered|overturned|set aside|upheld|sustained|rejected|judgment|en banc|court below|required)\b[^;]{0,200}$/iu;
