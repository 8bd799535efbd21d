import { appealChain } from "#courts/hierarchy.ts";
import { courtById } from "#courts/courts.ts";
import { volumeYear } from "#citations/volume-years.ts";
import { isOfState, isSovereign, isTelling, tellingWords } from "#text/case-names.ts";
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
      Number(isHereNext(reviewed.text, other.citation)) - Number(isHereNext(reviewed.text, one.citation)) ||
      laterVolume(one, other) ||
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
      (isSameLevel &&
        fitting.includes(authority) &&
        authority.citation.year === last.citation.year &&
        (authority.citation.year !== null || laterVolume(authority, last) === 0))
    )
      return [{ authority: authority.number, step: "reviewed" }];
    const isLower = level === "trial" && reviewedLevel.level === "appeals" && isFederal === reviewedLevel.isFederal;
    return isLower && isAffirmedBy(reviewed, authority, last)
      ? [{ authority: authority.number, step: "further below" }]
      : [];
  });
}

/** Of one reporter's undated volumes the later is of a later round: more than zero where `other` is in it. */
function laterVolume({ citation: one }: Authority, { citation: other }: Authority): number {
  if (one.year !== null || other.year !== null || one.reporter !== other.reporter) return 0;
  return Number(other.volume ?? 0) - Number(one.volume ?? 0);
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

/** Reporters that print a state's high court and its court of appeals. */
const OF_BOTH_COURTS = /^(?:Ariz|N\.M|Idaho|Haw|Hawai.i|S\.C|Wis\.2d)\.?$/u;

type Level = { readonly isFederal: boolean | null; readonly level: CourtLevel | null };

/** By the court where it is known, else by the reporter, which tells what kind of court it prints: `(Minn. 1999)` behind `F. Supp.` is no state court. */
function levelOf({ courtId, citation }: Authority): Level {
  const reporter = citation.reporter.replace(/\s/gu, "");
  if (/^F\.?Supp|^F\.R\.D|^B\.R/u.test(reporter)) return { isFederal: true, level: "trial" };
  const court = courtId === null ? undefined : courtById(courtId);
  // The reporter alone does not tell which of a state's courts it was.
  if (citation.courtFrom === "reporter" && OF_BOTH_COURTS.test(reporter)) return { isFederal: false, level: null };
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
  if (year === null) return true;
  const years_max = courtId === "scotus" && year >= CERTIORARI_YEAR ? REVIEW_YEARS_MAX : APPEAL_YEARS_MAX;
  if (citation.year !== null) return isWithin(year - citation.year, years_max);
  const about = volumeYear(citation.corrected.split(" ").slice(1, -1).join(" "), Number(citation.volume));
  return about === null || (year - about >= -VOLUME_YEARS_OFF && year - about <= years_max + VOLUME_YEARS_OFF);
}

/** How far off the year of a volume may be. */
const VOLUME_YEARS_OFF = 1;

function isWithin(years: number, years_max: number): boolean {
  return years >= 0 && years <= years_max;
}

const SUPREME_REPORTS = /^(?:U\. ?S\.$|S\. ?Ct\.|L\. ?Ed|(?:Dall|Wheat|Pet|How|Wall)\.$|Cranch$|Black$|Otto$)/u;

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
  const isOwn = found.some((words) => !isAgency(words) && !isOfficer(caseName, words));
  if (!isOwn || year === null || citation.year === null) return false;
  const years = year - citation.year;
  if (isWithin(years, SUCCESSION_YEARS_MAX) && REVIEWED.test(around)) return true;
  return (
    isWithin(years, REVIEW_YEARS_MAX) &&
    found.some((words) => words.some(tells)) &&
    (citation.signal === null || citation.signal.text === "see") &&
    isToldOfCourt(text, citation)
  );
}

const REVIEWED = /\bcertiorari\b|\bprobable jurisdiction\b|\bleave to appeal\b/iu;

/** `The Court of Appeals reversed. Elm v. Fir, 9 F.3d 1`: what a court did stands right before, and no other citation between. */
function isToldOfCourt(text: string, { fullSpan }: Authority["citation"]): boolean {
  const before = text.slice(Math.max(0, fullSpan.start - PROCEEDINGS_CHARS), fullSpan.start).replace(/\s+/gu, " ");
  return COURT_DID.test(before) && !CITED_BETWEEN.test(before);
}

const COURT_DID =
  /\b(?:Courts?(?: of (?:Criminal |Civil )?Appeals?)?|courts?|Circuit|panel|judge|jury)\b[^;]{0,160}\b(?:affirmed|reversed|vacated|remanded|dismissed|granted|denied|held|ruled|agreed|disagreed|concluded|found|entered|upheld|sustained|rejected|convicted|enjoined)\b[^;()]{0,160}$/u;

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
  // `Communications` alone makes no two companies one, and `Bank` no two banks.
  const isShared = (words: readonly string[]): boolean => {
    const both = words.filter((word) => own.has(word));
    return both.length === words.length || (both.length * 2 >= words.length && both.some(tells));
  };
  return { own, parties, shared: parties.filter(isShared) };
}

const tells = (word: string): boolean => isTelling(word, "copies");

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
  const behind = text.slice(citation.span.end, citation.fullSpan.end + 40);
  if (/^[^;]{0,160}\((?:case|decision|opinion|judgment) below\)/iu.test(behind)) return true;
  if (citation.name !== null) return isReviewGranted(reviewed, citation);
  if (citation.history !== null) return false;
  // Records print captions in many ways; under one that shares no party another case is held.
  const isGranted = isHereNext(text, citation);
  if (caseName !== null && !isGranted && partiesShared(reviewed.caseName, caseName).shared.length === 0) return false;
  if (citation.signal !== null && citation.signal.text !== "see") return false;
  if (year !== null && citation.year !== null && !isWithin(year - citation.year, UNNAMED_YEARS_MAX)) return false;
  const isUndated = year !== null && citation.year === null;
  if (isUndated && citation.span.start > PROCEEDINGS_TOLD_CHARS) return false;
  const before = text
    .slice(Math.max(0, citation.fullSpan.start - PROCEEDINGS_CHARS), citation.fullSpan.start)
    .replace(/\s+/gu, " ");
  if (REVIEW_REFUSED.test(before) || CITED_BETWEEN.test(before)) return false;
  if (/[A-Z][\w.']{1,40} v\. [A-Z][^;()]{0,60}$/u.test(before)) return false;
  const isTold = PROCEEDINGS.test(before) || isGranted;
  const isAlone = courtId === "scotus" && standsAlone(reviewed, citation, number);
  if (isUndated && courtId === "scotus" && DID_RIGHT_BEFORE.test(before) && !APPENDIX.test(citation.text)) return true;
  return isUndated ? isAlone && isTold && !APPENDIX.test(citation.text) : isAlone || isTold;
}

/** Under whatever name, where what its court did is told and review of it is granted in the next words. */
function isReviewGranted({ text, year, mentions }: ReviewedCase, citation: Authority["citation"]): boolean {
  if (year === null || citation.year === null || !isWithin(year - citation.year, SUCCESSION_YEARS_MAX)) return false;
  const { start, end } = citation.fullSpan;
  const others = mentions.some(({ span }) => span.end > start - NAMED_CHARS && span.end <= start);
  return (
    citation.signal === null &&
    citation.history === null &&
    !others &&
    GRANTED_NEXT.test(text.slice(end, end + GRANTED_CHARS)) &&
    isToldOfCourt(text, citation)
  );
}

const NAMED_CHARS = 200;
const GRANTED_NEXT = /^[,.]?\s{1,3}(?:and )?(?:[Ww]e granted|[Cc]ertiorari was granted|[Ww]e noted probable)/u;

/** Review is granted, or the case is said to be here, in the next words. */
function isHereNext(text: string, { fullSpan }: Authority["citation"]): boolean {
  return REVIEW_GRANTED.test(text.slice(fullSpan.end, fullSpan.end + GRANTED_CHARS));
}

const REVIEW_GRANTED =
  /^[^.]{0,40}\.?\s{1,3}(?:\[?\d+\]?\s)?(?:We granted|Certiorari was granted|We noted probable|Because of [^.]{0,80} we granted|The case (?:is|comes|came) here)/u;
const GRANTED_CHARS = 200;
/** `The Supreme Court of the State affirmed, 169 Alder 748`. */
const DID_RIGHT_BEFORE =
  /\b(?:(?:Court|court|Courts|Circuit|Appeals?|State|Division)\b[^.;()]{0,60}\b(?:affirmed|reversed|vacated|modified|sustained|upheld|agreed|overruled|held|dismissed|denied|enforced|granted)\b[^.;()]{0,80}|(?:affirmed|reversed|vacated|modified|sustained|upheld) by the [^.;()]{0,60}\b(?:Court|Circuit|Appeals?|Division)\b[^.;()]{0,40})[,.(]?\s?$/u;
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
