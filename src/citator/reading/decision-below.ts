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
/** Since the Supreme Court chooses its cases they are decided there soon: what is older is another round. */
const CERTIORARI_YEAR = 1925;
const REVIEW_YEARS_MAX = 4;

/**
 * The cited decisions of courts below in the very case. They bear its parties' names, or no name at all: where the text
 * tells of the proceedings (`The Court of Appeals affirmed, 490 F.2d 868`), or where the Supreme Court cites a recent
 * decision of a court below by its number alone. The one decided last by the court that the disposition names is under
 * review, and what courts below that one decided stands or falls with it where the reviewed one had affirmed it. What
 * state courts decided before a prisoner went to federal court is not under review, nor what courts of another state
 * than it speaks of did, nor an earlier round of the case.
 */
export function decisionsBelow(reviewed: ReviewedCase, { of: named, words }: DispositionOf): Below[] {
  const found = reviewed.authorities.filter(
    (authority) =>
      isOfCourtBelow(reviewed, authority) && (isSameCase(reviewed, authority) || isCitedAsBelow(reviewed, authority)),
  );
  const isCollateral = /\bhabeas corpus\b/iu.test(reviewed.text.slice(0, PROCEEDINGS_TOLD_CHARS));
  const fitting = found.filter((authority) => {
    const { isFederal, level } = levelOf(authority);
    if (named !== null && level !== null && level !== named) return false;
    if (isAgencyOf(authority) && /\bdistrict court\b/iu.test(words)) return false;
    if (isOfOtherState(authority, words) || isEarlierRound(reviewed, authority)) return false;
    return !(isFederal === false && isCollateral && named !== "high");
  });
  const last = fitting.toSorted(
    (one, other) =>
      fitOf(other, named) - fitOf(one, named) ||
      (other.citation.year ?? 0) - (one.citation.year ?? 0) ||
      Number(other.caseName !== null) - Number(one.caseName !== null) ||
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
    return isLower && isAffirmedBy(reviewed, authority, last)
      ? [{ authority: authority.number, step: "further below" }]
      : [];
  });
}

/** What the reviewed court had reversed does not fall with its judgment. */
function isAffirmedBy(
  { text }: ReviewedCase,
  { citation: trial }: Authority,
  { citation: appeal }: Authority,
): boolean {
  const between = text.slice(
    Math.max(trial.fullSpan.end, appeal.fullSpan.start - BETWEEN_CHARS),
    appeal.fullSpan.start,
  );
  return [...between.matchAll(/\b(?:affirm|revers|vacat)/giu)].at(-1)?.[0].toLowerCase() === "affirm";
}

const BETWEEN_CHARS = 400;

/** `On rehearing en banc`, `We vacated and remanded` behind it: the case went on, and another decision is under review. */
function isEarlierRound({ text, authorities }: ReviewedCase, { citation, number }: Authority): boolean {
  const behind = text.slice(citation.fullSpan.end, citation.fullSpan.end + ROUND_CHARS);
  const next = authorities
    .filter((other) => other.number !== number)
    .map((other) => other.citation.span.start - citation.fullSpan.end)
    .filter((distance) => distance > 0);
  const [nearest = ROUND_CHARS] = next.toSorted((one, other) => one - other);
  return (
    /^[^.]{0,40}\.?\s*(?:But |However, )?(?:On|After|Upon|The court (?:then )?granted) (?:\w+ ){0,4}?(?:rehearing|reargument|en banc)\b/u.test(
      behind,
    ) ||
    /\b(?:vacated (?:that|the) (?:judgment|decision|opinion)|(?:granted [^.]{0,40}, )?vacated,? and remanded|(?:therefore|accordingly) affirmed the)\b/iu.test(
      behind.slice(0, Math.min(ROUND_CHARS, nearest + 40)),
    )
  );
}

const ROUND_CHARS = 300;

/** The court that is named, else the highest whose level is known. */
function fitOf(authority: Authority, named: CourtLevel | null): number {
  const { level } = levelOf(authority);
  if (named !== null) return Number(level === named);
  return level === null ? 0 : { trial: 0, appeals: 1, high: 2 }[level];
}

/** A board whose orders courts of appeals review; `the judgment of the district court` is not its. */
function isAgencyOf({ courtId }: Authority): boolean {
  const court = courtId === null ? undefined : courtById(courtId);
  return (
    court?.state === "Federal" && court.level !== "high" && /^Federal (?:Special|Bankruptcy)/u.test(court.jurisdiction)
  );
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

/** By the court where it is known, else by the reporter, which tells what kind of court it prints: `(Minn. 1999)` behind `F. Supp.` is no state court. */
function levelOf({ courtId, citation }: Authority): Level {
  const reporter = citation.reporter.replace(/\s/gu, "");
  if (/^F\.?Supp|^F\.R\.D|^B\.R/u.test(reporter)) return { isFederal: true, level: "trial" };
  const court = courtId === null ? undefined : courtById(courtId);
  if (court !== undefined) {
    const level = { high: "high", intermediate: "appeals", trial: "trial", limited: "trial", other: null } as const;
    return {
      isFederal: court.state === "Federal",
      level: court.jurisdiction === "Federal Appellate" ? "appeals" : level[court.level],
    };
  }
  return /^F\.?(?:2d|3d|4th|ed\.?|ed\.?Appx\.?)?\.?$|^F\.App/u.test(reporter)
    ? { isFederal: true, level: "appeals" }
    : { isFederal: false, level: null };
}

/**
 * Decided by a court below on the line of appeal. Where neither the citation nor a credible record tells the court, only
 * the Supreme Court's opinion is sure to speak of another's decision: its own are not printed in others' reporters.
 */
export function isOfCourtBelow({ courtId, year }: ReviewedCase, { citation, courtId: known }: Authority): boolean {
  // What the Supreme Court's own reports print it has decided, or refused to decide, itself.
  if (courtId === "scotus" && SUPREME_REPORTS.test(citation.reporter)) return false;
  const below = citation.court ?? (known === courtId ? null : known);
  const isReviewed = below === null ? courtId === "scotus" : appealChain(below).includes(courtId);
  if (!isReviewed) return false;
  if (year === null || citation.year === null) return true;
  return isWithin(
    year - citation.year,
    courtId === "scotus" && year >= CERTIORARI_YEAR ? REVIEW_YEARS_MAX : APPEAL_YEARS_MAX,
  );
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
  if (name === null) return false;
  const { own, parties, shared: found } = partiesShared(caseName, name);
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

/** The parties of a decision, those who govern left out, and which of them the caption of another has too. */
function partiesShared(
  caption: string,
  name: string,
): { own: ReadonlySet<string>; parties: readonly (readonly string[])[]; shared: readonly (readonly string[])[] } {
  const own = new Set(tellingWords(caption, "agreement"));
  const parties = name
    .split(/ vs?\.? /u)
    .map((party) => tellingWords(party, "agreement"))
    .filter((words) => !words.every((word) => isSovereign(word)));
  // `Communications` alone makes no two companies one.
  return {
    own,
    parties,
    shared: parties.filter((words) => words.filter((word) => own.has(word)).length * 2 >= words.length),
  };
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
function isCitedAsBelow(reviewed: ReviewedCase, { citation, caseName, number }: Authority): boolean {
  const { text, year, courtId } = reviewed;
  const after = text.slice(citation.fullSpan.start, citation.fullSpan.end + 40);
  if (/\((?:case|decision|opinion|judgment) below\)/iu.test(after)) return true;
  if (citation.name !== null || citation.history !== null) return false;
  // Records print captions in many ways; under one that shares no party another case is held.
  if (caseName !== null && partiesShared(reviewed.caseName, caseName).shared.length === 0) return false;
  if (citation.signal !== null && citation.signal.text !== "see") return false;
  if (year !== null && citation.year !== null && !isWithin(year - citation.year, UNNAMED_YEARS_MAX)) return false;
  const isUndated = year !== null && citation.year === null;
  if (isUndated && citation.span.start > PROCEEDINGS_TOLD_CHARS) return false;
  const before = text
    .slice(Math.max(0, citation.fullSpan.start - PROCEEDINGS_CHARS), citation.fullSpan.start)
    .replace(/\s+/gu, " ");
  if (REVIEW_REFUSED.test(before) || CITED_BETWEEN.test(before)) return false;
  if (/[A-Z][\w.']{1,40} v\. [A-Z][^;()]{0,60}$/u.test(before)) return false;
  const isTold =
    PROCEEDINGS.test(before) ||
    REVIEW_GRANTED.test(text.slice(citation.fullSpan.end, citation.fullSpan.end + GRANTED_CHARS));
  const isAlone = courtId === "scotus" && standsAlone(reviewed, citation, number);
  return isUndated ? isAlone && isTold && !APPENDIX.test(citation.text) : isAlone || isTold;
}

const REVIEW_GRANTED =
  /^[^.]{0,40}\.?\s{1,3}(?:\[?\d+\]?\s)?(?:We granted|Certiorari was granted|We noted probable|Because of [^.]{0,80} we granted)/u;
const GRANTED_CHARS = 200;
/** The joint appendix of the case at hand is cited like a reporter. */
const APPENDIX = /^\d+ App\. /u;

/** Nothing else is cited in its sentence, and whatever the sentence says, no name tells which decision it is. */
function standsAlone({ text, mentions }: ReviewedCase, citation: Authority["citation"], number: number): boolean {
  const before = mentions.findLast(({ span, authority }) => authority !== number && span.end <= citation.span.start);
  const between = text.slice(before?.span.end ?? 0, citation.fullSpan.start);
  return (
    mentions.every(({ authority, form }) => authority !== number || form !== "name") &&
    /[.?!”"\])]\s+(?:See |\[\d+\]\s*)?$/u.test(between)
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
