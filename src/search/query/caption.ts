import { tokenize } from "#search/lexical/tokenize.ts";
import { isFunctionWord } from "./function-words.ts";
import type { QueryNode, RankedNode, Span, TermNode } from "./tree.ts";

/** A case name longer than this is a sentence. */
const CAPTION_WORDS_MAX = 24;
/** What stands behind a name: a year or court and year. */
const YEAR_BEHIND = /,?\s*\((?:[^()]*\s)?\d{4}\)\s*$/;
const VERSUS = /\s(?:v|vs|versus)\.?\s/i;
const ONE_PARTY =
  /^(?:in re|ex parte|in the matter of|matter of|in the interest of|estate of|application of|petition of)\s/i;

/**
 * The names in a typed caption, one list of words for each side: `Smith v. Jones` has two, `In re Gault` one.
 * Undefined when the text is not shaped like a case name.
 */
export function readCaption(typed: string): readonly (readonly string[])[] | undefined {
  const name = typed.replace(YEAR_BEHIND, "").trim();
  const sides = name.split(VERSUS);
  const caption = sides.length === 2 || ONE_PARTY.test(name);
  if (!caption || name.split(/\s+/).length > CAPTION_WORDS_MAX) return undefined;
  const words = sides.map((side) =>
    tokenize(side.replace(ONE_PARTY, ""))
      .map((token) => token.text)
      .filter((word) => !isFunctionWord(word)),
  );
  return words.every((side) => side.length > 0) ? words : undefined;
}

/**
 * Opinions whose own name carries the caption. Half of each side must be there, since records abbreviate
 * (`Mfg. Co.`) and drop parties; the more of it is, the higher the score.
 */
export function captionNode(sides: readonly (readonly string[])[], at: Span): QueryNode {
  const nodes = sides.map((words): RankedNode => {
    const children = [...new Set(words)].map((text): TermNode => ({
      kind: "term",
      text,
      exact: true,
      field: "name",
      at,
    }));
    return { kind: "ranked", children, required: Math.ceil(children.length / 2), at };
  });
  const [only] = nodes;
  return nodes.length === 1 && only !== undefined ? only : { kind: "and", children: nodes, at };
}
