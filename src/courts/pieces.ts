import { foldTypography } from "#text/typography.ts";

import { PHRASES } from "./words.ts";

/** A word as written, in lower case and without its periods; `opens` where a comma, bracket or dash stands before it. */
export type Piece = { readonly word: string; readonly opens: boolean };

/** The name that a run-together abbreviation stands for (`sdny`). */
export type Opened = (word: string) => string | undefined;

const closed: Opened = () => undefined;

/**
 * The words of a court's name. Dotted and spaced initials are one word (`U. S.`, `N.Y.` -> `us`, `ny`), and so is each
 * phrase of several words that has one meaning (`new york`, `united states`).
 */
export function piecesOf(text: string, opened: Opened = closed): Piece[] {
  const joined = joinInitials(splitPieces(text)).flatMap((piece) => {
    const name = opened(piece.word);
    return name === undefined ? [piece] : joinInitials(splitPieces(name));
  });
  const out: Piece[] = [];
  for (let index = 0; index < joined.length;) {
    const at = joined[index];
    if (at === undefined) break;
    const phrase = PHRASES.get(at.word)?.find(([from]) =>
      from.every((word, offset) => joined[index + offset]?.word === word),
    );
    const words = phrase?.[1] ?? [at.word];
    out.push(...words.map((word, offset) => ({ word, opens: at.opens && offset === 0 })));
    index += phrase?.[0].length ?? 1;
  }
  return out;
}

function splitPieces(text: string): Piece[] {
  const plain = foldTypography(text.replace(/[\u2013\u2014]|--/gu, ","))
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f']/gu, "");
  const pieces: Piece[] = [];
  let opens = false;
  for (const [part] of plain.matchAll(/[\p{L}\p{N}.]+|[^\p{L}\p{N}.]+/gu)) {
    if (!/[\p{L}\p{N}]/u.test(part)) {
      opens ||= /[,;:()[\]/]|\s-/u.test(part);
      continue;
    }
    for (const word of lettersOf(part)) {
      pieces.push({ word, opens });
      opens = false;
    }
  }
  return pieces;
}

function lettersOf(part: string): string[] {
  return /^(?:\p{L}\.)+\p{L}?$/u.test(part)
    ? [part.replaceAll(".", "")]
    : part.split(".").filter((word) => word !== "");
}

function joinInitials(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = [];
  let initials: Piece | undefined;
  for (const piece of pieces) {
    if (/^[a-z]$/u.test(piece.word)) {
      initials = initials === undefined ? piece : { ...initials, word: initials.word + piece.word };
      continue;
    }
    // `S D W Va`: the last initial is West Virginia's.
    if (piece.word === "va" && initials?.word.endsWith("w") === true) {
      if (initials.word !== "w") out.push({ ...initials, word: initials.word.slice(0, -1) });
      out.push({ word: "wva", opens: false });
    } else {
      if (initials !== undefined) out.push(initials);
      out.push(piece);
    }
    initials = undefined;
  }
  if (initials !== undefined) out.push(initials);
  return out;
}
