import { LawWriter } from "#laws/clean/law-writer.ts";
import type { LawTag } from "#laws/clean/allow-list.ts";
import type { LawWords } from "#laws/model.ts";
import { childNamed, elementsOf, wordsOf } from "../xml/element.ts";
import type { XmlElement, XmlNode } from "../xml/element.ts";

/** Elements of the D.C. Council's schema that are elements of HTML. */
const TAGS: Readonly<Record<string, LawTag>> = {
  b: "b",
  strong: "strong",
  em: "em",
  e: "em",
  i: "i",
  u: "u",
  underline: "u",
  s: "s",
  sup: "sup",
  sub: "sub",
  p: "p",
  h1: "h3",
  h2: "h3",
  h3: "h4",
  table: "table",
  caption: "caption",
  tr: "tr",
  td: "td",
  th: "th",
};

/** Stands apart from the words of the law: what its publisher, or an act that only concerns it, says about it. */
const CODIFY = "https://code.dccouncil.us/schemas/codify";
const NOT_WORDS: ReadonlySet<string> = new Set(["annotations", "prefix", "num", "heading", "reason", "meta"]);

/** The words of a section or a container: its own, and apart from them what its editors added. */
export function wordsOfLaw(element: XmlElement): LawWords {
  const writer = new LawWriter();
  const notes = new LawWriter();
  const provision = new ProvisionWriter(writer, notes);
  for (const child of elementsOf(element)) {
    if (child.name === "annotations") annotations(child, notes);
    else if (isPublishersNote(child)) notes.within("p", {}, () => notes.words(wordsOf(child)));
    else if (!isApart(child) && !(child.name === "container" && element.name === "container"))
      provision.block(child, []);
    else if (child.namespace === CODIFY) codification(child, notes);
  }
  const notesHtml = notes.isEmpty ? null : notes.finish().html;
  return { ...writer.finish(), notesHtml };
}

/** What the publisher says of a section in a line of its own among its words: until when a temporary act changes it. */
export function isPublishersNote(element: XmlElement): boolean {
  return element.name === "text" && /^\*\s?NOTE:/u.test(wordsOf(element));
}

function isApart(element: XmlElement): boolean {
  return element.namespace === CODIFY || NOT_WORDS.has(element.name) || element.attributes["href"] !== undefined;
}

class ProvisionWriter {
  readonly #writer: LawWriter;
  readonly #notes: LawWriter;

  constructor(writer: LawWriter, notes: LawWriter) {
    this.#writer = writer;
    this.#notes = notes;
  }

  /** An element that stands on its own; `within` are the numbers of those around it, `a`, `1`. */
  block(element: XmlElement, within: readonly string[]): void {
    if (element.namespace === CODIFY) codification(element, this.#notes);
    else if (element.name === "para" || element.name === "container" || element.name === "section") {
      this.#provision(element, within);
    } else if (element.name === "include" || element.name === "insert") {
      for (const child of elementsOf(element)) this.block(child, within);
    } else if (element.name === "annotations") annotations(element, this.#notes);
    else if (isPublishersNote(element)) this.#notes.within("p", {}, () => this.#notes.words(wordsOf(element)));
    else this.#writer.within("p", {}, () => this.#inline(element.children));
  }

  #provision(element: XmlElement, within: readonly string[]): void {
    const number = wordsOf(childNamed(element, "num"));
    const place = number === "" ? within : [...within, number.replace(/[^A-Za-z0-9]+/gu, "")];
    this.#writer.within("div", { class: "provision", id: `p-${place.join("-")}` }, () => {
      const rest = elementsOf(element).filter(({ name }) => name !== "num" && name !== "heading" && name !== "prefix");
      const [first] = rest;
      const leads = first?.name === "text" && first.namespace !== CODIFY;
      const heading = childNamed(element, "heading");
      if (number !== "" || heading !== undefined || leads) {
        this.#writer.within("p", {}, () => {
          this.#lead(element, number, heading);
          if (leads) this.#inline(first.children);
        });
      }
      for (const child of leads ? rest.slice(1) : rest) this.block(child, place);
    });
  }

  #lead(element: XmlElement, number: string, heading: XmlElement | undefined): void {
    const prefix = wordsOf(childNamed(element, "prefix"));
    const enumerator = `${prefix} ${number}`.trim();
    if (enumerator !== "") {
      this.#writer.within("span", { class: "enum" }, () => this.#writer.words(enumerator));
      this.#writer.words(" ");
    }
    if (heading === undefined) return;
    this.#writer.within("span", { class: "heading" }, () => this.#inline(heading.children));
    this.#writer.words(" ");
  }

  #inline(nodes: readonly XmlNode[]): void {
    for (const node of nodes) {
      if (typeof node === "string") this.#writer.words(node);
      else if (node.namespace === CODIFY) codification(node, this.#notes);
      else if (node.name === "br") this.#writer.lineBreak();
      else if (node.name === "img") this.#writer.within("span", { class: "figure" }, () => undefined);
      else if (node.name === "para") this.block(node, []);
      else if (node.name === "center") this.#within("p", { class: "center" }, node);
      else this.#within(TAGS[node.name], {}, node);
    }
  }

  #within(tag: LawTag | undefined, attributes: { readonly class?: string }, node: XmlElement): void {
    const { colspan, rowspan } = node.attributes;
    const inside = (): void => this.#inline(node.children);
    if (tag === undefined) inside();
    else this.#writer.within(tag, { ...attributes, colspan, rowspan }, inside);
  }
}

/** Named for what orders annotations, and not for readers. */
function isUnshown(note: XmlElement): boolean {
  return note.attributes["display"] === "false" && wordsOf(note) === "";
}

/** An act of the history that stands in attributes alone, as the history names those that it spells out. */
function actNamed(note: XmlElement): string | undefined {
  const { doc, path = "" } = note.attributes;
  if (doc === undefined || doc === "" || wordsOf(note) !== "" || isUnshown(note)) return undefined;
  const eff = note.attributes["eff"]?.trim() ?? "";
  const app = note.attributes["app"]?.trim() ?? eff;
  const [section = "", ...below] = path.split("|");
  const at = `${section.replace(/^§\s?/u, "§ ")}${below.join("")}`;
  const named = [printedDay(eff), doc, at].filter((part) => part !== undefined && part !== "").join(", ");
  if (app === eff) return named;
  const day = printedDay(app);
  return `${named} (${day === undefined ? "not funded" : `applies ${day}`})`;
}

const MONTHS = ["Jan.", "Feb.", "Mar.", "Apr.", "May", "June", "July", "Aug.", "Sept.", "Oct.", "Nov.", "Dec."];

/** `2021-03-16` as the history prints days: `Mar. 16, 2021`. */
function printedDay(day: string): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(day) ?? [];
  const name = MONTHS[Number(month) - 1];
  return year === undefined || name === undefined ? undefined : `${name} ${Number(date)}, ${year}`;
}

/** Annotations, those of one kind under its name, in the order of the source. */
function annotations(element: XmlElement, notes: LawWriter): void {
  let kind = "";
  for (const note of elementsOf(element)) {
    const named = note.attributes["type"] ?? "";
    if (named !== kind && named !== "") notes.within("h3", {}, () => notes.words(named));
    kind = named;
    const act = actNamed(note);
    if (act !== undefined) {
      notes.within("p", {}, () => notes.words(act));
      continue;
    }
    if (isUnshown(note)) continue;
    new ProvisionWriter(notes, notes).block({ ...note, name: note.name === "para" ? "para" : "note" }, []);
  }
}

/** What a later act orders to be read into the text, which its publisher keeps beside it. */
function codification(element: XmlElement, notes: LawWriter): void {
  const words = wordsOf(element);
  const act = element.attributes["doc"] ?? element.attributes["codified:doc"] ?? "";
  const what = element.name === "annotation" ? (element.attributes["type"] ?? "annotation") : element.name;
  const told = [what, act, words].filter((part) => part !== "").join(": ");
  if (told !== "") notes.within("p", { class: "note" }, () => notes.words(told));
}
