import { Chance } from "./chance.ts";
import type { Drawn } from "./draw.ts";
import { placeKey } from "./printed-citations.ts";
import type { Part, PrintedCitation } from "./printed-citations.ts";

export const KINDS = ["year", "court", "plaintiff", "defendant", "volume", "page", "pin", "parallel", "quote"] as const;
export type Kind = (typeof KINDS)[number];

export type Planted = {
  readonly kind: Kind;
  readonly from: Drawn;
  readonly text: string;
  /** Where the citation's volume stands now, and what stands from there: of a parallel one the parallel's. */
  readonly volumeStart: number;
  readonly put: string;
};

/** What errors are drawn from: parties and courts of other citations, and what else leads to no second truth. */
export type Stock = {
  readonly plaintiffs: readonly string[];
  readonly defendants: readonly string[];
  readonly courts: readonly string[];
  readonly lastPage: ReadonlyMap<string, number>;
  /** The decision's text in letters alone, to know a quotation that is verbatim. */
  readonly letters: (workId: string) => string;
};

/** The citation with one error of a kind; undefined where it has nothing to be wrong in. */
export function plant(kind: Kind, from: Drawn, stock: Stock): Planted | undefined {
  const chance = new Chance(`brief-check ${kind} ${from.sourceId}`);
  const { citation } = from;
  const replaced = (part: Part, put: string): Planted => {
    const text = from.text.slice(0, part.start) + put + from.text.slice(part.end);
    const moved = part.start < citation.volume.start ? put.length - part.text.length : 0;
    return { kind, from, text, volumeStart: citation.volume.start + moved, put };
  };
  switch (kind) {
    case "year": {
      const year = Number(citation.year.text) + (chance.below(2) === 0 ? -1 : 1) * (1 + chance.below(20));
      return year > 2026 ? undefined : replaced(citation.year, String(year));
    }
    case "court":
      return citation.court === null
        ? undefined
        : replaced(citation.court, otherCourt(chance, stock.courts, citation.court.text));
    case "plaintiff":
      return replaced(citation.plaintiff, otherParty(chance, stock.plaintiffs, citation));
    case "defendant":
      return replaced(citation.defendant, otherParty(chance, stock.defendants, citation));
    case "volume":
      return replaced(citation.volume, misprinted(chance, citation.volume.text));
    case "page":
      return replaced(citation.page, misprinted(chance, citation.page.text));
    case "pin":
      return withWrongPin(chance, from, stock, replaced);
    case "parallel": {
      const { parallel } = citation;
      if (parallel === null) return undefined;
      const part = chance.below(2) === 0 ? parallel.volume : parallel.page;
      return { ...replaced(part, misprinted(chance, part.text)), volumeStart: parallel.volume.start };
    }
    case "quote":
      return withAlteredQuote(chance, from, stock, replaced);
  }
}

function otherThan(chance: Chance, items: readonly string[], item: string): string {
  for (;;) {
    const other = chance.of(items);
    if (other !== item) return other;
  }
}

function figures(text: string): string {
  return /\d+/u.exec(text)?.[0] ?? lettersOf(text);
}

/** A court of other letters and figures: `CA7` and `7th Cir.` are one. */
function otherCourt(chance: Chance, courts: readonly string[], court: string): string {
  for (;;) {
    const other = chance.of(courts);
    if (figures(other) !== figures(court)) return other;
  }
}

/** A party of another case that shares no word of three letters with either party of this one. */
function otherParty(chance: Chance, parties: readonly string[], { plaintiff, defendant }: PrintedCitation): string {
  const own = wordsOf(`${plaintiff.text} ${defendant.text}`);
  for (;;) {
    const other = chance.of(parties);
    if (wordsOf(other).every((word) => !own.includes(word))) return other;
  }
}

function wordsOf(name: string): string[] {
  return name.toLowerCase().match(/[a-z]{3,}/gu) ?? [];
}

/** One figure changed, left out, doubled, or two of them swapped. */
function misprinted(chance: Chance, digits: string): string {
  for (;;) {
    const at = chance.below(digits.length);
    const head = digits.slice(0, at);
    const tail = digits.slice(at + 1);
    const figure = digits[at] ?? "";
    const put = [
      head + String(chance.below(10)) + tail,
      digits.length > 1 ? head + tail : "",
      head + (tail[0] ?? "") + figure + tail.slice(1),
    ][chance.below(3)];
    if (put !== undefined && put !== "" && put !== digits && !put.startsWith("0")) return put;
  }
}

type Replace = (part: Part, put: string) => Planted;

/** A page before the decision's first or after its last, where marks in the text show which is the last. */
function withWrongPin(
  chance: Chance,
  { citation }: Drawn,
  { lastPage }: Stock,
  replaced: Replace,
): Planted | undefined {
  const { pin, page, volume, reporter } = citation;
  const last = lastPage.get(placeKey(volume.text, reporter.text, page.text));
  if (pin === null || last === undefined || last <= Number(page.text)) return undefined;
  const isBefore = chance.below(2) === 0 && Number(page.text) > 60;
  return replaced(pin, String(isBefore ? Number(page.text) - 1 - chance.below(50) : last + 1 + chance.below(100)));
}

const OTHER_WORDS = ["never", "always", "seldom", "every", "substantial", "reasonable", "plainly", "merely", "federal"];

/** One word of a quotation right before the citation changed, left out or added. */
function withAlteredQuote(chance: Chance, from: Drawn, stock: Stock, replaced: Replace): Planted | undefined {
  const quote = quoteBefore(from);
  if (quote === undefined || !stock.letters(from.workId).includes(lettersOf(quote.text))) return undefined;
  const words = [...quote.text.matchAll(/(?<=\s)[a-z]{4,}(?=\s)/gu)];
  if (words.length < 5) return undefined;
  const word = chance.of(words.slice(1, -1));
  const start = quote.start + word.index;
  const part = { text: word[0], start, end: start + word[0].length };
  const way = chance.below(3);
  if (way === 0) return replaced(part, otherThan(chance, OTHER_WORDS, word[0]));
  if (way === 1) return replaced(part, `not ${word[0]}`);
  return replaced({ ...part, end: part.end + 1, text: `${part.text} ` }, "");
}

/** The words in quotation marks that end right before the citation's name. */
export function quoteBefore({ text, citation }: Drawn): Part | undefined {
  const before = text.slice(0, citation.start);
  const match = /["\u201c]([^"\u201c\u201d[\]\u2026]{60,380})[.,]?["\u201d][.,]?\s(?:See\s)?$/du.exec(before);
  const [start, end] = match?.indices?.[1] ?? [-1, -1];
  if (start < 0 || /\. \. \.|\n|\* \*/u.test(text.slice(start, end))) return undefined;
  return { text: text.slice(start, end), start, end };
}

export function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^a-z]+/gu, "");
}
