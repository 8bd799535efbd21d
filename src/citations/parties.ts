import { isOfState, isTelling, tellingWords } from "#text/case-names.ts";
import { GIVEN_NAMES } from "./given-names.ts";
import type { CaseName } from "./model.ts";
import { isContraction, isMisread, sameWord } from "./same-word.ts";

/** Which of the parties that a citation names the record does not bear; null when all agree or nothing can be said. */
export type PartyDifference = "plaintiff" | "defendant" | "both" | "matter" | null;

/**
 * Compares the name as cited with the names by which a decision is known, party by party. Both parties must agree, in
 * either order, since an appeal may turn them round. A party that the citation or the record does not name differs from
 * nothing.
 */
export function partyDifference(cited: CaseName, names: readonly string[]): PartyDifference {
  let best: PartyDifference = "both";
  for (const name of names) {
    const found = differenceFrom(cited, captionOf(name));
    if (found === null) return null;
    if (WEIGHT[found] < WEIGHT[best]) best = found;
  }
  return names.length === 0 ? null : best;
}

const WEIGHT: Record<NonNullable<PartyDifference>, number> = { plaintiff: 1, defendant: 1, matter: 1, both: 2 };

/** A case's name as its parties: one for `In re Gault`, two around `v.`. */
export type Caption = readonly [string] | readonly [string, string];

/** A capital one may stand among initials: `R. A. V. v. Elm`. */
const VERSUS =
  /(?<=[\s.,])(?!(?<=\b\p{Lu}\.\s)V\.\s(?:\p{Lu}\.|v\b))(?:[vV]|vs|VS|Vs)\.,?\s?(?=\S)|\s(?:[vV]|vs|VS|versus)\s/u;

export function captionOf(name: string): Caption {
  const versus = VERSUS.exec(name);
  if (versus === null) return [name];
  return [name.slice(0, versus.index), name.slice(versus.index + versus[0].length)];
}

/** A name that stands by itself, as a citation names its case. */
export function nameOf(name: string): CaseName {
  const [first, second] = captionOf(name);
  const isMatter = second === undefined;
  return {
    text: name,
    span: { start: 0, end: name.length },
    plaintiff: isMatter ? null : first,
    defendant: second ?? null,
    matter: isMatter ? first : null,
    short: null,
  };
}

function differenceFrom(cited: CaseName, held: Caption): PartyDifference {
  const [first, second] = held;
  if (cited.defendant === null) {
    const only = cited.matter ?? cited.short;
    if (only === null) return null;
    return held.some((party) => isSameParty(only, party)) ? null : "matter";
  }
  const { plaintiff, defendant } = cited;
  if (second === undefined) {
    const isNamed = [plaintiff, defendant].some((party) => party !== null && isSameParty(party, first));
    return isNamed ? null : "both";
  }
  const straight = differing(plaintiff, defendant, first, second);
  if (straight === null || differing(plaintiff, defendant, second, first) === null) return null;
  return straight;
}

function differing(plaintiff: string | null, defendant: string, first: string, second: string): PartyDifference {
  const isFirst = plaintiff === null || isSameParty(plaintiff, first);
  const isSecond = isSameParty(defendant, second);
  if (isFirst && isSecond) return null;
  return isFirst ? "defendant" : isSecond ? "plaintiff" : "both";
}

/** `State ex rel. Alder`, `Birch d/b/a Cedar Inn`: whoever is named on either side may be named alone. */
const SIDES =
  /\s(?:ex\.?\s?rel\.?|on (?:the )?(?:relation|behalf) of|o\/b\/o|[dafn]\/?[bk]\/?a|by and through|for (?:the )?use of)\s/iu;

/** `Terry v. Ohio (Terry)`: the name by which the text goes on to call it. */
const SHORT_NAME = /\s?[([][^()[\]]{1,60}[)\]]/gu;

/** Whether two printings of a party can mean the same. */
export function isSameParty(cited: string, held: string): boolean {
  const wanted = sidesOf(cited);
  const there = sidesOf(held);
  return wanted.some((one) => there.some((other) => agree(one, other)));
}

function sidesOf(party: string): Party[] {
  const sides = party.split(SIDES).filter((side) => side.trim() !== "");
  const plain = party.replace(SHORT_NAME, "").trim();
  return [party, ...(sides.length > 1 ? sides : []), ...(plain === "" || plain === party.trim() ? [] : [plain])].map(
    readParty,
  );
}

type Party = {
  /** Words that tell this party from others; `weak` ones many share. */
  readonly strong: readonly string[];
  readonly weak: readonly string[];
  readonly initials: string;
  readonly isCompany: boolean;
  readonly government: "federal" | "state" | "official" | null;
};

const FEDERAL = new Set(["united", "states", "america", "government"]);
const STATE = new Set(["state", "people", "commonwealth"]);

/** The number of a note and a signal may stand before a party: `14 See Thomas`. */
function withoutLead(printed: string): string {
  const bare = printed
    .replace(/^\s*\d{1,3}\s*(?=[\p{L}"\u201c])/u, "")
    .replace(/^(?:(?:But )?[Ss]ee(?: also)?|Cf\.|In|Accord|Compare)[,\s]+(?=\S)(?!re\b)/u, "");
  return bare === "" ? printed : bare;
}

/** `H. J. Inc.` and `Y & H Corp.` are told apart by their letters. */
function withoutForm(printed: string): string {
  return printed.replace(
    /\b(?:Inc|Corp|Co|Ltd|L\.?L\.?C|L\.?P|Et Al|Plaintiffs?|Defendants?|Petitioners?|Respondents?|In [Rr]e|Ex [Pp]arte)\b\p{L}*\.?/gu,
    "",
  );
}

/** The word that a plural abbreviation is made of: `servs` gives `service`. */
function singular(word: string): string {
  const [written = word] = /^[a-z]{3,6}s$/u.test(word) ? tellingWords(word.slice(0, -1), "agreement") : [];
  return written.length > word.length ? written : word;
}

/** `Mc Donald`, `O' Brien`. */
const PREFIX = /(?<!\p{L})(Ma?c|M['\u2019]|O['\u2019])\s+(?=\p{Lu})/gu;

function readParty(printed: string): Party {
  const closed = withoutLead(printed)
    .replace(/\bU\.?\s?S\.?\s?A\b\.?/gu, "United States")
    .replace(PREFIX, "$1");
  const told = tellingWords(closed, "agreement").map(singular);
  const words = told.length > 0 ? told : [initialsOf(withoutForm(closed))].filter((letters) => letters !== "");
  const head = tellingWords(closed.split(",", 1)[0] ?? "", "agreement");
  const surname = head.at(-1);
  const isStrong = (word: string): boolean =>
    GIVEN_NAMES.has(word) ? word === surname : word.length > 2 && isTelling(word, "alone");
  const strong = told.length === 0 ? words : words.filter(isStrong);
  const weak = words.filter((word) => !strong.includes(word));
  return {
    strong,
    weak,
    initials: initialsOf(printed),
    isCompany: COMPANY.test(printed),
    government: strong.length > 0 ? null : governmentOf(weak),
  };
}

function governmentOf(words: readonly string[]): Party["government"] {
  if (words.length === 0) return null;
  if (words.every((word) => FEDERAL.has(word))) return "federal";
  if (words.every((word) => STATE.has(word) || FEDERAL.has(word) || isOfState(word))) return "state";
  return words.every((word) => OFFICES.has(word)) ? "official" : null;
}

/** Offices: their holders change, and successors are put in their place (FRCP 25(d)). */
const OFFICES = new Set(
  "commissioner secretary director attorney general warden sheriff superintendent administrator governor postmaster".split(
    " ",
  ),
);

/** No company holds an office. */
const COMPANY = /\b(?:Inc|Corp|Co|Ltd|LLC|L\.L\.C|L\.P|LLP|Assn|Ass'n|Bank|Union|Indus|R\.R)\b/u;

function agree(cited: Party, held: Party): boolean {
  if (isEmpty(cited) || isEmpty(held)) return true;
  if (held.government === "official" && cited.strong.length > 0) return !cited.isCompany;
  if (isAcronym(cited, held) || isAcronym(held, cited)) return true;
  if (isSovereign(cited) || isSovereign(held)) {
    if (cited.strong.length > 0 || held.strong.length > 0) return false;
    if (isSovereign(cited) && isSovereign(held)) return sameGovernment(cited, held);
  }
  if (cited.strong.length > 0 && held.strong.length > 0) return shared(cited.strong, held.strong) >= 0.5;
  return shared([...cited.strong, ...cited.weak], [...held.strong, ...held.weak]) >= 0.6;
}

function isSovereign({ government }: Party): boolean {
  return government === "federal" || government === "state";
}

function isEmpty({ strong, weak }: Party): boolean {
  return strong.length === 0 && weak.length === 0;
}

/** `State`, `People` and `Ohio` can be one party, `Ohio` and `Texas` cannot. */
function sameGovernment(one: Party, other: Party): boolean {
  if (one.government !== other.government) return false;
  if (one.government !== "state") return true;
  const places = [one, other].map(({ weak }) => weak.filter((word) => !STATE.has(word) && word !== "government"));
  const [here = [], there = []] = places;
  return here.length === 0 || there.length === 0 || shared(here, there) >= 0.6;
}

/** The share of the shorter list's words that the other bears. */
function shared(one: readonly string[], other: readonly string[]): number {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length === 0) return 0;
  const found = short.filter(
    (word, at) => isIn(word, long) || isIn(word + (short[at + 1] ?? ""), long) || isJoined(word, long),
  );
  return found.length / short.length;
}

function isIn(word: string, words: readonly string[]): boolean {
  return words.some(
    (other) =>
      sameWord(word, other) || isMisread(word, other) || isContraction(word, other) || isContraction(other, word),
  );
}

/** `dupont` printed `du pont`. */
function isJoined(word: string, words: readonly string[]): boolean {
  return words.some((first, at) => words[at + 1] !== undefined && first + words[at + 1] === word);
}

/** The capitals its words begin with, `of` and `the` left out: `NLRB`. */
function initialsOf(printed: string): string {
  return [...printed.matchAll(/(?<![\p{L}'\u2019])\p{Lu}/gu)]
    .map(([letter]) => letter)
    .join("")
    .toLowerCase();
}

function isAcronym({ strong, weak }: Party, { initials }: Party): boolean {
  return [...strong, ...weak].some((word) => word.length >= 3 && word.length <= 7 && initials.includes(word));
}
