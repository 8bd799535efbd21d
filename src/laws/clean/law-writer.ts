import { LAW_CLASSES, LAW_ID, LAW_INLINE, LAW_SPAN } from "./allow-list.ts";
import type { LawTag } from "./allow-list.ts";

export type LawAttributes = {
  readonly class?: string | undefined;
  readonly id?: string | undefined;
  readonly colspan?: string | undefined;
  readonly rowspan?: string | undefined;
};

/** Blocks that stand close together: a line, not a blank one, is between them in the plain text. */
const TIGHT: ReadonlySet<string> = new Set(["li", "tr", "dt", "dd", "caption"]);
const CELLS: ReadonlySet<string> = new Set(["td", "th"]);

/** What may stand only right within another, as HTML has it; elsewhere its words stay and its tag goes. */
const PARENTS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["tr", new Set(["table"])],
  ["caption", new Set(["table"])],
  ["td", new Set(["tr"])],
  ["th", new Set(["tr"])],
  ["li", new Set(["ul", "ol"])],
  ["dt", new Set(["dl"])],
  ["dd", new Set(["dl"])],
]);
/** What holds only its own kind of blocks. */
const HOLDERS: ReadonlySet<string> = new Set(["table", "tr", "ul", "ol", "dl"]);
/** What ends where a block begins. */
const LINES: ReadonlySet<string> = new Set(["p", "pre", "h2", "h3", "h4", "h5", "h6"]);

type OpenElement = { readonly tag: LawTag; isWritten: boolean };

type Gap = "" | " " | "\n" | "\n\n";

/**
 * Writes the HTML of a law and the plain text of the same words, in one pass. White space is made single outside `pre`.
 * Elements are closed in the order they were opened; what is left open is closed at the end.
 */
export class LawWriter {
  readonly #open: OpenElement[] = [];
  readonly #ids = new Set<string>();
  readonly #html: string[] = [];
  readonly #text: string[] = [];
  #gap: Gap = "";
  #isEmpty = true;
  #atBlockStart = true;
  #spaceDue = false;
  /** A space is the last that was written of a line. */
  #isSpaced = false;

  open(tag: LawTag, attributes: LawAttributes = {}): void {
    const isInline = LAW_INLINE.has(tag);
    if (isInline) this.#writeSpace();
    else {
      this.#endLines();
      this.#startLine(tag);
    }
    const isWritten = isInline || this.#fits(tag);
    if (isWritten) this.#html.push(`<${tag}${this.#attributesOf(attributes)}>`);
    this.#open.push({ tag, isWritten });
  }

  close(): void {
    const element = this.#open.pop();
    if (element === undefined) return;
    this.#end(element);
    if (!LAW_INLINE.has(element.tag)) this.#startLine(element.tag);
  }

  /** An element around what `write` writes. */
  within(tag: LawTag, attributes: LawAttributes, write: () => void): void {
    this.open(tag, attributes);
    write();
    this.close();
  }

  words(source: string): void {
    const words = printable(source);
    if (this.#open.some(({ tag, isWritten }) => tag === "pre" && isWritten)) return this.#put(words);
    for (const [index, piece] of words.split(SPACE).entries()) {
      if (index > 0) this.#spaceDue ||= !this.#atBlockStart && !this.#isSpaced;
      if (piece === "") continue;
      this.#writeSpace();
      this.#put(piece);
    }
  }

  lineBreak(): void {
    if (this.#atBlockStart) return;
    this.#html.push("<br>");
    this.#spaceDue = false;
    this.#widen("\n");
    this.#atBlockStart = true;
  }

  finish(): { readonly html: string; readonly text: string } {
    while (this.#open.length > 0) this.close();
    return { html: this.#html.join(""), text: this.#text.join("") };
  }

  /** Whether any word has been written. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  #put(words: string): void {
    if (words === "") return;
    if (!this.#isEmpty) this.#text.push(this.#gap);
    this.#gap = "";
    this.#html.push(escaped(words));
    this.#text.push(words);
    this.#isEmpty = false;
    this.#isSpaced = false;
    this.#atBlockStart = false;
  }

  #writeSpace(): void {
    if (!this.#spaceDue) return;
    this.#spaceDue = false;
    this.#html.push(" ");
    this.#isSpaced = true;
    this.#widen(" ");
  }

  #end(element: OpenElement): void {
    if (element.isWritten) this.#html.push(`</${element.tag}>`);
    element.isWritten = false;
  }

  /** A block ends the paragraph it stands in, with all that is open inside: what follows them stands loose. */
  #endLines(): void {
    const line = this.#open.findIndex(({ tag, isWritten }) => isWritten && LINES.has(tag));
    if (line === -1) return;
    for (const element of this.#open.slice(line).toReversed()) this.#end(element);
  }

  #fits(tag: LawTag): boolean {
    const within = this.#open.findLast((element) => element.isWritten && !LAW_INLINE.has(element.tag))?.tag;
    const parents = PARENTS.get(tag);
    if (parents !== undefined) return within !== undefined && parents.has(within);
    return within === undefined || !HOLDERS.has(within);
  }

  #startLine(tag: LawTag): void {
    this.#spaceDue = false;
    this.#atBlockStart = true;
    if (CELLS.has(tag)) this.#widen(" ");
    else this.#widen(TIGHT.has(tag) ? "\n" : "\n\n");
  }

  #widen(gap: Gap): void {
    if (gap.length > this.#gap.length || this.#gap === " ") this.#gap = this.#gap === "\n\n" ? this.#gap : gap;
  }

  #attributesOf({ class: className, id, colspan, rowspan }: LawAttributes): string {
    let written = "";
    if (className !== undefined && LAW_CLASSES.has(className)) written += ` class="${className}"`;
    if (id !== undefined && LAW_ID.test(id) && !this.#ids.has(id)) {
      this.#ids.add(id);
      written += ` id="${id}"`;
    }
    if (colspan !== undefined && LAW_SPAN.test(colspan) && colspan !== "1") written += ` colspan="${colspan}"`;
    if (rowspan !== undefined && LAW_SPAN.test(rowspan) && rowspan !== "1") written += ` rowspan="${rowspan}"`;
    return written;
  }
}

/** White space as HTML has it, and the no-break spaces. */
const SPACE = /[\s\u0085\u00a0]+/u;

/** Control characters, the soft hyphen and what is no character cannot be shown, or would split words unseen. */
const UNPRINTABLE = /(?![\s\u0085])[\p{Cc}\u00ad\ufffe\uffff\ufdd0-\ufdef]|\ufeff/gu;

function printable(source: string): string {
  return source.toWellFormed().replace(UNPRINTABLE, "");
}

function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
