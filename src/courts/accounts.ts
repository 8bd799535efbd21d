import { countyKey, isCountyOf } from "./counties.ts";
import type { Court } from "./model.ts";
import { federalSeatsOf } from "./federal-seats.ts";
import { readName } from "./name-words.ts";
import type { NameRead, NameWord } from "./name-words.ts";
import { courtById } from "./registry.ts";
import { subdivisionsOf } from "./subdivisions.ts";
import { DIRECTION_WORDS, STATE_WORD_SET, stateWord } from "./words.ts";

/** What a word of a text is to a court: of its name, of what its courts are commonly called beside it, or foreign to it. */
export type Account = "name" | "beside" | "foreign";

/** The state's own words (`State of`, `Commonwealth of`), which come with any of its courts. */
const STATE_FORMS: ReadonlySet<string> = new Set(["state", "commonwealth", "territory", "people"]);
/** Of a court that has no parts in the table; `281st Judicial District Court`. */
const TRIAL_NUMBER_MAX = 600;

/** Tells of each word what it is to a court under one of its names. */
export class Accountant {
  readonly #read: NameRead;
  readonly #said: ReadonlySet<string>;

  constructor(read: NameRead) {
    this.#read = read;
    this.#said = new Set(read.words.flatMap(({ meanings }) => meanings));
  }

  accounts(court: Court, form: ReadonlySet<string>): Account[] {
    return this.#read.words.map((word) => {
      if (word.meanings.length > 0 && word.meanings.every((meaning) => form.has(meaning))) return "name";
      return this.#isBeside(word, court) ? "beside" : "foreign";
    });
  }

  #isBeside(word: NameWord, court: Court): boolean {
    if (word.role === "filler") return true;
    const isFederal = court.state === "Federal";
    if (word.meanings.every((meaning) => isOfGovernment(meaning, court))) return true;
    if (isFederal && isOneDistrict(court) && (word.role === "seat" || /^\d+ division$/u.test(word.meanings[0] ?? "")))
      return true;
    if (isFederal && (this.#isFederalSeat(word, court) || this.#isDistrictsState(word, court))) return true;
    if (word.role === "function") return isTrial(court) || isOneDistrict(court) || hasDivisions(court);
    if (word.role === "municipality")
      return isTrial(court) && court.partOf === null && this.#said.has(stateWord(court.state));
    if (word.role === "county")
      return word.county !== undefined && hasCounties(court) && isCountyOf(court.state, word.county);
    return this.#isPart(word, court);
  }

  #isFederalSeat({ meanings }: NameWord, court: Court): boolean {
    return seatWordsOf(court).some(
      (words) => meanings.every((meaning) => words.includes(meaning)) && words.every((word) => this.#said.has(word)),
    );
  }

  /** `United States District Court, Iowa, Dubuque`: the state of a district that its seat names. */
  #isDistrictsState({ meanings }: NameWord, court: Court): boolean {
    const [state = ""] = meanings;
    if (!STATE_WORD_SET.has(state) || meanings.length > 1 || !isOneDistrict(court)) return false;
    const isWhole = seatWordsOf(court).some((words) => words.every((word) => this.#said.has(word)));
    return isWhole && readName(court.fullName).words.some((word) => word.meanings.includes(state));
  }

  #isPart(word: NameWord, court: Court): boolean {
    const parts = subdivisionsOf(court.id);
    if (parts === undefined)
      return word.role === "numbered" && isTrial(court) && court.partOf === null && isSmall(word);
    const [meaning = ""] = word.meanings;
    if (word.role === "numbered") {
      const [number = "", unit] = meaning.split(" ");
      return parts.parts.has(number) && (unit === undefined ? court.id === "texapp" : parts.units.has(unit));
    }
    if (parts.units.has(meaning) || (DIRECTION_WORDS.has(meaning) && parts.parts.has(meaning))) return true;
    return parts.seatWords.has(meaning) && this.#hasSeat(court.id, meaning);
  }

  /** A word of a place counts where the place is whole, and where it does not contradict the number beside it. */
  #hasSeat(courtId: string, word: string): boolean {
    const numbers = [...this.#said].flatMap((word) => /^\d+/u.exec(word)?.[0] ?? []);
    return (subdivisionsOf(courtId)?.seats ?? []).some(
      ({ words, numbers: own }) =>
        words.includes(word) &&
        words.every((other) => this.#said.has(other)) &&
        (own.length === 0 || numbers.length === 0 || numbers.some((number) => own.includes(number))),
    );
  }
}

const seatWords = new Map<Court, readonly (readonly string[])[]>();

function seatWordsOf(court: Court): readonly (readonly string[])[] {
  const known = seatWords.get(court);
  if (known !== undefined) return known;
  const words = federalSeatsOf(court, courtById).map((place) => readName(place).words.flatMap((part) => part.meanings));
  seatWords.set(court, words);
  return words;
}

function isOfGovernment(meaning: string, court: Court): boolean {
  if (court.state === "Federal") return meaning === "us" || meaning === "federal";
  return meaning === stateWord(court.state) || STATE_FORMS.has(meaning);
}

/** A court of one district, rather than what stands for all of them. */
function isOneDistrict({ id, circuit, jurisdiction }: Court): boolean {
  return id !== "usdistct" && circuit !== null && /^Federal (?:District|Bankruptcy)$/u.test(jurisdiction);
}

/** `Appellate Court of Illinois, Industrial Commission Division` */
function hasDivisions({ id }: Court): boolean {
  return subdivisionsOf(id)?.units.has("division") === true;
}

function isTrial({ level, jurisdiction }: Court): boolean {
  return (level === "trial" || level === "limited") && !jurisdiction.startsWith("Federal");
}

/** A court of a whole state has a county beside it, and so has a town's; the court of one county has no other. */
function hasCounties(court: Court): boolean {
  if (court.partOf === null) return isTrial(court) || court.level === "intermediate";
  return isTrial(court) && !court.fullName.split(/[\s,]+/u).some((word) => isCountyOf(court.state, countyKey(word)));
}

function isSmall({ meanings }: NameWord): boolean {
  return meanings.every((meaning) => Number.parseInt(meaning, 10) <= TRIAL_NUMBER_MAX);
}
