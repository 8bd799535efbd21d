import type { LawTag } from "#laws/clean/allow-list.ts";
import { LawWriter } from "#laws/clean/law-writer.ts";
import type { LawWords } from "#laws/model.ts";
import { childNamed, elementsOf, wordsOf } from "../xml/element.ts";
import type { XmlElement, XmlNode } from "../xml/element.ts";

/**
 * What an element is to the words of a law: part of a line, a block of its own, a numbered provision, a note of an
 * editor, a picture, the end of a line; or nothing that is printed here.
 */
export type Role = "inline" | "block" | "provision" | "note" | "figure" | "break" | "skip";

/** How one kind of XML writes laws. */
export type Grammar = {
  readonly roleOf: (element: XmlElement) => Role;
  readonly tagOf: (element: XmlElement) => LawTag | undefined;
  /** The class of a block or an inline element, of those that are allowed. */
  readonly classOf?: (element: XmlElement) => string | undefined;
  /** The children of a provision that are its number and its heading. */
  readonly number: string;
  readonly heading: string;
  /** What stands for a picture that has no words: it is not held. */
  readonly figureWords?: string;
  /** The number of a provision where it is no child of it. */
  readonly numberOf?: (element: XmlElement) => string;
};

/** Tags that hold no words of their own, only parts. */
const HOLDERS: ReadonlySet<string> = new Set(["table", "tr", "ul", "ol", "dl"]);

/** The words of these nodes, with what editors wrote apart. */
export function wordsIn(nodes: readonly XmlNode[], grammar: Grammar): LawWords {
  const writer = new LawWriter();
  const notes = new LawWriter();
  new Flow(writer, notes, grammar).flow(nodes, []);
  return { ...writer.finish(), notesHtml: notes.isEmpty ? null : notes.finish().html };
}

class Flow {
  readonly #writer: LawWriter;
  readonly #notes: LawWriter;
  readonly #grammar: Grammar;

  constructor(writer: LawWriter, notes: LawWriter, grammar: Grammar) {
    this.#writer = writer;
    this.#notes = notes;
    this.#grammar = grammar;
  }

  /** Mixed content: what stands loose becomes a paragraph. `within` are the numbers of the provisions around it. */
  flow(nodes: readonly XmlNode[], within: readonly string[]): void {
    let line: XmlNode[] = [];
    const endLine = (): void => {
      if (line.some((node) => hasWords(node) || this.#holdsFigure(node)))
        this.#writer.within("p", {}, () => this.#inline(line));
      line = [];
    };
    for (const node of nodes) {
      if (typeof node === "string" || this.#isOfLine(node)) {
        line.push(node);
      } else {
        endLine();
        this.#block(node, within);
      }
    }
    endLine();
  }

  #block(element: XmlElement, within: readonly string[]): void {
    const role = this.#grammar.roleOf(element);
    if (role === "skip") return;
    if (role === "note") return this.#note(element);
    if (role === "provision") return this.#provision(element, within);
    const tag = this.#grammar.tagOf(element);
    if (tag === undefined || (tag === "p" && !this.#isLine(element))) return this.flow(element.children, within);
    const { colspan, rowspan } = element.attributes;
    const attributes = { class: this.#grammar.classOf?.(element), colspan, rowspan };
    this.#writer.within(tag, attributes, () => {
      if (HOLDERS.has(tag)) for (const child of elementsOf(element)) this.#block(child, within);
      else if (this.#isLine(element)) this.#inline(element.children);
      else this.flow(element.children, within);
    });
  }

  #note(element: XmlElement): void {
    const heading = childNamed(element, this.#grammar.heading);
    const notes = new Flow(this.#notes, this.#notes, this.#grammar);
    if (heading !== undefined) this.#notes.within("h3", {}, () => notes.#inline(heading.children));
    notes.flow(
      element.children.filter((child) => child !== heading),
      [],
    );
  }

  #provision(element: XmlElement, within: readonly string[]): void {
    const numbered = childNamed(element, this.#grammar.number);
    const heading = childNamed(element, this.#grammar.heading);
    const number = this.#grammar.numberOf?.(element) ?? wordsOf(numbered);
    const step = number.replace(/[^A-Za-z0-9]+/gu, "");
    const place = step === "" ? within : [...within, step];
    const rest = element.children.filter((child) => child !== numbered && child !== heading);
    this.#writer.within("div", { class: "provision", id: step === "" ? undefined : `p-${place.join("-")}` }, () => {
      const at = rest.findIndex((child) => typeof child !== "string" || hasWords(child));
      const lead = this.#leadOf(rest[at]);
      if (number !== "" || heading !== undefined) {
        this.#writer.within("p", {}, () => {
          this.#named("enum", number === "" ? undefined : [number]);
          this.#named("heading", heading?.children);
          if (lead !== undefined) this.#inline(lead.line);
        });
        if (lead === undefined) this.flow(rest, place);
        else this.flow([...lead.rest, ...rest.slice(at + 1)], place);
      } else {
        this.flow(rest, place);
      }
    });
  }

  #named(className: string, nodes: readonly XmlNode[] | undefined): void {
    if (nodes === undefined) return;
    this.#writer.within("span", { class: className }, () => this.#inline(nodes));
    this.#writer.words(" ");
  }

  /** The line that stands beside a provision's number: its first block, or the first paragraph in that. */
  #leadOf(
    node: XmlNode | undefined,
  ): { readonly line: readonly XmlNode[]; readonly rest: readonly XmlNode[] } | undefined {
    if (node === undefined) return undefined;
    if (typeof node === "string") return { line: [node], rest: [] };
    if (this.#isOfLine(node)) return { line: [node], rest: [] };
    if (this.#grammar.roleOf(node) !== "block") return undefined;
    const tag = this.#grammar.tagOf(node);
    if (tag !== undefined && tag !== "p") return undefined;
    if (this.#isLine(node)) return { line: node.children, rest: [] };
    const at = node.children.findIndex((child) => typeof child !== "string" || hasWords(child));
    const end = node.children.findIndex(
      (child, index) => index >= at && typeof child !== "string" && !this.#isOfLine(child),
    );
    if (end > at) return { line: node.children.slice(0, end), rest: node.children.slice(end) };
    const first = this.#leadOf(node.children[at]);
    return first === undefined
      ? undefined
      : { line: first.line, rest: [...first.rest, ...node.children.slice(at + 1)] };
  }

  #inline(nodes: readonly XmlNode[]): void {
    for (const node of nodes) {
      if (typeof node === "string") {
        this.#writer.words(node);
        continue;
      }
      const role = this.#grammar.roleOf(node);
      if (role === "break") this.#writer.lineBreak();
      else if (role === "figure") this.#figure(node);
      else if (role === "inline") this.#inlineElement(node);
      else this.#block(node, []);
    }
  }

  #figure(element: XmlElement): void {
    const { figureWords } = this.#grammar;
    this.#writer.within("span", { class: "figure" }, () => {
      if (figureWords === undefined || this.#prints(element)) this.#inline(element.children);
      else this.#writer.words(figureWords);
    });
  }

  /** Whether a picture in it is told of, though it has no words. */
  #holdsFigure(node: XmlNode): boolean {
    if (typeof node === "string" || this.#grammar.figureWords === undefined) return false;
    return this.#grammar.roleOf(node) === "figure" || node.children.some((child) => this.#holdsFigure(child));
  }

  /** Whether any of its words is printed here. */
  #prints(node: XmlNode): boolean {
    if (typeof node === "string") return /\S/u.test(node);
    return this.#grammar.roleOf(node) !== "skip" && node.children.some((child) => this.#prints(child));
  }

  #inlineElement(element: XmlElement): void {
    const tag = this.#grammar.tagOf(element);
    if (tag === undefined) return this.#inline(element.children);
    const attributes = { class: this.#grammar.classOf?.(element) };
    this.#writer.within(tag, attributes, () => this.#inline(element.children));
  }

  #isOfLine(element: XmlElement): boolean {
    const role = this.#grammar.roleOf(element);
    return (role === "inline" && this.#isLine(element)) || role === "break" || role === "figure";
  }

  /** Whether an element holds nothing but what stands in a line. */
  #isLine(element: XmlElement): boolean {
    return elementsOf(element).every((child) => {
      const role = this.#grammar.roleOf(child);
      return role === "skip" || role === "note" || this.#isOfLine(child);
    });
  }
}

function hasWords(node: XmlNode): boolean {
  return typeof node === "string" ? /\S/u.test(node) : node.children.some(hasWords);
}
