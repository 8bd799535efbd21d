import type { Piece } from "./pieces.ts";
import { singular } from "./singular.ts";
import { CARDINALS, NUMBERED_UNITS, WORDS } from "./words.ts";

export type NumberedPart = {
  readonly written: string;
  /** `9 circuit`, or the number alone where nothing says of what; undefined of a word between. */
  readonly meaning?: readonly string[];
};

export type Numbers = { readonly found: readonly NumberedPart[]; readonly length: number };

const ROMAN = new Map("i ii iii iv v vi vii viii ix x xi xii xiii xiv xv".split(" ").map((word, at) => [word, at + 1]));
/** What may stand between a number and its unit: `First Judicial District`, `Second Appellate District`. */
const BETWEEN = new Set(["judicial", "appeal", "supreme", "superior"]);
const BETWEEN_MAX = 2;
const LIST_MAX = 30;

/**
 * The numbers that begin here, with the unit that they count: `9th Circuit`, `2d and 11th Judicial Districts`,
 * `Division II`, `Unit B`. Undefined where no number begins.
 */
export function readNumbers(pieces: readonly Piece[], at: number): Numbers | undefined {
  return afterSign(pieces, at) ?? afterUnit(pieces, at) ?? beforeUnit(pieces, at);
}

const SIGNS = new Set(["no", "nos", "number"]);

/** `County Court at Law No. 2`. */
function afterSign(pieces: readonly Piece[], at: number): Numbers | undefined {
  const number = pieces[at + 1]?.word ?? "";
  if (!SIGNS.has(pieces[at]?.word ?? "") || !/^\d{1,3}$/u.test(number)) return undefined;
  return { found: [{ written: writtenOf(pieces, at, 2), meaning: [number] }], length: 2 };
}

function afterUnit(pieces: readonly Piece[], at: number): Numbers | undefined {
  const unit = unitAt(pieces, at);
  if (unit === undefined) return undefined;
  const sign = SIGNS.has(pieces[at + 1]?.word ?? "") ? 1 : 0;
  const word = pieces[at + 1 + sign]?.word ?? "";
  const number = /^\d{1,3}$/u.test(word)
    ? Number(word)
    : (ROMAN.get(word) ?? CARDINALS.get(word) ?? (/^[a-f]$/u.test(word) ? word : undefined));
  if (number === undefined || unitAt(pieces, at + 2 + sign) !== undefined) return undefined;
  const length = 2 + sign;
  return { found: [{ written: writtenOf(pieces, at, length), meaning: [`${number} ${unit}`] }], length };
}

function beforeUnit(pieces: readonly Piece[], at: number): Numbers | undefined {
  const numbers: { number: number; at: number }[] = [];
  let next = at;
  while (numbers.length < LIST_MAX) {
    const number = ordinalAt(pieces, next);
    if (number === undefined) break;
    numbers.push({ number, at: next });
    next += 1;
    if (pieces[next]?.word === "and" && ordinalAt(pieces, next + 1) !== undefined) next += 1;
  }
  const [first] = numbers;
  if (first === undefined) return undefined;
  const last = numbers.at(-1)?.at ?? at;
  let unitAfter = last + 1;
  while (unitAfter <= last + BETWEEN_MAX && BETWEEN.has(plain(pieces[unitAfter]?.word ?? ""))) unitAfter += 1;
  const unit = unitAt(pieces, unitAfter);
  if (unit === undefined)
    return { found: [{ written: pieces[at]?.word ?? "", meaning: [alone(pieces, at, first.number)] }], length: 1 };
  const found = numbers.map(({ number, at: place }) => ({
    written: pieces[place]?.word ?? "",
    meaning: [`${number} ${unit}`],
  }));
  const rest = writtenOf(pieces, last + 1, unitAfter - last);
  // `Tenth Appellate District` is a court of appeals' own.
  const isOfAppeals = pieces.slice(last + 1, unitAfter).some(({ word }) => word === "appellate");
  const restOf = isOfAppeals ? { written: rest, meaning: ["appeal"] } : { written: rest };
  return { found: [...found, restOf], length: unitAfter - at + 1 };
}

/** `Ky. Circ. Ct., 10` and `Court of Appeals for the Second` leave the unit to the court's kind. */
function alone(pieces: readonly Piece[], at: number, number: number): string {
  if (at !== pieces.length - 1 || at === 0) return String(number);
  if (pieces[at - 1]?.word === "the") return `${number} circuit`;
  const kind = pieces.map(({ word }) => plain(word)).find((word) => word === "circuit" || word === "district");
  return kind === undefined ? String(number) : `${number} ${kind}`;
}

function writtenOf(pieces: readonly Piece[], at: number, length: number): string {
  return pieces
    .slice(at, at + length)
    .map(({ word }) => word)
    .join(" ");
}

function unitAt(pieces: readonly Piece[], at: number): string | undefined {
  const unit = plain(pieces[at]?.word ?? "");
  return NUMBERED_UNITS.has(unit) ? unit : undefined;
}

function ordinalAt(pieces: readonly Piece[], at: number): number | undefined {
  const word = pieces[at]?.word ?? "";
  const digits = /^(\d{1,3})(?:st|nd|rd|th|d)?$/u.exec(word)?.[1] ?? WORDS.get(word);
  return digits !== undefined && /^\d{1,3}$/u.test(digits) ? Number(digits) : undefined;
}

function plain(word: string): string {
  return WORDS.get(word) ?? WORDS.get(singular(word)) ?? singular(word);
}
