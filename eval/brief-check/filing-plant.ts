import type { Reader } from "#db/connection.ts";
import { Chance } from "./chance.ts";
import type { Drawn } from "./draw.ts";
import type { Absent } from "./filing-draw.ts";
import { sentenceOf } from "./filing-draw.ts";
import { INVENTED, INVENTED_PARTIES } from "./sentences.ts";

/** What must stop a filing, as it is planted; each has a right one beside it but those of cases that are not. */
export const FILING_KINDS = [
  "invented quote",
  "colon quote",
  "told quote",
  "unknown case",
  "absent year",
  "absent name",
  "long pin",
  "bad law",
  "no such law",
  "repealed law",
] as const;
export type FilingKind = (typeof FILING_KINDS)[number];

export type Filing = {
  readonly text: string;
  readonly citingWorkId: string;
  /** The citation that must be told of, and is found by these words; a right one has nothing told of it. */
  readonly at: number;
  readonly isRight: boolean;
};

/** A quotation before a citation: its own words when right, else words of nobody or of another decision. */
export async function inventedQuote(db: Reader, one: Drawn, other: Drawn): Promise<Filing[]> {
  const chance = new Chance(`invented ${one.sourceId}`);
  const own = await sentenceOf(db, one.workId, chance);
  const foreign = chance.below(2) === 0 ? chance.of(INVENTED) : await sentenceOf(db, other.workId, chance);
  if (own === undefined || foreign === undefined) return [];
  const cite = one.text.slice(one.citation.start, one.citation.end);
  const written = (quote: string): string => `The rule governs here. “${quote}” ${cite}.`;
  return pair(one, written(own), written(foreign));
}

/** `Elm v. Fir, 12 F.3d 34 (2d Cir. 1994): “…”`. */
export async function colonQuote(db: Reader, one: Drawn): Promise<Filing[]> {
  const chance = new Chance(`colon ${one.sourceId}`);
  const own = await sentenceOf(db, one.workId, chance);
  const false_ = own === undefined ? undefined : falsified(own, chance);
  if (own === undefined || false_ === undefined) return [];
  const cite = one.text.slice(one.citation.start, one.citation.end);
  const lead = chance.of(["The standard is set out in ", "As stated in ", "See "]);
  const written = (quote: string): string => `${lead}${cite}: “${quote}” The tenant must therefore prevail.`;
  return pair(one, written(own), written(false_));
}

/** `In Elm, the Court said that “…” Oak v. Ash, 14 F.3d 1 (2d Cir. 1995)`: the words are those of Elm. */
export async function toldQuote(db: Reader, one: Drawn, other: Drawn): Promise<Filing[]> {
  const chance = new Chance(`told ${one.sourceId}`);
  const own = await sentenceOf(db, one.workId, chance);
  const false_ = own === undefined ? undefined : falsified(own, chance);
  if (own === undefined || false_ === undefined) return [];
  const cite = one.text.slice(one.citation.start, one.citation.end);
  const next = other.text.slice(other.citation.start, other.citation.end);
  const says = chance.of(["the Court said that", "the court held that", "the Court explained that"]);
  const written = (quote: string): string => `In ${cite}, ${says} “${quote}” ${next}.`;
  return pair(one, written(own), written(false_));
}

function pair(one: Drawn, right: string, wrong: string): Filing[] {
  const { text } = one.citation.volume;
  const { end } = one.citation.defendant;
  const cite = one.text.slice(one.citation.start, one.citation.end);
  const offset = one.citation.volume.start - one.citation.start;
  if (end < 0 || text === "") return [];
  return [
    { text: right, citingWorkId: one.citingWorkId, at: right.indexOf(cite) + offset, isRight: true },
    { text: wrong, citingWorkId: one.citingWorkId, at: wrong.indexOf(cite) + offset, isRight: false },
  ];
}

const OTHER_WORDS = ["never", "always", "seldom", "plainly", "merely", "substantially", "rarely"];

/** One word of a sentence changed or denied. */
function falsified(sentence: string, chance: Chance): string | undefined {
  const words = [...sentence.matchAll(/(?<=\s)[a-z]{4,}(?=\s)/gu)];
  if (words.length < 5) return undefined;
  const word = chance.of(words.slice(1, -1));
  const put = chance.below(2) === 0 ? `not ${word[0]}` : chance.of(OTHER_WORDS.filter((one) => one !== word[0]));
  return sentence.slice(0, word.index) + put + sentence.slice(word.index + word[0].length);
}

/** A case that is not, at a place of a real volume where nothing is held and nothing is cited. */
export function unknownCase(
  one: Drawn,
  isKnown: (volume: string, reporter: string, page: string) => boolean,
): Filing[] {
  const chance = new Chance(`unknown ${one.sourceId}`);
  const { volume, reporter, court, year } = one.citation;
  const plaintiff = chance.of(INVENTED_PARTIES);
  const defendant = chance.of(INVENTED_PARTIES.filter((party) => party !== plaintiff));
  for (let tried = 0; tried < 20; tried += 1) {
    const page = String(1 + chance.below(1400));
    if (isKnown(volume.text, reporter.text, page)) continue;
    const name = `${plaintiff} v. ${defendant}`;
    const dated = court === null ? year.text : `${court.text} ${year.text}`;
    const text = `The rule is settled. ${name}, ${volume.text} ${reporter.text} ${page} (${dated}). It governs here.`;
    return [{ text, citingWorkId: "", at: text.indexOf(`${volume.text} ${reporter.text}`), isRight: false }];
  }
  return [];
}

export function absentYear(one: Absent): Filing[] {
  const chance = new Chance(`absent year ${one.key}`);
  const year = Number(one.citation.year.text) + (chance.below(2) === 0 ? -1 : 1) * (2 + chance.below(20));
  return year > 2026 ? [] : absent(one, one.citation.year, String(year));
}

export function absentName(one: Absent, others: readonly Absent[]): Filing[] {
  const chance = new Chance(`absent name ${one.key}`);
  const own = wordsOf(one.text);
  const side = chance.below(2) === 0 ? "plaintiff" : "defendant";
  for (let tried = 0; tried < 20; tried += 1) {
    const other = chance.of(others).citation[side].text;
    const words = wordsOf(other);
    if (words.length > 0 && words.every((word) => !own.includes(word))) return absent(one, one.citation[side], other);
  }
  return [];
}

function absent(one: Absent, { start, end }: { start: number; end: number }, put: string): Filing[] {
  const wrong = one.text.slice(0, start) + put + one.text.slice(end);
  const lead = "The rule is settled. ".length;
  const place = one.citation.volume.start;
  const moved = start < place ? put.length - (end - start) : 0;
  return [
    { text: settled(one.text), citingWorkId: one.citingWorkId, at: lead + place, isRight: true },
    { text: settled(wrong), citingWorkId: one.citingWorkId, at: lead + place + moved, isRight: false },
  ];
}

/** A pin far behind a decision whose text is short: the last page is known by the text's length or its marks alone. */
export function longPin(one: Drawn, chars: number): Filing[] {
  const { page, pin, start, end } = one.citation;
  // A page of the reports has some 1,800 letters at least; what is planted lies well behind.
  const pages = Math.ceil(chars / 1_800);
  const chance = new Chance(`long pin ${one.sourceId}`);
  const cite = one.text.slice(start, end);
  const put = Number(page.text) + Math.max(30, pages * 2) + chance.below(30);
  const place = one.citation.volume.start - start;
  const wrong =
    pin === null
      ? `${cite.slice(0, page.end - start)}, ${put}${cite.slice(page.end - start)}`
      : `${cite.slice(0, pin.start - start)}${put}${cite.slice(pin.end - start)}`;
  const lead = "The rule is settled. ".length;
  return [
    { text: settled(cite), citingWorkId: one.citingWorkId, at: lead + place, isRight: true },
    { text: settled(wrong), citingWorkId: one.citingWorkId, at: lead + place, isRight: false },
  ];
}

function settled(cite: string): string {
  return `The rule is settled. ${cite}. It governs here.`;
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().match(/[a-z]{3,}/gu) ?? [];
}
