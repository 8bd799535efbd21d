import type { LawTag } from "#laws/clean/allow-list.ts";
import type { Grammar, Role } from "../laws/flow.ts";

const BLOCKS = ["content", "table", "header", "columnHeaderRow", "column", "row", "cell", "callout", "line", "title"];
const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ["paragraph", "provision"],
  ["interpParagraph", "provision"],
  ["appendixSection", "provision"],
  ["footnote", "note"],
  ["graphic", "figure"],
  ["thumbUrl", "skip"],
  ["url", "skip"],
  ["altText", "skip"],
  ["tableOfContents", "skip"],
  ["regLetter", "skip"],
  ...BLOCKS.map((name) => [name, "block"] as const),
]);

const TAGS: ReadonlyMap<string, LawTag> = new Map<string, LawTag>([
  ["em", "em"],
  ["table", "table"],
  ["columnHeaderRow", "tr"],
  ["column", "th"],
  ["row", "tr"],
  ["cell", "td"],
  ["line", "p"],
  ["title", "h4"],
]);

/** The XML of eRegs: the number of a paragraph is its marker. */
export const EREGS: Grammar = {
  roleOf: ({ name }) => ROLES.get(name) ?? "inline",
  tagOf: ({ name }) => TAGS.get(name),
  number: "marker",
  heading: "title",
  numberOf: ({ attributes }) => attributes["marker"] ?? "",
};
