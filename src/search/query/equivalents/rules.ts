import { readFileSync } from "node:fs";
import { foldWords } from "./initials.ts";

/** A set of court rules and the ways in which one of them is cited, words folded as the index folds them. */
export type RuleSet = {
  /** `federal rules of civil procedure` */
  readonly name: readonly string[];
  /** `of civil procedure`, behind the number of a rule. */
  readonly tail: readonly string[];
  /** What stands before the number: `fed r civ p`, the usual one first. */
  readonly forms: readonly (readonly string[])[];
};

/** A rule as typed: the words that name the set, which may be spelled in any of its ways, and the number behind or before. */
export type RuleReference = {
  readonly set: RuleSet;
  /** `23`, `b`, `3`. */
  readonly number: readonly string[];
  /** UTF-16 units of the text. */
  readonly at: { readonly start: number; readonly end: number };
};

const NUMBER = String.raw`\d{1,4}(?:\.\d)?(?:-\d)?(?:\([A-Za-z0-9]{1,5}\))*`;

let table: readonly RuleSet[] | undefined;
let patterns: readonly { readonly set: RuleSet; readonly before: RegExp; readonly behind: RegExp }[] | undefined;

export function ruleSets(): readonly RuleSet[] {
  return (table ??= readTable());
}

/** Every rule that a text cites with its set: `F.R.C.P. 23(b)(3)`, `Rule 23(b)(3) of the Federal Rules of Civil Procedure`. */
export function rulesIn(text: string): readonly RuleReference[] {
  patterns ??= ruleSets().map((set) => ({ set, ...patternsOf(set) }));
  return patterns.flatMap(({ set, before, behind }) =>
    [before, behind].flatMap((pattern) =>
      [...text.matchAll(pattern)].flatMap((match): RuleReference[] => {
        const number = foldWords(match.groups?.["number"] ?? "");
        const at = { start: match.index, end: match.index + match[0].length };
        return number.length === 0 ? [] : [{ set, number, at }];
      }),
    ),
  );
}

/** The set before the number, and the number before what the set's name ends in. */
function patternsOf({ name, tail, forms }: RuleSet): { before: RegExp; behind: RegExp } {
  const [, , ...rest] = name;
  const named = [...forms, ["federal", "rules?", ...rest]].map(loose).join("|");
  const ending = [...forms.map(loose), `(?:the )?${loose(name)}`, loose(tail)].join("|");
  return {
    before: new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${named}),? ?(?:rule )?(?<number>${NUMBER})`, "giu"),
    behind: new RegExp(
      String.raw`(?<![\p{L}\p{N}])rules? (?<number>${NUMBER}),? (?:of |under )?(?:${ending})(?![\p{L}\p{N}])`,
      "giu",
    ),
  };
}

/** Folded words with whatever periods and spaces stand in and between them: `frcp` is `F.R.C.P.` too. */
function loose(words: readonly string[]): string {
  const isInitials = (word: string): boolean => word === "fr" || (words.length === 1 && word.length <= 4);
  const spaced = words.map((word) => (isInitials(word) ? Array.from(word).join("\\.? ?") : word));
  return `${spaced.join("\\.? ?")}\\.?`;
}

function readTable(): RuleSet[] {
  const lines = readFileSync(new URL("./rules.tsv", import.meta.url), "utf8").split("\n");
  return lines.flatMap((line): RuleSet[] => {
    if (line === "" || line.startsWith("#")) return [];
    const [name = "", tail = "", forms = ""] = line.split("\t");
    const folded = forms.split(";").map(foldWords);
    const distinct = new Map(folded.map((words) => [words.join(" "), words]));
    return [{ name: foldWords(name), tail: foldWords(tail), forms: [...distinct.values()] }];
  });
}
