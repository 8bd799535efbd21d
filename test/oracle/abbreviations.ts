import { readFileSync } from "node:fs";

/** What a period behind a word may mean, as `docs/internals/text.md` states it for the kinds of the table. */
export type Shortening = { readonly kind: string; readonly isWord: boolean };

/**
 * The table of abbreviations, which is data that both sides are given, as its lines stand: what is printed with inner
 * periods as a name or a state (`N.Y.`) is read letter by letter, and what has neither period nor apostrophe is a word.
 */
export const SHORTENINGS: ReadonlyMap<string, Shortening> = new Map(
  readFileSync(new URL("../../src/text/abbreviations.tsv", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .flatMap((line) => {
      const [form = "", kind = "", , word] = line.split("\t");
      const letters = form.replaceAll(/[.']/gu, "").toLowerCase();
      const isSpelled = /\.[^.]/u.test(form) && ["name", "state"].includes(kind);
      if (!/[.']/u.test(form) || isSpelled || !/^[a-z]{2,}$/u.test(letters)) return [];
      return [[letters, { kind, isWord: word === "word" }] as const];
    }),
);

const ONLY_WITH_CAPITAL = new Set(["name", "title", "given", "month", "state", "reporter"]);

/** Whether a word is printed as an abbreviation of its kind is; `before` is the text that it ends. */
export function isShortened({ kind }: Shortening, word: string, before: string): boolean {
  const hasCapital = /^\p{Lu}/u.test(word);
  if (kind === "nominative") return hasCapital && /\d[^]$/u.test(before.slice(0, before.length - word.length));
  return hasCapital || !ONLY_WITH_CAPITAL.has(kind);
}
