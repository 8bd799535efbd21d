import { romanNumeral } from "#citations/laws/roman.ts";
import type { LawWords } from "#laws/model.ts";
import type { Grammar, Role } from "../laws/flow.ts";
import { wordsIn } from "../laws/flow.ts";
import { childNamed, elementsOf, wordsOf } from "../xml/element.ts";
import type { XmlElement, XmlNode } from "../xml/element.ts";
import type { Numbering } from "./states.ts";

const INLINE: ReadonlySet<string> = new Set(["a", "b", "cite", "em", "i", "span", "strong", "sub", "sup", "u"]);
const NOTES = "notes";

/** Lists of links to what follows, and what the maker of the files says of himself. */
function isOfMaker({ name, attributes }: XmlElement): boolean {
  return name === "nav" || attributes["class"] === "leaders" || attributes["class"] === "transformation";
}

const GRAMMAR: Grammar = {
  roleOf: (element): Role => {
    if (isOfMaker(element)) return "skip";
    if (element.name === NOTES) return "note";
    if (element.name === "li") return "provision";
    if (element.name === "br") return "break";
    return INLINE.has(element.name) ? "inline" : "block";
  },
  tagOf: ({ name }) =>
    name === "p" ? "p" : name === "i" || name === "em" ? "i" : name === "h4" || name === "h5" ? "p" : undefined,
  number: "num",
  heading: "heading",
  numberOf: ({ attributes }) => attributes["num"] ?? "",
};

/** What stands below the heading of a section: the words of the law, and apart from them what the publisher adds. */
export function sectionWords(elements: readonly XmlElement[], numbering: Numbering): LawWords {
  const at = elements.findIndex(isOfPublisher);
  const end = at === -1 ? elements.length : at;
  const law = elements.slice(0, end).map((element) => numbered(tidied(element), numbering));
  const notes = elements.slice(end).map(tidied);
  const apart: XmlElement = { name: NOTES, namespace: "", attributes: {}, children: notes };
  return wordsIn(notes.length === 0 ? law : [...law, apart], GRAMMAR);
}

/** What stands beside a heading of a code is the publisher's. */
export function notesAlone(elements: readonly XmlElement[]): LawWords {
  const notes = elements.map(tidied);
  return wordsIn(notes.length === 0 ? [] : [{ name: NOTES, namespace: "", attributes: {}, children: notes }], GRAMMAR);
}

const HISTORY = /^history[.:]/iu;
const ARTICLE = /^(?:article|section|part)\b/iu;

/**
 * The history of a section ends its words. Where it has none, a heading does that is no article of a compact, or a
 * paragraph that begins with words in bold and is no enumeration.
 */
function isOfPublisher(element: XmlElement): boolean {
  if (element.name === "h4" || element.name === "h5") return !ARTICLE.test(wordsOf(element));
  if (element.name !== "p") return false;
  const first = element.children.find((child) => typeof child !== "string" || child.trim() !== "");
  if (first === undefined || typeof first === "string") return HISTORY.test(first?.trimStart() ?? "");
  if (first.name !== "b") return false;
  return /\p{L}{3}/u.test(wordsOf(first)) && !ARTICLE.test(wordsOf(first));
}

/** The files are indented, also within a line: a space that the indentation put before a comma is none of the text. */
function tidied(element: XmlElement): XmlElement {
  const { children } = element;
  const tidy = children.map((child, at): XmlNode => {
    if (typeof child !== "string") return tidied(child);
    const isBehind = isInline(children[at - 1]);
    const isBefore = isInline(children[at + 1]);
    let text = child.replace(/\s+/gu, " ");
    if (isBehind) text = text.replace(/^ (?=[,.;:)\]”’?!])/u, "");
    if (isBefore) text = text.replace(/(?<=[([“‘]) $/u, "");
    if (INLINE.has(element.name)) {
      if (at === 0) text = text.trimStart();
      if (at === children.length - 1) text = text.trimEnd();
    }
    return text;
  });
  return { ...element, children: tidy };
}

function isInline(node: XmlNode | undefined): boolean {
  return node !== undefined && typeof node !== "string" && INLINE.has(node.name);
}

/** Each part of a list with the number that the printed code has: the files keep only which kind of list it is. */
function numbered(element: XmlElement, numbering: Numbering, within = { depth: 0, id: "" }): XmlElement {
  if (element.name !== "ol") {
    return {
      ...element,
      children: element.children.map((child) =>
        typeof child === "string" ? child : numbered(child, numbering, within),
      ),
    };
  }
  const kind = element.attributes["type"] ?? "1";
  const children = elementsOf(element)
    .filter(({ name }) => name === "li")
    .map((item, at): XmlElement => {
      const id = item.attributes["id"] ?? "";
      const mark = markOf(id, within.id) ?? ordinal(kind, at);
      const inner = { depth: within.depth + 1, id };
      return {
        ...item,
        attributes: { ...item.attributes, num: printed(mark, kind, { numbering, depth: within.depth }) },
        children: inLines(item.children).map((child) =>
          typeof child === "string" ? child : numbered(child, numbering, inner),
        ),
      };
    });
  return { ...element, children };
}

/** What stands loose in an item, as paragraphs: its first is the line beside its number. */
function inLines(nodes: readonly XmlNode[]): XmlNode[] {
  const lines: XmlNode[] = [];
  let line: XmlNode[] | undefined;
  for (const node of nodes) {
    if (typeof node !== "string" && !INLINE.has(node.name)) {
      line = undefined;
      lines.push(node);
    } else if (line !== undefined) line.push(node);
    else if (typeof node !== "string" || node.trim() !== "") {
      line = [node];
      lines.push({ name: "p", namespace: "", attributes: {}, children: line });
    }
  }
  return lines;
}

/** What an item's id has beyond that of the item around it: `ol1ai` within `ol1a` is `i`. */
function markOf(id: string, around: string): string | undefined {
  const own = around !== "" && id.startsWith(around) ? id.slice(around.length) : /ol\d([^\s]{1,6})$/u.exec(id)?.[1];
  return own !== undefined && /^(?:\d{1,3}(?:\.\d)?|[A-Za-z]{1,6})$/u.test(own) ? own : undefined;
}

function ordinal(kind: string, at: number): string {
  if (kind === "a" || kind === "A") {
    const letter = String.fromCharCode((kind === "a" ? 97 : 65) + (at % 26));
    return letter.repeat(1 + Math.floor(at / 26));
  }
  if (kind === "i") return romanNumeral(String(at + 1)).toLowerCase();
  return kind === "I" ? romanNumeral(String(at + 1)) : String(at + 1);
}

function printed(
  mark: string,
  kind: string,
  { numbering, depth }: { readonly numbering: Numbering; readonly depth: number },
): string {
  if (numbering === "kentucky") return depth < 2 ? `(${mark})` : `${mark}.`;
  if (numbering === "virginia") return kind === "i" || kind === "I" ? `(${mark})` : `${mark}.`;
  return `(${mark})`;
}

/** The words of a heading, which stands in bold. */
export function headingWords(element: XmlElement): string {
  return wordsOf(childNamed(tidied(element), "b") ?? tidied(element));
}
