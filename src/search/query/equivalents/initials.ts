import { readFileSync } from "node:fs";
import { tokenize } from "#text/tokenize.ts";

/** `body` and `act` stand for their names wherever they are typed, `party` in the name of a case only. */
export type InitialsKind = "body" | "act" | "party";

/** Letters by which a body, a statute or a party is called, and its name in full; words folded as the index folds them. */
export type Initials = {
  readonly letters: string;
  readonly kind: InitialsKind;
  /** In small letters it is also a word: `sec.`, `ice`, `idea`. */
  readonly isWord: boolean;
  readonly name: readonly string[];
};

let table: readonly Initials[] | undefined;

/** The table of initials, read when first asked for. */
export function initialsTable(): readonly Initials[] {
  return (table ??= readTable());
}

function readTable(): Initials[] {
  const lines = readFileSync(new URL("./initials.tsv", import.meta.url), "utf8").split("\n");
  return lines.flatMap((line): Initials[] => {
    if (line === "" || line.startsWith("#")) return [];
    const [letters = "", kind = "", isWord = "", name = ""] = line.split("\t");
    return [
      {
        letters: foldWords(letters).join(""),
        kind: kind as InitialsKind,
        isWord: isWord === "word",
        name: foldWords(name),
      },
    ];
  });
}

export function foldWords(text: string): string[] {
  return tokenize(text).map((token) => token.text);
}
