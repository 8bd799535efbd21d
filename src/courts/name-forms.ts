import { readFileSync } from "node:fs";

import type { Court } from "./model.ts";
import { placeWord, readName } from "./name-words.ts";
import { federalSeatsOf } from "./federal-seats.ts";
import { courtById, namesOf } from "./registry.ts";
import { DIRECTION_WORDS, KIND_WORDS, STATE_WORD_SET, stateWord } from "./words.ts";

/** One way to name a court: its words, each once and in order. */
export type Form = readonly string[];

const HEADER = "court\tforms";

/**
 * The ways to name each court, as `name-forms.tsv` holds them: a line a court, forms separated by `; `, words by spaces,
 * with `_` for the space within one (`9_circuit`). Reading every name of the table takes ten times as long as reading
 * this, and every thread that looks up a name would.
 */
export function nameFormsText(courts: readonly Court[]): string {
  const lines = courts.map((court) => [court.id, formsOfCourt(court).map(written).join("; ")].join("\t"));
  return `${[HEADER, ...lines].join("\n")}\n`;
}

function written(form: Form): string {
  return form.map((word) => word.replaceAll(" ", "_")).join(" ");
}

/** The forms of the courts of the table, by the court's id. */
export function readNameForms(): ReadonlyMap<string, readonly Form[]> {
  const lines = readFileSync(new URL("name-forms.tsv", import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  return new Map(lines.slice(1).map(formsOfLine));
}

function formsOfLine(line: string): [id: string, forms: readonly Form[]] {
  const [id = "", forms = ""] = line.split("\t");
  if (forms === "") return [id, []];
  return [id, forms.split("; ").map((form) => form.split(" ").map((word) => word.replace("_", " ")))];
}

function formsOfCourt(court: Court): Form[] {
  const forms = new Map<string, Form>();
  for (const name of [...namesOf(court), ...namesBySeat(court)]) {
    for (const words of formsOfName(court, name)) {
      const form = [...words].toSorted();
      forms.set(written(form), form);
    }
  }
  return [...forms.values()];
}

/** `United States District Court, Wichita` names a district by a place where its court sits. */
function namesBySeat(court: Court): string[] {
  const kind = court.jurisdiction === "Federal Bankruptcy" ? "Bankruptcy" : "District";
  return federalSeatsOf(court, courtById).map((place) => `United States ${kind} Court ${place}`);
}

/** The words of a name, and the same without what texts leave unsaid. */
function formsOfName(court: Court, name: string): Set<string>[] {
  // `A. Ct. Crim. App.` is the Army's by its first letter, which is no word.
  if (/^[AS]\.\s/u.test(name)) return [];
  const { words, terms } = wordsOfName(court, name);
  const home = stateWord(court.state);
  const forms = [words];
  if (court.partOf !== null) {
    const plain = without(words, (word) => terms.has(word));
    // `Circuit Court of the 15th Judicial Circuit of Florida, Palm Beach County` is Palm Beach County's circuit court.
    const bare = isOfCounty(court, name) ? without(plain, (word) => /^\d/u.test(word) || word === "judicial") : plain;
    const homeless = [words, plain, bare].map((each) => without(each, (word) => word === home));
    // `14th Circuit Court` leaves too much unsaid.
    forms.push(
      plain,
      bare,
      ...homeless.filter((form) => isTelling(form) && ![...form].some((word) => /^\d/u.test(word))),
    );
  }
  if (court.state === "Federal")
    forms.push(...formsOfFederal(court, words).filter((form) => isTelling(form) || isCircuit(form)));
  // A bare `Ohio` names a court only as a whole abbreviation, never as a part of a longer text.
  return forms.filter((form) => form.size >= 2 || (court.state === "Federal" && isCircuit(form)));
}

/** The United States go unsaid where nothing else in the name could be a state's. */
function formsOfFederal({ jurisdiction, id }: Court, words: ReadonlySet<string>): Set<string>[] {
  const isOwn =
    jurisdiction === "Federal District"
      ? [...words].some((word) => DIRECTION_WORDS.has(word))
      : id !== "scotus" && (jurisdiction !== "Federal Bankruptcy" || words.has("district"));
  return isOwn ? [without(words, (word) => word === "us")] : [];
}

function isOfCounty(court: Court, name: string): boolean {
  return name === court.fullName && readName(name).words.some(({ role }) => role === "county");
}

/**
 * The words of a court's name, and those of them that tell a term or division of it (`Oneida Special Term`). The state
 * of another court is a place there: the `Washington Circuit Court` is in Kentucky.
 */
function wordsOfName(court: Court, name: string): { words: Set<string>; terms: ReadonlySet<string> } {
  const read = readName(name).words;
  const home = stateWord(court.state);
  const isPlace = (word: string): boolean => court.state !== "Federal" && STATE_WORD_SET.has(word) && word !== home;
  const words = read.flatMap(({ meanings }) => meanings.map((word) => (isPlace(word) ? placeWord(word) : word)));
  const terms = read.filter(({ role }) => role === "function").flatMap(({ meanings }) => meanings);
  return { words: new Set(words), terms: new Set(terms) };
}

function without(words: ReadonlySet<string>, isLeft: (word: string) => boolean): Set<string> {
  return new Set([...words].filter((word) => !isLeft(word)));
}

/** `9th Cir.` */
function isCircuit(words: ReadonlySet<string>): boolean {
  return [...words].every((word) => /^\d+ circuit$/u.test(word));
}

/** Whether the words, of which some were left out, still say a kind of court. */
function isTelling(words: ReadonlySet<string>): boolean {
  const all = [...words];
  return (
    words.size >= 2 && all.some((word) => KIND_WORDS.has(word) || word === "district" || word.endsWith(" district"))
  );
}
