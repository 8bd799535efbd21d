import { docketNumbers } from "#cases/docket-key.ts";
import { courtById } from "#courts/courts.ts";

/** What the kinds of case are called in front of a serial, by the kind of court: `12 C 7289`, `09 B 02046`, `18 Mag. 3161`. */
const DISTRICT_KINDS: Readonly<Record<string, string>> = {
  c: "cv",
  cv: "cv",
  civ: "cv",
  civil: "cv",
  cr: "cr",
  crim: "cr",
  mag: "mj",
  mj: "mj",
  mc: "mc",
  misc: "mc",
  md: "md",
  ml: "ml",
  mn: "mn",
};
const BANKRUPTCY_KINDS: Readonly<Record<string, string>> = {
  b: "bk",
  bk: "bk",
  bankr: "bk",
  a: "ap",
  ap: "ap",
  adv: "ap",
  mp: "mp",
};
const KINDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "Federal District": DISTRICT_KINDS,
  "Federal Bankruptcy": BANKRUPTCY_KINDS,
};

/** Letters that stand for a court's division where others print its office: `H-18-mc-2515` is `4:18-mc-02515`. */
const DIVISIONS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  txsd: { b: 1, c: 2, g: 3, h: 4, l: 5, v: 6, m: 7 },
  txwd: { a: 1, au: 1, dr: 2, ep: 3, p: 4, pe: 4, sa: 5, w: 6, mo: 7 },
};

/**
 * Words before a number that say only that one follows; a chapter has a number of its own, and so has a superseding
 * indictment, `S1 17 Cr. 168`.
 */
const LEAD =
  /^(?:(?:(?:s\d{1,2}|case|cause|docket|dkt|civil|civ|criminal|crim|cr|magistrate|mag|misc|bankruptcy|bankr|adversary|adv|proceeding|proc|action|numbers?|nos?)\b|#|ch(?:apter)?\b\.?\s*\d{1,2}\b)[\s.:,]*)+(?=\S)/iu;
const CHAPTER = /\bch(?:apter)?\b/iu;
/** The stamp that court systems print on each page goes on behind the number. */
const STAMP = /(?<=\d\S*)\s+(?:document|doc|dkt|ecf|entry|filed)\b.*$/iu;
const BEHIND = "(?:[\\s-]*\\([a-z0-9]{1,5}\\)|[\\s-]+[a-z0-9]{1,5}(?:/[a-z]{1,5})*)*";
const WITH_KIND = new RegExp(
  `^(?:(?<division>[a-z]{1,2})[:\\s-]\\s*|0?(?<office>\\d{1,2}):)?(?:19|20)?(?<year>\\d{2})[\\s.-]*(?<kind>[a-z]{1,6})[\\s.-]*(?<serial>\\d{1,6})${BEHIND}$`,
  "iu",
);
const WITHOUT_KIND = new RegExp(`^(?<office>\\d{1,2}:)?(?:19|20)?(?<year>\\d{2})-(?<serial>\\d{1,6})${BEHIND}$`, "iu");
const PRINTED = /^(?:\d{1,2}:)?\d{2}-[a-z]{2}-\d{1,6}(?:-\w+)*$/iu;

/**
 * A number of a federal trial court as its system prints it, whatever way it is written: `12 C 7289` becomes
 * `12-cv-07289`, `MO:19-CV-00150-DC` in W.D. Tex. `7:19-cv-00150`. Of several numbers the first one; anything else, and what is
 * printed so already, comes back as it is.
 */
export function asFederalCourtsPrint(docketNumber: string, courtId: string): string {
  const court = courtById(courtId);
  const kinds = KINDS[court?.jurisdiction ?? ""];
  if (kinds === undefined || PRINTED.test(docketNumber.trim())) return docketNumber;
  const lead = LEAD.exec(docketNumber.trim())?.[0] ?? "";
  const text = docketNumber.trim().slice(lead.length);
  const number = (docketNumbers(text)[0]?.number ?? "").replace(STAMP, "");
  const { division, office, year = "", kind = "", serial = "" } = WITH_KIND.exec(number)?.groups ?? {};
  const printed = kinds[kind.toLowerCase()];
  if (printed === undefined)
    return (kinds === BANKRUPTCY_KINDS && CHAPTER.test(lead) && withoutKind(number)) || docketNumber;
  const place = division === undefined ? office : DIVISIONS[courtId]?.[division.toLowerCase()];
  if (division !== undefined && place === undefined) return docketNumber;
  return `${place === undefined ? "" : `${place}:`}${year}-${printed}-${serial.padStart(5, "0")}`;
}

function withoutKind(number: string): string | undefined {
  const { office = "", year, serial } = WITHOUT_KIND.exec(number)?.groups ?? {};
  return year === undefined || serial === undefined ? undefined : `${office}${year}-${serial}`;
}
