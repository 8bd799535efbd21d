import { collapseSpace } from "#text/typography.ts";

import { Accountant } from "./accounts.ts";
import { isCountyWord } from "./counties.ts";
import { mendCounties, mendMisprints } from "./misprints.ts";
import type { Correction, Mended } from "./misprints.ts";
import { satAt } from "./model.ts";
import type { Court } from "./model.ts";
import { readNameForms } from "./name-forms.ts";
import { NameIndex } from "./name-index.ts";
import type { NameForm } from "./name-index.ts";
import { readName } from "./name-words.ts";
import type { NameRead, NameWord } from "./name-words.ts";
import { courtKey } from "./names.ts";
import { allCourts, courtById, keys } from "./registry.ts";
import { courtsOfSimilarName } from "./similar.ts";
import { seatWords } from "./subdivisions.ts";
import { spelledAsKnown } from "./spelling.ts";
import { isCourtWord, KIND_WORDS, OTHER_MEANINGS, PHRASES, STATE_WORD_SET, stateWord, WORDS } from "./words.ts";

/** A longer text names no court; matching it would only cost time. */
export const NAME_CHARS_MAX = 300;
const CANDIDATES_MAX = 5;
/** States in a name that are tried as the name of a place, each for itself; a court's name has two or three. */
const STATES_SAID_MAX = 4;

export type RecogniseOptions = {
  /** Date or year of the decision, `YYYY…`: picks among courts that bore one name at different times. */
  readonly date?: string | undefined;
  /** The state's name, or `Federal`: leaves out the courts of others. */
  readonly state?: string | undefined;
};

/** How a text came to its courts. */
export type Manner =
  | "id"
  /** Whole, but for case, spaces and periods: a name, an abbreviation or a variant of the table. */
  | "whole"
  /** In other words, each of which was accounted for. */
  | "words";

export type Recognised = {
  readonly courts: readonly Court[];
  readonly manner: Manner;
  /** Words read as other than they are written. */
  readonly corrections: readonly Correction[];
};

export type NotRecognised = {
  /** Courts that may be meant, nearest first, at most five. */
  readonly candidates: readonly Court[];
  /** The words that are left when the nearest court has taken its own. */
  readonly leftover: readonly string[];
};

export type Recognition = ({ readonly ok: true } & Recognised) | ({ readonly ok: false } & NotRecognised);

/**
 * The court or courts that a text names. Every word of the text must be one of the court's name or one that
 * commonly stands beside it (its state, the division or county of a court that has such, filler): a word that is left
 * over may tell another court, so that the text is then not understood. Several courts come back only where the text
 * fits them equally.
 */
export function recogniseCourt(text: string, options: RecogniseOptions = {}): Recognition {
  const cleaned = withoutOkina(collapseSpace(text));
  if (cleaned === "" || cleaned.length > NAME_CHARS_MAX) return { ok: false, candidates: [], leftover: [] };
  const byId = courtById(cleaned.toLowerCase());
  if (byId !== undefined) return { ok: true, courts: [byId], manner: "id", corrections: [] };
  const whole = courtsOfWhole(cleaned, options.state);
  if (whole.isCertain)
    return { ok: true, courts: narrow(whole.courts, options.date), manner: "whole", corrections: [] };
  const mended = withCounties(mendMisprints(cleaned, isKnownWord), options.state);
  const found = courtsOfWords(mended.text, options.state);
  const courts = [...new Set([...whole.courts, ...found.courts])];
  if (courts.length === 0) return notRecognised(cleaned, found, options);
  const manner = whole.courts.length > 0 ? "whole" : "words";
  const decided = markedAs(narrow(courts, options.date), cleaned);
  return { ok: true, courts: decided, manner, corrections: mended.corrections };
}

/** `D. Hawai'i`, in whatever sign its okina is printed. */
function withoutOkina(text: string): string {
  return text.replace(/(?<=hawai)['`\u00b4\u02bb\u02bc\u2018\u2019](?=i)/giu, "");
}

const MARKERS = /\b(?:county|city|town|village|borough|township)\b/giu;

function markersOf(text: string): ReadonlySet<string> {
  const written = text.replace(/\bC(?:ou?n?)?ty\b\.?/giu, "county").replace(/\bTwp\b\.?/giu, "township");
  return new Set(Array.from(written.matchAll(MARKERS), ([word]) => word.toLowerCase()));
}

/** Of one state's `Roanoke County Circuit Court` and `Roanoke City Circuit Court`, that of which the text says what place it is. */
function markedAs(courts: readonly Court[], text: string): readonly Court[] {
  if (courts.length < 2 || courts.some(({ state, partOf }) => state !== courts[0]?.state || partOf === null))
    return courts;
  const said = markersOf(text);
  const wrong = courts.map(({ fullName }) => {
    const own = markersOf(fullName);
    return [...own].filter((word) => !said.has(word)).length + [...said].filter((word) => !own.has(word)).length;
  });
  const fewest = Math.min(...wrong);
  return courts.filter((_, at) => wrong[at] === fewest);
}

/** The courts that a text names with every word of it, misprints not mended; none where it may be another court's. */
export function courtsSpelledOut(text: string): readonly Court[] {
  const cleaned = withoutOkina(collapseSpace(text));
  if (cleaned === "" || cleaned.length > NAME_CHARS_MAX) return [];
  const whole = courtsOfWhole(cleaned, undefined);
  if (whole.isCertain) return narrow(whole.courts, undefined);
  const courts = [...new Set([...whole.courts, ...courtsOfWords(cleaned, undefined).courts])];
  return markedAs(narrow(courts, undefined), cleaned);
}

/** A county's name is mended only where the text is not understood without. */
function withCounties({ text, corrections }: Mended, state: string | undefined): Mended {
  if (courtsOfWords(text, state).courts.length > 0) return { text, corrections };
  const mended = mendCounties(text, isKnownWord);
  return { text: mended.text, corrections: [...corrections, ...mended.corrections] };
}

/** Where each word is one slip or two from a court's word, the courts of the words so mended; else those nearest. */
function notRecognised(text: string, { leftover, near }: ByWords, options: RecogniseOptions): Recognition {
  const spelled = spelledAsKnown(text, { isKnown: isKnownWord, byLength: knownByLength() });
  const meant = spelled === undefined ? [] : courtsOfWords(spelled, options.state).courts;
  const likely =
    meant.length > 0
      ? narrow(meant, options.date)
      : [...courtsOfSimilarName(text), ...courtsOfCounty(text, options), ...near, ...courtsSharingWords(text, options)];
  return { ok: false, candidates: [...new Set(likely)].slice(0, CANDIDATES_MAX), leftover };
}

/** `Family Court, Livingston County`: the courts of that kind of the states that have such a county. */
function courtsOfCounty(text: string, options: RecogniseOptions): readonly Court[] {
  const read = readName(text);
  if (options.state !== undefined || read.countyStates.length < 2) return [];
  const saysState = read.words.some(({ meanings: [word = ""] }) => STATE_WORD_SET.has(word));
  return saysState ? [] : read.countyStates.flatMap((state) => fitting(read, state).courts);
}

/** Of a state that the text does not name, none. */
function courtsSharingWords(text: string, { state }: RecogniseOptions): readonly Court[] {
  const words = new Set(readName(text).words.flatMap(({ meanings }) => meanings));
  // A place alone (`Manhattan`) names no court.
  if (words.size < 2) return [];
  const saysState = [...words].some((word) => STATE_WORD_SET.has(word));
  const isPossible = (court: Court): boolean =>
    court.state === (state ?? court.state) &&
    (!saysState || court.state === "Federal" || words.has(stateWord(court.state)));
  return nameIndex()
    .mostCommon(words, CANDIDATES_MAX * 2)
    .filter(isPossible);
}

let wordsByLength: ReadonlyMap<number, readonly string[]> | undefined;

function knownByLength(): ReadonlyMap<number, readonly string[]> {
  wordsByLength ??= Map.groupBy(
    new Set([...nameIndex().words, ...keys().byAbbreviationKey.keys()]),
    ({ length }) => length,
  );
  return wordsByLength;
}

/**
 * A whole name decides, unless it is a local court's that leaves its state unsaid: another state may have a
 * `Franklin County Court` under a slightly different name.
 */
function courtsOfWhole(text: string, state: string | undefined): { courts: readonly Court[]; isCertain: boolean } {
  const fits = (court: Court): boolean => state === undefined || court.state === state;
  const courts = (keys().byKey.get(courtKey(text)) ?? []).filter(fits);
  if (courts.length === 0 || state !== undefined) return { courts, isCertain: courts.length > 0 };
  const said = new Set(readName(text).words.flatMap(({ meanings }) => meanings));
  const isCertain = courts.every((court) => court.partOf === null || said.has(stateWord(court.state)));
  return { courts, isCertain };
}

type ByWords = {
  readonly courts: readonly Court[];
  readonly near: readonly Court[];
  readonly leftover: readonly string[];
};

function courtsOfWords(text: string, state: string | undefined): ByWords {
  const plain = fitting(readName(text, { opened: openedName }), state);
  // `Sup. Ct. R.I.` is printed of superior courts too.
  const superior = SUP_CT.exec(text)?.groups?.["state"];
  const others = isState(superior) ? fitting(readName(`Superior Court of ${superior}`), state).courts : [];
  if (plain.courts.length > 0) return { ...plain, courts: [...new Set([...plain.courts, ...others])] };
  if (others.length > 0) return { ...plain, courts: others };
  const seated = fitting(readName(text, { hasSeats: true, opened: openedName }), state);
  if (seated.courts.some(({ inUse }) => inUse)) return seated;
  const otherwise = withOtherMeanings(text);
  if (otherwise !== undefined) {
    const found = fitting(readName(otherwise, { opened: openedName }), state);
    if (found.courts.length > 0) return found;
  }
  // `Washington Circuit Court, Ohio`: a state's name may be a place's.
  const statesSaid = readName(text, { opened: openedName }).words.filter(({ meanings: [word = ""] }) =>
    STATE_WORD_SET.has(word),
  );
  for (const at of statesSaid.slice(0, STATES_SAID_MAX).keys()) {
    const asPlace = fitting(readName(text, { placeAt: at, opened: openedName }), state);
    if (asPlace.courts.length > 0) return asPlace;
  }
  return plain;
}

/** The text with the other meaning of each abbreviation that has two; undefined where it has none. */
function withOtherMeanings(text: string): string | undefined {
  const other = text.replace(/[A-Za-z]+\.?/gu, (word) => {
    return OTHER_MEANINGS.get(word.replace(".", "").toLowerCase()) ?? word;
  });
  return other === text ? undefined : other;
}

const SUP_CT = /^sup(?:r)?\.? ?ct\.?,? (?:of )?(?<state>[A-Za-z. ]{2,20})$/iu;

function isState(text: string | undefined): boolean {
  return text !== undefined && readName(text).words.every(({ meanings: [word = ""] }) => STATE_WORD_SET.has(word));
}

type Fit = {
  readonly court: Court;
  readonly own: number;
  readonly size: number;
  readonly foreign: readonly NameWord[];
};

function fitting(read: NameRead, state: string | undefined): ByWords {
  const said = new Set([...read.words.flatMap(({ meanings }) => meanings), ...impliedBy(read, state)]);
  const accountant = new Accountant(read);
  const fits = nameIndex()
    .within(said)
    .filter(
      ({ court }) => (state === undefined || court.state === state) && (read.hasDistrict || !isFormerDistrict(court)),
    )
    .map((form) => fitOf(form, read, accountant));
  const whole = fits.filter(({ foreign }) => foreign.length === 0);
  return { courts: bestOf(whole), ...nearest(fits, read) };
}

/** `United States District Court, Virginia` leaves the district unsaid; the District of Virginia is of 1819. */
function isFormerDistrict({ inUse, fullName }: Court): boolean {
  return !inUse && fullName.startsWith("United States District Court for the District of");
}

function fitOf({ court, words }: NameForm, read: NameRead, accountant: Accountant): Fit {
  const accounts = accountant.accounts(court, words);
  const foreign = read.words.filter((_, at) => accounts[at] === "foreign");
  return { court, own: accounts.filter((account) => account === "name").length, size: words.size, foreign };
}

/** Those that take most words for their own, by the longest name; a county's seat named like the whole gives way to the whole. */
function bestOf(fits: readonly Fit[]): Court[] {
  const most = Math.max(...fits.map(({ own }) => own));
  const telling = fits.filter(({ own }) => own === most);
  const longest = new Map<Court, number>();
  for (const { court, size } of telling) longest.set(court, Math.max(size, longest.get(court) ?? 0));
  const whole = [...longest.keys()];
  return whole.filter(
    (court) =>
      !whole.some((other) => other.id === court.partOf && (longest.get(other) ?? 0) >= (longest.get(court) ?? 0)) &&
      !whole.some((part) => part.partOf === court.id && (longest.get(part) ?? 0) > (longest.get(court) ?? 0)),
  );
}

function nearest(fits: readonly Fit[], read: NameRead): { near: readonly Court[]; leftover: readonly string[] } {
  const fewest = Math.min(...fits.map(({ foreign }) => foreign.length));
  const near = fits.filter(({ foreign }) => foreign.length === fewest);
  const left = near[0]?.foreign ?? read.words.filter(({ role }) => role !== "filler");
  return { near: [...new Set(near.map(({ court }) => court))], leftover: left.map(({ written }) => written) };
}

/** The state asked for or told by a county; and of `9th Circuit`, that it is a circuit court where no other kind is said. */
function impliedBy({ words, implied }: NameRead, state: string | undefined): string[] {
  const all = state === undefined ? [...implied] : [...implied, state === "Federal" ? "us" : stateWord(state)];
  const meanings = words.flatMap((word) => word.meanings);
  if (meanings.some((word) => KIND_WORDS.has(word))) return all;
  const units = meanings.flatMap((word) => /^\d+ (circuit|district)$/u.exec(word)?.[1] ?? []);
  return [...all, ...units];
}

/**
 * Those that sat at the time, or without a time those in use; all of them when that leaves none, since a table's
 * dates are less certain than a name.
 */
export function narrow(courts: readonly Court[], date: string | undefined): readonly Court[] {
  const [first] = courts;
  if (first === undefined || courts.length === 1) return courts;
  // Being in use chooses between a court and its own past, not between courts of different states.
  if (date === undefined && courts.some((court) => court.state !== first.state)) return courts;
  const sitting = courts.filter((court) => (date === undefined ? court.inUse : satAt(court, date)));
  return sitting.length === 0 ? courts : sitting;
}

let index: NameIndex | undefined;
let seats: ReadonlySet<string> | undefined;

/** Built apart from the keys: most texts never need it. */
export function nameIndex(): NameIndex {
  if (index !== undefined) return index;
  const forms = readNameForms();
  index = new NameIndex(allCourts(), ({ id }) => forms.get(id) ?? []);
  return index;
}

/** The name of the one federal court that a run-together abbreviation (`sdny`, `usdc`) is. */
function openedName(word: string): string | undefined {
  if (word.length < OPENED_LETTERS_MIN || PHRASES.has(word) || WORDS.has(word)) return undefined;
  const [court, other] = keys().byAbbreviationKey.get(word) ?? [];
  const isOne = court !== undefined && other === undefined && court.state === "Federal";
  return isOne && !/^[a-z]+$/u.test(court.abbreviation) ? court.fullName : undefined;
}

const OPENED_LETTERS_MIN = 3;

export function isKnownWord(word: string): boolean {
  seats ??= new Set(seatWords());
  return isCourtWord(word) || nameIndex().has(word) || isCountyWord(word) || seats.has(word);
}

/** What was read as other than it is written, in words for the one who wrote it. */
export function respelledAs({ courts, corrections }: Recognised): string | undefined {
  if (corrections.length === 0) return undefined;
  const read = corrections.map(({ written, read: meant }) => `"${written}" as "${meant}"`).join(" and ");
  const [court, ...others] = courts;
  return `read ${read}: ${court?.fullName ?? ""}${others.length === 0 ? "" : ` or ${others.length} more`}`;
}
