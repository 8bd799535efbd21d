import { Tokenizer } from "htmlparser2";
import { BREAKING, ELEMENTS, WITHOUT_TEXT } from "./source-elements.ts";
import type { SourceElement } from "./source-elements.ts";
import type { LeftOutReason } from "./text-account.ts";
import type { Token } from "./token.ts";

/**
 * Court HTML and XML of every kind CourtListener holds (Harvard XML, Columbia, Lawbox, public.resource.org, the
 * courts' own pages) to tokens. Unknown elements vanish and their words stay; only the elements of `WITHOUT_TEXT`
 * take their content with them. Links go, except those between footnotes: the citations are linked anew from the
 * records, and no page of ours sends a reader to an address a source chose.
 */
export function readHtml(source: string): Token[] {
  const closed = new Set(WITHOUT_TEXT);
  for (;;) {
    const reader = new HtmlReader(source, closed);
    const tokenizer = new Tokenizer(TOKENIZER_OPTIONS, reader);
    tokenizer.write(source);
    tokenizer.end();
    // An element that is never closed must not take the rest of the opinion with it: its words are read as text.
    const { unclosed } = reader;
    if (unclosed === undefined) return reader.finish();
    closed.delete(unclosed);
  }
}

/** What stands in HTML outside its tags, in pieces, character references resolved: read apart from what is made of it. */
export function shownIn(source: string): string[] {
  const shown: string[] = [];
  const take = (start: number, end: number): void => void shown.push(source.slice(start, end));
  const tokenizer = new Tokenizer(TOKENIZER_OPTIONS, {
    ...NOTHING_READ,
    ontext: take,
    oncdata: take,
    ontextentity: (codepoint) => void shown.push(String.fromCodePoint(codepoint)),
  });
  tokenizer.write(source);
  tokenizer.end();
  return shown;
}

const TOKENIZER_OPTIONS = { decodeEntities: true, recognizeSelfClosing: true };
const nothing = (): void => {};
const NOTHING_READ = {
  onattribdata: nothing,
  onattribend: nothing,
  onattribentity: nothing,
  onattribname: nothing,
  onclosetag: nothing,
  oncomment: nothing,
  ondeclaration: nothing,
  onend: nothing,
  onopentagend: nothing,
  onopentagname: nothing,
  onprocessinginstruction: nothing,
  onselfclosingtag: nothing,
};

type Attributes = Record<string, string>;

class HtmlReader {
  readonly #source: string;
  readonly #withoutText: ReadonlySet<string>;
  readonly #tokens: Token[] = [];
  #name = "";
  #attributes: Attributes = Object.create(null) as Attributes;
  #attributeName = "";
  #attributeValue = "";
  #skipping = "";
  #skipDepth = 0;
  /** Words collected for an element whose whole content is one label: a page marker, a footnote mark. */
  #label: { element: string; depth: number; words: string; done: (words: string) => void } | undefined;
  /** The open elements that became notes, so that their close tag ends the note. */
  readonly #notes: { element: string; depth: number }[] = [];
  #lastText: { kind: "text"; text: string } | undefined;
  readonly #leftOut: Token[] = [];

  /** `withoutText`: the elements that take their content with them. */
  constructor(source: string, withoutText: ReadonlySet<string>) {
    this.#source = source;
    this.#withoutText = withoutText;
  }

  /** The element without text that the source opens and does not close. */
  get unclosed(): string | undefined {
    return this.#skipping === "" ? undefined : this.#skipping;
  }

  finish(): Token[] {
    this.#finishLabel();
    // Behind all others, where they come between no two that belong together.
    return [...this.#tokens, ...this.#leftOut];
  }

  ontext(start: number, end: number): void {
    this.#characters(this.#source.slice(start, end));
  }

  ontextentity(codepoint: number): void {
    this.#characters(String.fromCodePoint(codepoint));
  }

  oncdata(start: number, end: number): void {
    this.#characters(this.#source.slice(start, end));
  }

  onopentagname(start: number, end: number): void {
    this.#name = this.#source.slice(start, end).toLowerCase();
    this.#attributes = Object.create(null) as Attributes;
  }

  onattribname(start: number, end: number): void {
    this.#attributeName = this.#source.slice(start, end).toLowerCase();
    this.#attributeValue = "";
  }

  onattribdata(start: number, end: number): void {
    this.#attributeValue += this.#source.slice(start, end);
  }

  onattribentity(codepoint: number): void {
    this.#attributeValue += String.fromCodePoint(codepoint);
  }

  onattribend(): void {
    if (this.#attributeName in this.#attributes) return;
    this.#attributes[this.#attributeName] = this.#attributeValue;
  }

  onopentagend(): void {
    this.#open(this.#name, this.#attributes);
  }

  onselfclosingtag(): void {
    this.#open(this.#name, this.#attributes);
    this.#close(this.#name);
  }

  onclosetag(start: number, end: number): void {
    this.#close(this.#source.slice(start, end).toLowerCase());
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  #characters(text: string): void {
    if (this.#skipping !== "") this.#leaveOut("hidden element", text);
    else if (this.#label !== undefined) this.#label.words += text;
    else if (this.#lastText !== undefined) this.#lastText.text += text;
    else {
      this.#lastText = { kind: "text", text };
      this.#tokens.push(this.#lastText);
    }
  }

  #leaveOut(reason: LeftOutReason, text: string): void {
    if (text !== "") this.#leftOut.push({ kind: "left-out", reason, text });
  }

  #push(token: Token): void {
    this.#lastText = undefined;
    this.#tokens.push(token);
  }

  #open(name: string, attributes: Attributes): void {
    if (this.#skipping !== "") {
      if (name === this.#skipping) this.#skipDepth++;
      return;
    }
    if (this.#label !== undefined) {
      if (name === this.#label.element) this.#label.depth++;
      return;
    }
    if (this.#withoutText.has(name)) {
      this.#skipping = name;
      this.#skipDepth = 1;
      return;
    }
    const note = this.#notes.at(-1);
    if (note !== undefined && note.element === name) note.depth++;
    if (this.#openSpecial(name, attributes)) return;
    const element = ELEMENTS.get(name);
    if (element !== undefined) this.#push({ kind: "open", ...withClass(element, attributes) });
    else if (name === "br") this.#push({ kind: "line-break" });
    else if (name === "hr") this.#push({ kind: "rule" });
    else if (BREAKING.has(name)) this.#push({ kind: "block-break" });
  }

  /** Page markers, paragraph numbers, footnotes and images. True when the element was one of them. */
  #openSpecial(name: string, attributes: Attributes): boolean {
    const classes = attributes["class"] ?? "";
    if (name === "page-number" || hasClass(classes, PAGE_CLASSES)) {
      const given = attributes["label"] ?? attributes["data-label"];
      const reporter = reporterIndex(attributes["citation-index"] ?? attributes["data-citation-index"]);
      this.#collect(name, (words) => this.#page(given, words, reporter));
      return true;
    }
    if (name === "footnotemark") {
      this.#collect(name, (words) => this.#noteReference(words, null));
      return true;
    }
    if (name === "footnote" || name === "footnote_body" || (name === "div" && hasClass(classes, NOTE_CLASSES))) {
      this.#noteOpen(name, attributes);
      return true;
    }
    if (name === "a") return this.#anchor(attributes);
    if (name === "span" && classes === "num") {
      this.#collect(name, (words) => this.#push({ kind: "paragraph-number", label: words }));
      return true;
    }
    if (name === "td" || name === "th") {
      const span = { columns: smallNumber(attributes["colspan"]) ?? 1, rows: smallNumber(attributes["rowspan"]) ?? 1 };
      this.#push({ kind: "open", tag: name, span });
      return true;
    }
    return name === "img" ? this.#image(attributes) : false;
  }

  #anchor(attributes: Attributes): boolean {
    const target = attributes["href"] ?? "";
    const back = BACK_TARGET.exec(target);
    if (back !== null && this.#notes.length > 0) {
      this.#collect("a", (words) => this.#nameNote(words));
      return true;
    }
    const key = NOTE_TARGET.exec(target)?.[1];
    if (key === undefined) return true;
    this.#collect("a", (words) => this.#noteReference(words, key));
    return true;
  }

  #image(attributes: Attributes): boolean {
    const src = (attributes["src"] ?? "").replace(/\s+/gu, "");
    if (!EMBEDDED_IMAGE.test(src)) return true;
    const width = smallNumber(attributes["width"]);
    this.#push({ kind: "image", src, width, height: smallNumber(attributes["height"]) });
    return true;
  }

  #close(name: string): void {
    if (this.#skipping !== "") {
      if (name === this.#skipping && --this.#skipDepth === 0) this.#skipping = "";
      return;
    }
    if (this.#label !== undefined) {
      if (name === this.#label.element && --this.#label.depth === 0) this.#finishLabel();
      else if (this.#label.element !== name && BLOCK_END.has(name)) this.#finishLabel();
      else return;
      if (this.#label === undefined && !BLOCK_END.has(name)) return;
    }
    const note = this.#notes.at(-1);
    if (note !== undefined && note.element === name && --note.depth === 0) {
      this.#notes.pop();
      this.#push({ kind: "note-close" });
      return;
    }
    const element = ELEMENTS.get(name);
    if (element !== undefined) this.#push({ kind: "close", tag: element.tag });
    else if (BREAKING.has(name)) this.#push({ kind: "block-break" });
    else if (name === "br") this.#push({ kind: "line-break" });
  }

  #collect(element: string, done: (words: string) => void): void {
    this.#lastText = undefined;
    this.#label = { element, depth: 1, words: "", done };
  }

  #finishLabel(): void {
    const label = this.#label;
    if (label === undefined) return;
    this.#label = undefined;
    const words = label.words.replace(/\s+/gu, " ").trim();
    // A label never runs long: what does is an element that was not closed, and its words are text.
    if (words.length > LABEL_CHARS_MAX) this.#characters(label.words);
    else label.done(words);
  }

  #page(given: string | undefined, words: string, reporter: number): void {
    const label = pageLabel(words) ?? pageLabel(given ?? "");
    if (label === null) {
      if (words !== "") this.#characters(words);
      return;
    }
    this.#push({ kind: "page", label, reporter });
    this.#leaveOut("page mark", words.replace(label, ""));
  }

  #noteReference(words: string, key: string | null): void {
    const label = words.replace(/^\[(.*)\]$/u, "$1").trim();
    if (label !== "") this.#push({ kind: "note-reference", label, key });
    this.#leaveOut("note mark", words.replace(label, ""));
  }

  #noteOpen(element: string, attributes: Attributes): void {
    const key = attributes["id"] ?? null;
    this.#notes.push({ element, depth: 1 });
    this.#push({ kind: "note-open", label: (attributes["label"] ?? "").slice(0, LABEL_CHARS_MAX).trim(), key });
  }

  /** The mark at the head of a note's body, which links back to the reference: it names the note. */
  #nameNote(words: string): void {
    const label = words.replace(/^\[(.*)\]$/u, "$1").trim();
    const at = this.#tokens.findLastIndex((token) => token.kind === "note-open");
    const open = this.#tokens[at];
    const isNamed = open?.kind === "note-open" && open.label === "";
    if (isNamed) this.#tokens[at] = { ...open, label };
    this.#leaveOut("note mark", isNamed ? words.replace(label, "") : words);
  }
}

const LABEL_CHARS_MAX = 40;
const PAGE_CLASSES = [
  "star-pagination",
  "page-label",
  "pagenum",
  "page-number",
  "starpage",
  "star-page",
  "page_number",
];
const NOTE_CLASSES = ["footnote"];
const NOTE_TARGET = /^#((?:ref-)?fn[\w*†‡§.-]{0,40})$/u;
const BACK_TARGET = /^#(?:fn[\w*†‡§.-]{0,40}_ref|ref-fn[\w*†‡§.-]{0,40})$/u;
const EMBEDDED_IMAGE = /^data:image\/(?:png|jpeg|gif);base64,[A-Za-z0-9+/]+=*$/u;
const BLOCK_END: ReadonlySet<string> = new Set(["p", "div", "blockquote", "td", "li", "opinion", "footnote", "center"]);

/**
 * The page a marker names: `*486`, `[*486]`, `*Page 146`, `486`, `486A`. `?` where the source marks a page break it
 * could not read. Null when the words are none of these.
 */
export function pageLabel(words: string): string | null {
  const found = /^[[(]?\s*(?:\*+\s*)?(?:Page\s*|Pg\.?\s*|p\.\s*)?(\d{1,6}[A-Za-z]?|[ivxlc]{1,8}|\?)\s*[\])]?$/iu.exec(
    words.trim(),
  );
  return found?.[1] ?? null;
}

function hasClass(classes: string, wanted: readonly string[]): boolean {
  return classes !== "" && classes.split(/\s+/u).some((name) => wanted.includes(name));
}

function reporterIndex(value: string | undefined): number {
  return Math.min(Math.max(smallNumber(value) ?? 1, 1), 99);
}

function smallNumber(value: string | undefined): number | null {
  return value !== undefined && /^\d{1,4}$/u.test(value) ? Number(value) : null;
}

function withClass(element: SourceElement, attributes: Attributes): SourceElement {
  if (element.tag !== "p" || element.className !== undefined) return element;
  const centred = attributes["align"] === "center" || /text-align:\s*center/iu.test(attributes["style"] ?? "");
  return centred || attributes["class"] === "center" ? { tag: "p", className: "center" } : element;
}
