import type { Filter } from "#index/filter.ts";
import { authorWords, ofKind, writtenBy } from "#search/opinions.ts";
import type { OpinionKind } from "#search/opinions.ts";
import type { Condition } from "./conditions.ts";

const JUDGE = String.raw`(?:(?:chief\s+)?(?:justice|judge)\s+|[cj]\.\s+)`;
const NAME = String.raw`(?<name>\p{L}[\p{L}'’-]{2,20})`;
const OPINION = String.raw`(?<kind>dissent(?:s|ing opinions?)?|concurrences?|concurring opinions?|(?:majority |lead |plurality )?opinions?)`;
const END = String.raw`(?![\p{L}\p{N}])`;

/** Ways to say whose opinion, and of which kind, is wanted: `dissent by Justice Scalia`, `Judge Posner's opinion`. */
const WAYS: readonly RegExp[] = [
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])${OPINION}\s+(?:(?:written|authored)\s+)?by\s+(?<title>${JUDGE})?${NAME}${END}`,
    "giu",
  ),
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?<title>${JUDGE})${NAME}(?:['’]s?)?\s+${OPINION}${END}`, "giu"),
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:(?<kind>opinions?)\s+)?(?:written|authored)\s+by\s+(?<title>${JUDGE})${NAME}${END}`,
    "giu",
  ),
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?<title>${JUDGE})${NAME},?\s+(?<kind>dissenting|concurring)${END}`, "giu"),
];

/** The opinions of a judge, or of a judge and kind, that a text asks for. The judge's name is still searched for: a decision held as one text prints it. */
export function opinionsIn(text: string): readonly Condition[] {
  return WAYS.flatMap((way) =>
    [...text.matchAll(way)].flatMap((match): Condition[] => {
      const { kind = "", title } = match.groups ?? {};
      const name = (match.groups?.["name"] ?? "").replace(/['’]s?$/u, "");
      const [author] = authorWords(name);
      // `an opinion by counsel`: who bears no title bears a capital.
      if (author === undefined || (title === undefined && !/^\p{Lu}/u.test(name) && !/^(?:diss|conc)/iu.test(kind)))
        return [];
      if (/^(?:the|an?|any|counsel|judge|justice|one|two|three)$/iu.test(name)) return [];
      const opinion = kindOf(kind);
      const filters: Filter[] = [writtenBy(author), ...(opinion === undefined ? [] : [ofKind(opinion)])];
      const meaning = `${opinion === undefined ? "opinion" : opinion} by ${name}`;
      const at = { start: match.index, end: match.index + match[0].length };
      return [{ kind: "opinion", at, meaning, within: [filters], isSure: true, keeps: true }];
    }),
  );
}

function kindOf(typed: string): OpinionKind | undefined {
  if (/^diss/iu.test(typed)) return "dissent";
  return /^conc/iu.test(typed) ? "concurrence" : undefined;
}
