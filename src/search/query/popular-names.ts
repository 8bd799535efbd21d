import { readFileSync } from "node:fs";
import { foldWords } from "./equivalents/initials.ts";

/** What people call a decision that is named otherwise, or one that several bear the name of. */
export type PopularName = {
  /** As the table writes it: `Steel Seizure Case`. */
  readonly name: string;
  /** Where the decision is reported, the usual citation first; of several decisions each has one or more. */
  readonly citations: readonly string[];
  /** `Youngstown Sheet & Tube Co. v. Sawyer`. */
  readonly cases: string;
};

type Row = PopularName & { readonly isDistinct: boolean };

/** Longer runs of words are not looked up. */
const NAME_WORDS_MAX = 7;
const QUERY_WORDS_MAX = 24;

let table: ReadonlyMap<string, Row> | undefined;

/**
 * The popular name that a query is, or that stands among its words when it is like nothing else (`dred scott
 * citizenship`). `Civil Rights Cases` among other words may be any such cases, and is none here.
 */
export function popularNameIn(typed: string): PopularName | undefined {
  table ??= readTable();
  const words = foldWords(typed);
  if (words.length > QUERY_WORDS_MAX) return undefined;
  const whole = words[0] === "the" ? words.slice(1) : words;
  const named = table.get(whole.join(" ")) ?? table.get(words.join(" "));
  if (named !== undefined) return named;
  for (let length = Math.min(NAME_WORDS_MAX, words.length - 1); length > 1; length--) {
    for (let from = 0; from + length <= words.length; from++) {
      const among = table.get(words.slice(from, from + length).join(" "));
      if (among?.isDistinct === true) return among;
    }
  }
  return undefined;
}

/** Every row of the table, for whoever checks it. */
export function popularNames(): readonly PopularName[] {
  return [...new Set((table ??= readTable()).values())];
}

function readTable(): ReadonlyMap<string, Row> {
  const lines = readFileSync(new URL("./popular-names.tsv", import.meta.url), "utf8").split("\n");
  return new Map(
    lines.flatMap((line): [string, Row][] => {
      if (line === "" || line.startsWith("#")) return [];
      const [names = "", citations = "", cases = "", distinct = ""] = line.split("\t");
      return names.split(";").map((name) => {
        const row = { name, citations: citations.split(";"), cases, isDistinct: distinct === "distinct" };
        return [foldWords(name).join(" "), row];
      });
    }),
  );
}
