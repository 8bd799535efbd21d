import { citationKey } from "./citation-key.ts";
import { isSameCourt } from "#courts/courts.ts";
import { agreedYear, heardOf, isNameInUse, isYearInUse, knownByCiters } from "./citers.ts";
import type { Citers, CitersSay } from "./citers.ts";
import type { FullCaseCitation } from "./model.ts";
import { partyDifference } from "./parties.ts";
import type { HeldDecision } from "./store.ts";

/** Where a citation and the record part. */
export type Difference = {
  readonly what: "name" | "year" | "court" | "pin" | "parallel";
  readonly cited: string;
  readonly held: string;
};

/** What of name, year and court the record and those who cite the decision do not bear out. */
export function differencesBetween(
  citation: FullCaseCitation,
  decision: HeldDecision,
  { citers, volumeYears }: Evidence,
): Difference[] {
  const own = citation.key === null ? [] : [citation.key];
  const keys = [...own, ...decision.citations.map(citationKey)];
  const said = keys.flatMap((key) => citers?.(key) ?? []).toSorted((one, other) => other.works - one.works);
  const around = keys.map((key) => volumeYears?.(key)).find((years) => years !== undefined);
  const about = { say: said[0], around };
  return [nameDifference, yearDifference, courtDifference].flatMap(
    (compare) => compare(citation, decision, about) ?? [],
  );
}

/**
 * What of name and year speaks against a citation of a decision that is not held: those who cite it agree on another,
 * or the other decisions of the volume are of other years.
 */
export function differencesOfAbsent(
  citation: FullCaseCitation,
  say: CitersSay | undefined,
  ofVolume: Years | undefined,
): Difference[] {
  const { name, year } = citation;
  const found: Difference[] = [];
  const known = knownByCiters(say);
  if (known === undefined) return yearOfVolume(year, say, ofVolume);
  if (name !== null && name.short === null && !heardOf(say, name).isNamedSo)
    found.push({ what: "name", cited: name.text.replace(/\s+/gu, " "), held: known.name });
  if (known.year === null) return [...found, ...yearOfVolume(year, say, ofVolume)];
  if (year !== null && !isYearInUse(say, year) && !isNearTerm(year, known.year))
    found.push({ what: "year", cited: String(year), held: String(known.year) });
  return found;
}

/** Decisions of neighbouring years may stand in a volume of which few are held. */
const VOLUME_YEARS_APART_MAX = 1;

function yearOfVolume(year: number | null, say: CitersSay | undefined, ofVolume: Years | undefined): Difference[] {
  if (year === null || ofVolume === undefined || isYearInUse(say, year)) return [];
  const { first, last } = ofVolume;
  if (year >= first - VOLUME_YEARS_APART_MAX && year <= last + VOLUME_YEARS_APART_MAX) return [];
  const years = first === last ? String(first) : `${first} to ${last}`;
  return [{ what: "year", cited: String(year), held: `${years}, as the other decisions of that volume` }];
}

/** The years of a term, under either of which its decisions were cited. */
function isNearTerm(year: number, agreed: number): boolean {
  return agreed <= TERM_YEARS_UNTIL && Math.abs(year - agreed) <= 1;
}

/** What speaks for a citation beside the record. */
export type Evidence = {
  readonly citers?: Citers;
  /** Between which years a decision lies by those printed before and behind it. */
  readonly volumeYears?: (key: string) => Years | undefined;
  /** The years of all decisions held in the volume that a citation is of. */
  readonly volumeSpan?: (key: string) => Years | undefined;
};

type About = { readonly say?: CitersSay | undefined; readonly around?: Years | undefined };
type Compare = (citation: FullCaseCitation, decision: HeldDecision, about: About) => Difference | null;

const nameDifference: Compare = ({ name }, decision, { say }) => {
  if (name === null || name.short !== null) return null;
  if (partyDifference(name, [decision.caseName, ...(decision.otherNames ?? [])]) === null) return null;
  if (isNameInUse(say, name)) return null;
  return { what: "name", cited: name.text.replace(/\s+/gu, " "), held: decision.caseName };
};

const yearDifference: Compare = ({ year }, decision, { say, around }) => {
  const span = decision.yearsFiled;
  if (year === null || span === null) return null;
  if (isYearInUse(say, year) || isTermOnly(year, decision.courtId, span)) return null;
  const agreed = agreedYear(say);
  const isExact = span.first === span.last;
  if (isWithin(year, span) && (isExact || agreed === undefined)) return null;
  if (isTermYear(year, decision.courtId, span) && agreed === undefined) return null;
  if (agreed === year || isMisdated(year, span, around)) return null;
  return {
    what: "year",
    cited: String(year),
    held: String(isExact ? span.first : (agreed ?? `${span.first} or ${span.last}`)),
  };
};

const courtDifference: Compare = ({ court, courtFrom, courtText }, decision) => {
  if (courtFrom !== "stated" || court === null || isSameCourt(court, decision.courtId)) return null;
  return { what: "court", cited: courtText ?? court, held: decision.courtId };
};

type Years = NonNullable<HeldDecision["yearsFiled"]>;

export function isWithin(year: number, years: HeldDecision["yearsFiled"]): boolean {
  return years !== null && years.first <= year && year <= years.last;
}

/** A record may hold the day of argument: what is printed before it in its volumes was decided later. */
function isMisdated(year: number, recorded: Years, around: Years | undefined): boolean {
  return around !== undefined && recorded.last < around.first && isWithin(year, around);
}

/** Until here the Supreme Court's decisions of a spring are often cited by the October term in which they fell. */
const TERM_YEARS_UNTIL = 1930;

/** Before this year the reports of the Supreme Court tell of most decisions the term alone. */
const TERMS_ALONE_UNTIL = 1882;

function isTermOnly(year: number, courtId: string, span: Years): boolean {
  return (
    span.last <= TERMS_ALONE_UNTIL && (isWithin(year, span) || isTermYear(year, courtId, span)) && courtId === "scotus"
  );
}

/** Whether a decision of this one year may be cited by the year before, in which its term began. */
export function isTermYear(year: number, courtId: string, { first, last }: Years): boolean {
  return courtId === "scotus" && first <= TERM_YEARS_UNTIL && first === last && year === first - 1;
}
