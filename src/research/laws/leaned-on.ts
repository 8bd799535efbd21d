import { collapseSpace } from "#text/typography.ts";
import type { Source } from "../analyst.ts";

/** Provisions that are named, at most. */
const NAMED_MAX = 5;
const TERM_CHARS_MAX = 300;

/** `under subsection (b)`, `as defined in section 101`, `§ 22-3571.01`, `paragraph (1) of this subsection`. */
const REFERENCE =
  /(?:§{1,2}\s?[\dA-Z][\w.:–-]{0,30}(?:\([\w]{1,4}\)){0,5}|\b(?:sections?|subsections?|paragraphs?|subparagraphs?|clauses?|chapter|title|part)\s(?:\d[\w.:–-]{0,20}(?:\(\w{1,4}\)){0,5}|\(\w{1,4}\)(?:\(\w{1,4}\)){0,4}|[IVX]{1,6}\b)(?:\sof\s(?:this|that)\s(?:section|subsection|paragraph|chapter|title|part))?)/gu;

/**
 * What quoted words of a provision lean on: other sections and subsections that they name, and terms that the provision
 * itself defines elsewhere, with the words that define them.
 */
export function leanedOn(quotes: readonly string[], { parts }: Source): string[] {
  const said = quotes.map(collapseSpace).join(" ");
  const named = [...new Set([...said.matchAll(REFERENCE)].map(([words]) => words.replace(/(?<=\w)[.:–-]$/u, "")))];
  const defined = parts
    .flatMap(({ text }) => definitionsIn(text))
    .filter(({ term, words }) => isUsed(term, said) && !said.includes(words));
  return [
    ...(named.length === 0 ? [] : [`These words refer to ${named.slice(0, NAMED_MAX).join(", ")}.`]),
    ...defined
      .slice(0, 2)
      .map(({ words }) => `A term used in these words is defined in the same provision: ‘${words}’`),
  ];
}

const DEFINITION = /[“"](?<term>[^”"]{2,60})[”"]\s(?:means|includes|has the meaning)\b[^.;]{0,400}[.;]?/gu;

function definitionsIn(text: string): { readonly term: string; readonly words: string }[] {
  return [...text.matchAll(DEFINITION)].map(({ 0: words, groups }) => ({
    term: groups?.["term"] ?? "",
    words: cutAt(collapseSpace(words)),
  }));
}

function cutAt(words: string): string {
  return words.length > TERM_CHARS_MAX ? `${words.slice(0, TERM_CHARS_MAX)}…` : words;
}

function isUsed(term: string, said: string): boolean {
  return said.toLowerCase().includes(term.toLowerCase());
}
