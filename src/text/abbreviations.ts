import { readFileSync } from "node:fs";

/**
 * The abbreviations of American law, as a table. Its kinds differ in what a period behind them may mean:
 *
 * - `name` (parties and institutions, Bluebook T6 and older), `title`, `given` (names of persons), `month`, `state`,
 *   `reporter`: abbreviations only with a capital; `wash.`, `all.` and `so.` are words.
 * - `court`, `document` (constitutions, codes, records of a legislature), `number` (what a number
 *   follows), `procedure` (history and Latin), `record` (papers of a case): abbreviations in any case.
 * - `nominative`: a reporter called by a person's name, an abbreviation behind a number only (`4 Wall.`, but
 *   `Justice Black.`).
 * - `closing`: words that are abbreviated and yet mostly end what they stand in (`Id.`, `etc.`).
 */
export type AbbreviationKind =
  | "name"
  | "title"
  | "given"
  | "month"
  | "state"
  | "court"
  | "reporter"
  | "nominative"
  | "document"
  | "number"
  | "procedure"
  | "record"
  | "closing";

export type Abbreviation = {
  /** As printed: `Ass'n`, `Wall.` */
  readonly form: string;
  readonly kind: AbbreviationKind;
  /** The words for which it stands in the name of a party or court; none where that is not asked. */
  readonly standsFor: readonly string[];
  /** In small letters it is also a word that may end a sentence: `no`, `art`. */
  readonly isWord: boolean;
};

export const ABBREVIATIONS: readonly Abbreviation[] = readTable();

function readTable(): Abbreviation[] {
  const table = readFileSync(new URL("./abbreviations.tsv", import.meta.url), "utf8");
  return table.split("\n").flatMap((line): Abbreviation[] => {
    if (line === "" || line.startsWith("#")) return [];
    const [form = "", kind = "", words = "", isWord = ""] = line.split("\t");
    return [
      {
        form,
        kind: kind as AbbreviationKind,
        standsFor: words === "" ? [] : words.split(";"),
        isWord: isWord === "word",
      },
    ];
  });
}

/** Longer words are no abbreviations. */
const ABBREVIATION_CHARS_MAX = 14;

const byHash = new Map<number, Abbreviation>();
for (const one of ABBREVIATIONS) {
  const letters = one.form.replace(/['.]/gu, "");
  // What is printed without period or apostrophe is a whole word (`Ohio`), and `us` is no `U.S.`.
  const isInitials = /\.\w/u.test(one.form) && (one.kind === "name" || one.kind === "state");
  if (letters === one.form || isInitials || !/^[A-Za-z]{2,}$/u.test(letters)) continue;
  byHash.set(hashOf(letters, 0, letters.length), one);
}

/** The abbreviation that stands in `text[start, end)`, its period and apostrophes or none; in any case of letters. */
export function abbreviationAt(text: string, start: number, end: number): Abbreviation | undefined {
  return end - start > ABBREVIATION_CHARS_MAX ? undefined : byHash.get(hashOf(text, start, end));
}

/** FNV-1a over the letters, capitals as small, apostrophes passed over: no string is made in the indexing loop. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x27 || code === 0x2019) continue;
    hash = Math.imul(hash ^ (code >= 0x41 && code <= 0x5a ? code | 0x20 : code), 0x01000193);
  }
  return hash;
}
