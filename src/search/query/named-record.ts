import { tokenize } from "#text/tokenize.ts";
import type { BoostNode, Field, PhraseNode, QueryNode, Span } from "#index/tree.ts";

/** How much a record that the query names counts above those that only speak of it. */
export const NAMED_RECORD_BOOST = 8;

/** Scores the opinions that bear one of these citations or docket numbers, spelled as the records spell them, far up. */
export function namedRecordNode(field: Field, spellings: readonly string[], at: Span): BoostNode | undefined {
  const phrases = spellings.flatMap((spelling): PhraseNode[] => {
    const words = tokenize(spelling).map(({ text }) => ({ kind: "term" as const, text, exact: true, at }));
    return words.length === 0 ? [] : [{ kind: "phrase", words, field, at }];
  });
  const [only] = phrases;
  if (only === undefined) return undefined;
  const child: QueryNode = phrases.length === 1 ? only : { kind: "or", children: phrases, at };
  return { kind: "boost", child, factor: NAMED_RECORD_BOOST, at };
}
