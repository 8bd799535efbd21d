import { COUNTY_WORDS_MAX, countyKey, statesOfCounty } from "./counties.ts";
import { readNumbers } from "./numbered.ts";
import { piecesOf } from "./pieces.ts";
import type { Opened, Piece } from "./pieces.ts";
import { singular } from "./singular.ts";
import {
  DIRECTION_WORDS,
  DIRECTIONS,
  FILLER_PHRASES,
  FUNCTIONS,
  KIND_WORDS,
  NOISE,
  PLACE_MARKERS,
  STATE_WORD_SET,
  stateWord,
  WORDS,
} from "./words.ts";

/** What a word of a court's name does there. */
export type Role =
  /** Says nothing of which court it is. */
  | "filler"
  /** Part of the name. */
  | "name"
  /** A numbered district, circuit, department or division, of a court that may have such. */
  | "numbered"
  /** The division of a court that sits at a place (`Eastern Division`, `San Jose Division`). */
  | "seat"
  /** The division of a court that hears a kind of case (`Criminal Division`). */
  | "function"
  | "county"
  /** A place that the text itself calls a city, town, village, borough or township. */
  | "municipality";

export type NameWord = {
  /** As written, in lower case. */
  readonly written: string;
  readonly role: Role;
  /** What it says, in words that no longer depend on abbreviation or plural; none of a filler. */
  readonly meanings: readonly string[];
  /** The key of the county that a `county` is part of. */
  readonly county?: string | undefined;
};

export type NameRead = {
  readonly words: readonly NameWord[];
  /** What the words say together and none of them alone: the one state that has the county named. */
  readonly implied: readonly string[];
  /** The names of the states that have all counties named. */
  readonly countyStates: readonly string[];
  /** Whether a district is named, rather than a district court alone. */
  readonly hasDistrict: boolean;
};

export type ReadNameOptions = {
  /** The number of the state's name that is to be read as a place's. */
  readonly placeAt?: number | undefined;
  /** Whether a direction before `Division` is the division's though no district is told by another: `D. Utah, Central Division`. */
  readonly hasSeats?: boolean | undefined;
  readonly opened?: Opened | undefined;
};

/** Reads the words of a court's name. */
export function readName(text: string, { placeAt, hasSeats = false, opened }: ReadNameOptions = {}): NameRead {
  return new NameReader(piecesOf(text, opened), placeAt, hasSeats).read();
}

/** A state's name that is a place's (`Washington County`) stands apart from the state. */
export function placeWord(state: string): string {
  return `@${state}`;
}

class NameReader {
  readonly #pieces: readonly Piece[];
  readonly #placeAt: number | undefined;
  readonly #isSeatsDirection: boolean;
  readonly #words: NameWord[] = [];
  readonly #implied = new Set<string>();
  #countyStates: readonly string[] | undefined;
  /** The county that each of its words is part of. */
  readonly #counties = new Map<number, string>();
  readonly #seats = new Set<number>();
  readonly #municipalities = new Set<number>();
  readonly #hasState: boolean;
  readonly #hasKind: boolean;
  readonly #hasDistrict: boolean;
  #statesSeen = 0;

  constructor(pieces: readonly Piece[], placeAt: number | undefined, hasSeats: boolean) {
    this.#pieces = pieces;
    this.#placeAt = placeAt;
    this.#isSeatsDirection = hasSeats;
    const plain = pieces.map(({ word }) => WORDS.get(word) ?? WORDS.get(singular(word)) ?? singular(word));
    this.#hasState = plain.some((word, at) => STATE_WORD_SET.has(word) && !DIRECTIONS.has(pieces[at]?.word ?? ""));
    const isFederal = plain.some((word) => word === "us" || word === "d" || word.startsWith("us "));
    this.#hasKind = plain.some(
      (word, at) =>
        word.split(" ").some((one) => KIND_WORDS.has(one) && !PLACE_MARKERS.has(one)) ||
        (!isFederal && word === "district" && plain[at + 1] === "court"),
    );
    this.#hasDistrict =
      plain.some(
        (word) => word === "district" || word === "us district" || word === "d" || word.startsWith("bankruptcy"),
      ) || this.#hasDirection();
    this.#findCounties();
    this.#findSeats();
    this.#findMunicipalities();
  }

  read(): NameRead {
    for (let at = 0; at < this.#pieces.length;) at += this.#readAt(at);
    const hasDistrict = this.#pieces.some(({ word }, at) => word === "d" || this.#isDistrictAt(at));
    return {
      words: this.#words,
      implied: [...this.#implied],
      countyStates: this.#countyStates ?? [],
      hasDistrict,
    };
  }

  /** Reads what begins here, and says how many pieces it has. */
  #readAt(at: number): number {
    const filler = phraseAt(this.#pieces, at, FILLER_PHRASES);
    if (filler > 0) return this.#take(at, filler, "filler", []);
    const task = phraseAt(this.#pieces, at, FUNCTIONS);
    if (task > 0) return this.#take(at, task, "function", this.#meaningsFrom(at, task));
    if (this.#seats.has(at)) return this.#readSeat(at);
    const numbers = readNumbers(this.#pieces, at);
    if (numbers !== undefined) {
      for (const { written, meaning } of numbers.found)
        this.#words.push({ written, role: meaning === undefined ? "filler" : "numbered", meanings: meaning ?? [] });
      return numbers.length;
    }
    return this.#readWord(at);
  }

  #readWord(at: number): number {
    const { word } = this.#pieces[at] ?? { word: "" };
    const meanings = this.#meanings(word);
    const [only = ""] = meanings;
    if (PLACE_MARKERS.has(only) && !this.#counties.has(at) && this.#isMarked(at))
      return this.#take(at, 1, "filler", []);
    if (STATE_WORD_SET.has(only) && meanings.length === 1) {
      const isPlace = this.#counties.has(at) || this.#statesSeen === this.#placeAt;
      this.#statesSeen += 1;
      return this.#take(at, 1, isPlace ? "county" : "name", [isPlace ? placeWord(only) : only]);
    }
    // `Southern Division of California`: the district, where the text names no other.
    if (only === "division" && this.#hasDistrict && this.#isDistrictsDivision(at))
      return this.#take(at, 1, "name", ["district"]);
    if (meanings.every((meaning) => NOISE.has(meaning))) return this.#take(at, 1, "filler", []);
    const isMunicipality = this.#municipalities.has(at) ? "municipality" : "name";
    return this.#take(at, 1, this.#counties.has(at) ? "county" : isMunicipality, this.#ofKind(meanings));
  }

  /** In `N.D. Cal., Southern Division` the second direction is the seat's; in `Northern Division of Georgia` it is the district's. */
  #readSeat(at: number): number {
    const { word = "" } = this.#pieces[at] ?? {};
    const meanings = this.#meanings(word);
    const only = DIRECTIONS.get(word) ?? meanings[0] ?? "";
    if (DIRECTION_WORDS.has(only)) return this.#take(at, 1, "seat", [`${only} division`]);
    return this.#take(at, 1, "seat", meanings);
  }

  #take(at: number, length: number, role: Role, meanings: readonly string[]): number {
    const written = this.#pieces
      .slice(at, at + length)
      .map(({ word }) => word)
      .join(" ");
    this.#words.push({ written, role, meanings, county: this.#counties.get(at) });
    return length;
  }

  /** Without another kind of court, a town's or village's court is its justice court. */
  #ofKind(meanings: readonly string[]): readonly string[] {
    return this.#hasKind
      ? meanings
      : meanings.map((word) => (word === "town" || word === "village" ? "justice" : word));
  }

  #meaningsFrom(at: number, length: number): string[] {
    return this.#pieces
      .slice(at, at + length)
      .flatMap(({ word }) => this.#meanings(word))
      .filter((word) => !NOISE.has(word));
  }

  #meanings(word: string): string[] {
    const direction = this.#hasState ? DIRECTIONS.get(word) : undefined;
    if (direction !== undefined) return ["district", direction];
    // `D. Or.`: the lone D of a state that is one federal district.
    if (word === "d") return ["us", "district"];
    return (WORDS.get(word) ?? WORDS.get(singular(word)) ?? singular(word)).split(" ");
  }

  #meaning(at: number): string {
    const piece = this.#pieces[at];
    return piece === undefined ? "" : this.#meanings(piece.word).join(" ");
  }

  #hasDirection(): boolean {
    return this.#pieces.some(({ word }) => DIRECTIONS.has(word)) && this.#hasState;
  }

  /**
   * `County` marks a place where one stands beside it; in `County Court` it is the kind of court. New York's town and
   * village courts are called by what they are of.
   */
  #isMarked(at: number): boolean {
    // `City Court of Little Falls, Herkimer County`
    if (!this.#hasKind && !this.#pieces.some((_, other) => other !== at && this.#isKindOfPlace(other))) return false;
    if (!this.#hasKind && this.#isKindOfPlace(at)) return false;
    // `City and County of San Francisco`
    if (this.#pieces[at + 1]?.word === "and" && PLACE_MARKERS.has(this.#meaning(at + 2))) return this.#isMarked(at + 2);
    const before = this.#meaning(at - 1);
    const after = this.#meaning(at + 1);
    if (after === "of" || before === "of" || this.#counties.has(at - 1) || this.#counties.has(at + 1)) return true;
    return [before, after].some((word) => word !== "" && !NOISE.has(word) && !KIND_WORDS.has(word));
  }

  #isDistrictAt(at: number): boolean {
    return this.#meaning(at) === "district" && !COURT.test(this.#pieces[at + 1]?.word ?? "");
  }

  #isKindOfPlace(at: number): boolean {
    return PLACE_MARKERS.has(this.#meaning(at)) && COURT.test(this.#pieces[at + 1]?.word ?? "");
  }

  /** `Palm Beach County`, `County of Los Angeles`: the words before or after that together are a county's name. */
  #findCounties(): void {
    this.#pieces.forEach((_, at) => {
      const marker = this.#meaning(at);
      if (!PLACE_MARKERS.has(marker) && marker !== "beach") return;
      const isNamedAfter = this.#meaning(at + 1) === "of";
      for (let length = COUNTY_WORDS_MAX; length > 0; length -= 1) {
        const from = isNamedAfter ? at + 2 : at - length;
        if (from < 0 || from + length > this.#pieces.length) continue;
        // `Charles City` and `Virginia Beach` are counties by their whole names.
        if (!isNamedAfter && this.#takeCounty(from, length + 1, marker)) return;
        if (marker !== "beach" && this.#takeCounty(from, length, marker)) return;
      }
    });
  }

  #takeCounty(from: number, length: number, marker: string): boolean {
    const pieces = this.#pieces.slice(from, from + length);
    const end = from + length;
    if (pieces.slice(1).some(({ opens }) => opens)) return false;
    // `N.Y. City Court`, `Washington County Court`: the state's court of that kind comes first.
    if (length === 1 && !this.#hasKind && this.#isStateAt(from) && this.#pieces[end + 1]?.word.startsWith("c") === true)
      return false;
    const key = countyKey(pieces.map(({ word }) => word).join(""));
    const states = statesOfCounty(key);
    if (states.length === 0) return false;
    for (let at = from; at < end; at += 1) this.#counties.set(at, key);
    const [state] = states;
    const isTelling = marker === "county" || marker === "parish" || key === "newyork";
    if (isTelling) this.#countyStates = this.#countyStates?.filter((one) => states.includes(one)) ?? states;
    if (isTelling && states.length === 1 && state !== undefined) this.#implied.add(stateWord(state));
    return true;
  }

  /** `City of Palmyra`, `Byram Township`: the words after the one, or before the other. */
  #findMunicipalities(): void {
    this.#pieces.forEach((_, at) => {
      const marker = this.#meaning(at);
      if (!MUNICIPAL.has(marker)) return;
      if (this.#meaning(at + 1) === "of") this.#markMunicipality(at + 2, 1);
      else if (marker !== "city") this.#markMunicipality(at - 1, -1);
    });
  }

  #markMunicipality(from: number, step: 1 | -1): void {
    for (let at = from; at !== from + step * SEAT_WORDS_MAX && this.#isSeatWord(at); at += step) {
      const { opens = false } = this.#pieces[at] ?? {};
      if (this.#counties.has(at) || (opens && step === 1)) return;
      this.#municipalities.add(at);
      if (opens) return;
    }
  }

  #isStateAt(at: number): boolean {
    return STATE_WORD_SET.has(this.#meaning(at));
  }

  /** The words before `Division` that are neither a kind of court nor a state, where a federal district is named. */
  #findSeats(): void {
    if (!this.#hasDistrict) return;
    this.#pieces.forEach((_, at) => {
      if (this.#isDivisionBehind(at)) this.#seats.add(at);
      if (this.#meaning(at) !== "division") return;
      let from = at;
      while (from > at - SEAT_WORDS_MAX && this.#isSeatWord(from - 1)) {
        from -= 1;
        if (this.#pieces[from]?.opens === true) break;
      }
      if (from === at || this.#isTwoDirections(from, at)) return;
      const isDirection = from === at - 1 && DIRECTION_WORDS.has(this.#meaning(from));
      if (isDirection && !this.#isSeatsDirection && !this.#hasOtherDirection(from)) return;
      for (let seat = from; seat <= at; seat += 1) this.#seats.add(seat);
    });
  }

  /** `N.D. Ohio, E.D.`: behind the district and its state the second is a division. */
  #isDivisionBehind(at: number): boolean {
    if (!DIRECTIONS.has(this.#pieces[at]?.word ?? "") || !this.#hasState) return false;
    const district = this.#pieces.findIndex(({ word }) => word === "d" || DIRECTIONS.has(word));
    return (
      district < at && this.#pieces.some((_, between) => between > district && between < at && this.#isStateAt(between))
    );
  }

  /** In `West So Div Dist Mich` the first is the district's. */
  #isTwoDirections(from: number, at: number): boolean {
    const words = this.#pieces.slice(from, at).map((_, offset) => this.#meaning(from + offset));
    return words.some((word, offset) => POINTS.has(word) && DIRECTION_WORDS.has(words[offset + 1] ?? ""));
  }

  #isDistrictsDivision(at: number): boolean {
    if (DIRECTION_WORDS.has(this.#meaning(at - 1))) return !this.#hasOtherDirection(at - 1);
    return this.#meaning(at + 1) === "of" && this.#isStateAt(at + 2) && !this.#hasOtherDirection(at);
  }

  #isSeatWord(at: number): boolean {
    const meaning = this.#meaning(at);
    if (meaning === "" || NOISE.has(meaning) || STATE_WORD_SET.has(meaning) || /\d/u.test(meaning)) return false;
    return !meaning
      .split(" ")
      .some((word) => (KIND_WORDS.has(word) && !PLACE_MARKERS.has(word)) || word === "district" || word === "division");
  }

  #hasOtherDirection(seat: number): boolean {
    return this.#pieces.some(({ word }, at) => {
      if (at === seat || this.#seats.has(at)) return false;
      if (DIRECTIONS.has(word)) return this.#hasState;
      return (
        DIRECTION_WORDS.has(this.#meaning(at)) && [this.#meaning(at - 1), this.#meaning(at + 1)].includes("district")
      );
    });
  }
}

const COURT = /^c(?:our)?ts?$/u;
const POINTS = new Set(["north", "south", "east", "west"]);
const SEAT_WORDS_MAX = 4;
const MUNICIPAL = new Set(["city", "town", "village", "borough", "township"]);

function phraseAt(pieces: readonly Piece[], at: number, phrases: readonly (readonly string[])[]): number {
  const found = phrases.find((words) => words.every((word, offset) => pieces[at + offset]?.word === word));
  return found?.length ?? 0;
}
