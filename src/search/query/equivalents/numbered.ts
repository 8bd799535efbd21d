import { tokenize } from "#text/tokenize.ts";
import type { Token } from "#text/tokenize.ts";
import type { Compound } from "./compounds.ts";

const ORDINALS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
    .split(" ")
    .concat("first second third fourth fifth sixth seventh".split(" ").map((one) => `twenty ${one}`));
const ROMANS =
  "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii xxiii xxiv xxv xxvi xxvii".split(
    " ",
  );
/** Parts of the law that are counted, each in the ways in which it is written. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  title: ["title"],
  chapter: ["chapter"],
  article: ["article", "art"],
  art: ["article", "art"],
};

/**
 * What is counted by word, figure or Roman number: amendments (`4th amendment`, `Fourth Amend.`, `amend. IV`), titles, chapters
 * and articles (`title VII`, `title 7`), and other ordinals in figures (`1st degree`).
 */
export function numberedIn(text: string): readonly Compound[] {
  if (!/\d|amend|title|chapter|art/iu.test(text)) return [];
  const tokens = tokenize(text);
  const found: Compound[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const one = amendmentAt(tokens, at) ?? partAt(tokens, at) ?? ordinalAt(tokens, at);
    if (one === undefined) continue;
    found.push(one);
    at += one.typed.length - 1;
  }
  return found;
}

function compound(tokens: readonly Token[], at: number, length: number, ways: readonly string[][]): Compound {
  const own = tokens.slice(at, at + length);
  const typed = own.map(({ text }) => text);
  const others = ways.filter((way) => way.join(" ") !== typed.join(" "));
  const [start, end] = [own[0]?.start ?? 0, own.at(-1)?.end ?? 0];
  return { start, end, typed, others, isOpen: false, isSame: true };
}

/** `fourth amendment`, `4th amend`, `twenty-first amendment`, `amend. iv`. */
function amendmentAt(tokens: readonly Token[], at: number): Compound | undefined {
  const word = (index: number): string => tokens[index]?.text ?? "";
  const isAmendment = (index: number): boolean => /^amend(?:ments?)?$/u.test(word(index));
  const behind = isAmendment(at) ? ROMANS.indexOf(word(at + 1)) + 1 : 0;
  if (behind > 0) return amendment(tokens, at, 2, behind);
  for (const length of [1, 2]) {
    const number = numberOf(Array.from({ length }, (_, index) => word(at + index)).join(" "));
    if (number !== undefined && isAmendment(at + length)) return amendment(tokens, at, length + 1, number);
  }
  return undefined;
}

function amendment(tokens: readonly Token[], at: number, length: number, number: number): Compound {
  const apart = [...(ORDINALS[number - 1] ?? "").split(" "), "amendment"];
  return { ...compound(tokens, at, length, amendmentWays(number)), apart };
}

function amendmentWays(number: number): string[][] {
  const words = (ORDINALS[number - 1] ?? "").split(" ");
  const [figure, roman] = [figureOf(number), ROMANS[number - 1] ?? ""];
  return [
    [...words, "amendment"],
    [figure, "amendment"],
    [...words, "amend"],
    [figure, "amend"],
    ["amend", roman],
    ["amendment", roman],
  ];
}

/** `title VII`, `art. III`: what has no number of one or two figures is a word. */
function partAt(tokens: readonly Token[], at: number): Compound | undefined {
  const names = PARTS[tokens[at]?.text ?? ""];
  const typed = tokens[at + 1]?.text ?? "";
  const number = /^\d{1,2}$/u.test(typed) ? Number(typed) : ROMANS.indexOf(typed) + 1;
  const roman = ROMANS[number - 1];
  // A single letter may be one of a list.
  if (
    names === undefined ||
    roman === undefined ||
    (typed.length === 1 && /[a-z]/u.test(typed) && typed !== "i" && typed !== "v")
  )
    return undefined;
  return compound(
    tokens,
    at,
    2,
    names.flatMap((name) => [
      [name, roman],
      [name, String(number)],
    ]),
  );
}

function ordinalAt(tokens: readonly Token[], at: number): Compound | undefined {
  const typed = tokens[at]?.text ?? "";
  const number = /^\d/u.test(typed) ? numberOf(typed) : undefined;
  return number === undefined ? undefined : compound(tokens, at, 1, [(ORDINALS[number - 1] ?? "").split(" ")]);
}

/** Of `4th`, `2d` and `fourth`. */
function numberOf(ordinal: string): number | undefined {
  const [, figures] = /^(\d{1,2})(?:st|nd|rd|d|th)$/u.exec(ordinal) ?? [];
  const number = figures === undefined ? ORDINALS.indexOf(ordinal) + 1 : Number(figures);
  return number >= 1 && number <= ORDINALS.length ? number : undefined;
}

function figureOf(number: number): string {
  const last = number > 10 && number < 14 ? 0 : number % 10;
  return `${number}${{ 1: "st", 2: "nd", 3: "rd" }[last] ?? "th"}`;
}
