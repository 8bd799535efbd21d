import type { Span } from "#index/tree.ts";
import { filedWithin } from "#search/opinions.ts";
import type { Condition } from "./conditions.ts";

const YEAR = String.raw`(?:1[6-9]|20)\d\d`;
const DECIDED = String.raw`(?:(?:that (?:are|were) |was |were )?(?:decided|issued|handed down|filed)\s+)`;
const CASES = String.raw`(?:(?:cases?|case law|decisions?|opinions?|rulings?|precedents?)\s+)`;

type Read = { readonly from?: string; readonly to?: string };
type Groups = Readonly<Record<string, string | undefined>>;

/** Ways to say when a decision was filed, each with the days that it means. */
const WAYS: readonly (readonly [RegExp, (groups: Groups) => Read])[] = [
  [
    phrase(String.raw`(?:between|from)\s+(?<one>${YEAR})\s+(?:and|to|until|through)\s+(?<two>${YEAR})`),
    ({ one, two }): Read => ({ from: `${one}-01-01`, to: `${two}-12-31` }),
  ],
  [
    phrase(String.raw`(?<one>${YEAR})\s?(?:-|–|to)\s?(?<two>${YEAR})`),
    ({ one, two }): Read => ({ from: `${one}-01-01`, to: `${two}-12-31` }),
  ],
  [phrase(String.raw`since\s+(?<one>${YEAR})`), ({ one }): Read => ({ from: `${one}-01-01` })],
  [
    phrase(String.raw`(?:from\s+)?(?<one>${YEAR})\s+(?:onwards?|or later|and later|to (?:the )?present|to date)`),
    ({ one }): Read => ({ from: `${one}-01-01` }),
  ],
  [
    phrase(String.raw`(?:after|post[-\s])\s*(?<one>${YEAR})`),
    ({ one }): Read => ({ from: `${Number(one) + 1}-01-01` }),
  ],
  [
    phrase(String.raw`(?:before|prior to|pre[-\s])\s*(?<one>${YEAR})`),
    ({ one }): Read => ({ to: `${Number(one) - 1}-12-31` }),
  ],
  [phrase(String.raw`(?:until|through|up to)\s+(?<one>${YEAR})`), ({ one }): Read => ({ to: `${one}-12-31` })],
  [
    phrase(String.raw`(?:(?:in|from|of|during)\s+)?(?:the\s+)?(?<one>(?:1[6-9]|20)\d)0['’]?s`),
    ({ one }): Read => ({ from: `${one}0-01-01`, to: `${one}9-12-31` }),
  ],
  [
    phrase(String.raw`(?:in|from|of)\s+(?<one>${YEAR})`),
    ({ one }): Read => ({ from: `${one}-01-01`, to: `${one}-12-31` }),
  ],
];

function phrase(words: string): RegExp {
  return new RegExp(
    String.raw`(?<![\p{L}\p{N}$§.])(?<lead>${CASES}?${DECIDED}?)${words}(?![\p{L}\p{N}]|[.,]\d)`,
    "giu",
  );
}

/**
 * When the decisions were filed that a text asks for. A year may be one of its facts as well: it is certain behind words
 * for decisions (`cases since 2015`), likely where the text begins or ends with it, and elsewhere not read so.
 */
export function datesIn(text: string): readonly Condition[] {
  const found: Condition[] = [];
  for (const [at, way] of WAYS.entries()) {
    const [pattern, daysOf] = way;
    for (const match of text.matchAll(pattern)) {
      const { lead = "", ...groups } = match.groups ?? {};
      const span = { start: match.index, end: match.index + match[0].length };
      const isYearAlone = at === WAYS.length - 1;
      if ((isYearAlone && lead === "") || !isFree(found, span)) continue;
      const { from, to } = daysOf(groups);
      if (from !== undefined && to !== undefined && from > to) continue;
      const isSure = lead !== "";
      if (!isSure && !isAtEdge(text, span)) continue;
      found.push({
        kind: "date",
        at: span,
        meaning: meaningOf(from, to),
        within: [filedWithin(from, to)],
        isSure,
        keeps: false,
      });
    }
  }
  return found;
}

function isFree(found: readonly Condition[], { start, end }: Span): boolean {
  return found.every(({ at }) => at.end <= start || end <= at.start);
}

function isAtEdge(text: string, { start, end }: Span): boolean {
  return text.slice(0, start).trim() === "" || !/\p{L}|\p{N}/u.test(text.slice(end));
}

function meaningOf(from: string | undefined, to: string | undefined): string {
  if (from === undefined) return `${to ?? ""} or earlier`;
  return to === undefined ? `${from} or later` : `${from} to ${to}`;
}
