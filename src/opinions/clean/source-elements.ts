import type { BlockTag, InlineTag } from "./allow-list.ts";
import { BLOCK_TAGS, INLINE_TAGS } from "./allow-list.ts";

/** What an element of a source becomes. Elements in none of these tables vanish and their words stay. */
export type SourceElement = { readonly tag: BlockTag | InlineTag; readonly className?: string };

export const ELEMENTS: ReadonlyMap<string, SourceElement> = new Map<string, SourceElement>([
  ...[...INLINE_TAGS, ...BLOCK_TAGS].map((tag): [string, SourceElement] => [tag, { tag }]),
  ["center", { tag: "div", className: "center" }],
  ["strike", { tag: "s" }],
  ["del", { tag: "s" }],
  ["ins", { tag: "u" }],
  ["cite", { tag: "i" }],
  ["var", { tag: "i" }],
  ["dfn", { tag: "i" }],
  ["block_quote", { tag: "blockquote" }],
  ["author", { tag: "p", className: "author" }],
  ["judges", { tag: "p", className: "judges" }],
  ...words("attorneys otherdate decisiondate docketnumber parties court").map((name): [string, SourceElement] => [
    name,
    { tag: "p", className: "headmatter" },
  ]),
]);

/** Block elements that leave nothing but the break between what stands before and behind. */
export const BREAKING: ReadonlySet<string> = new Set(
  words(
    "address article aside body casebody details dir disposition fieldset figcaption figure footer footnotes form " +
      "header headmatter headnotes hgroup history html legend main menu nav opinion section summary syllabus " +
      "tbody tfoot thead",
  ),
);

/** Elements whose content is not text of the opinion: it goes with them. */
export const WITHOUT_TEXT: ReadonlySet<string> = new Set(
  words(
    "applet audio canvas iframe noembed noframes noscript object script select style svg template textarea title video",
  ),
);

function words(list: string): string[] {
  return list.split(" ");
}
