import type { PhraseNode, Span, TermNode, WildcardNode } from "#index/tree.ts";
import type { Field } from "#search/opinions.ts";
import { wordOrPhrase } from "#search/query/words.ts";
import { compoundsIn } from "./compounds.ts";

type Words = readonly (TermNode | WildcardNode)[];

/** Fields of prose; numbers, citations and people's names are written in one way. */
const OF_WORDS: ReadonlySet<Field> = new Set<Field>(["body", "name"]);
/** Ways to write one phrase that are asked for. */
const WAYS_MAX = 8;

/**
 * The other ways to write what was typed as one word or between quotation marks: `e-mail`, `"email message"`. `words` are
 * those that were read of the text, in its order.
 */
export function otherWaysOf(
  typed: string,
  words: Words,
  { exact, at, field }: { readonly exact: boolean; readonly at: Span; readonly field?: Field | undefined },
): readonly (TermNode | WildcardNode | PhraseNode)[] {
  if (field !== undefined && !OF_WORDS.has(field)) return [];
  let ways: readonly Words[] = [words];
  for (const { typed: own, others } of compoundsIn(typed)) {
    const replaced = ways.flatMap((way) => others.map((other) => replacedIn(way, own, other, { exact, at })));
    ways = [...ways, ...replaced.filter((way) => way !== undefined)].slice(0, WAYS_MAX);
  }
  return ways.slice(1).map((way) => wordOrPhrase(way, at, field));
}

/** The words with one stretch of them written otherwise; undefined where they do not have it. */
function replacedIn(
  words: Words,
  own: readonly string[],
  other: readonly string[],
  { exact, at }: { readonly exact: boolean; readonly at: Span },
): Words | undefined {
  const isAt = (from: number): boolean =>
    own.every((text, offset) => {
      const word = words[from + offset];
      return word?.kind === "term" && word.text === text;
    });
  const from = words.findIndex((_, index) => isAt(index));
  if (from === -1) return undefined;
  const written = other.map((text): TermNode => ({ kind: "term", text, exact, at }));
  return [...words.slice(0, from), ...written, ...words.slice(from + own.length)];
}
