import type { Span } from "#index/tree.ts";

/** What leads to the name of a court or a place and says no more: `cases from the`, `in`. */
const BEFORE =
  /(?:(?<![\p{L}\p{N}])(?:cases|case law|decisions|opinions|rulings|precedents?|authority)\s+)?(?:(?<![\p{L}\p{N}])(?:in|by|from|of|before|within|under|at|for|per)\s+)?(?:(?<![\p{L}\p{N}])the\s+)?$/iu;
const BEHIND =
  /^(?:['’]s)?\s+(?:case\s+law|caselaw|cases|decisions?|opinions?|precedents?|rulings?|authority)(?![\p{L}\p{N}])/iu;
/** Behind these words a court is one whose judgment is spoken of, not one whose decisions are wanted. */
const BELOW =
  /(?<![\p{L}\p{N}])(?:appeal(?:s|ed|ing)?|transfer(?:s|red)?|remand(?:s|ed)?|remov(?:e[sd]?|al)|refer(?:s|red)?|review(?:s|ed)?|certif(?:y|ied)|judgments?|filed|suit|sued)\s+(?:from|to|of|in)\s+(?:the\s+|an?\s+)?$/iu;
const NEAR_CHARS = 40;

/** A name with the words around it that belong to it. */
export function withItsWords(text: string, { start, end }: Span): Span {
  const before = BEFORE.exec(text.slice(Math.max(0, start - NEAR_CHARS), start))?.[0] ?? "";
  const behind = BEHIND.exec(text.slice(end, end + NEAR_CHARS))?.[0] ?? "";
  return { start: start - before.length, end: end + behind.length };
}

export function isCourtBelow(text: string, start: number): boolean {
  return BELOW.test(text.slice(Math.max(0, start - NEAR_CHARS), start));
}
