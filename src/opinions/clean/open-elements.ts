import type { BlockTag, InlineTag } from "./allow-list.ts";
import { INLINE_TAGS } from "./allow-list.ts";

export type ElementTag = BlockTag | InlineTag | "section" | "aside";

type OpenElement = { readonly tag: ElementTag; closeWhenTop: boolean };

/** Deeper than any opinion: beyond it elements are left out and their text is kept. */
const DEPTH_MAX = 48;

const INLINE: ReadonlySet<string> = new Set(INLINE_TAGS);
/** Elements whose content is phrases: a block inside them ends them, as a browser would. */
const PHRASE_BLOCKS: ReadonlySet<string> = new Set(["p", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "dt", "caption"]);
/** Elements that hold blocks: bare words in them get a paragraph of their own. */
const PARAGRAPH_PARENTS: ReadonlySet<string> = new Set(["div", "blockquote", "aside", "section"]);
/** What a close tag from inside must not reach through. */
const WALLS: ReadonlySet<string> = new Set(["td", "th", "caption", "table", "aside"]);

export function isInline(tag: string): boolean {
  return INLINE.has(tag);
}

/** The elements open in the output. Keeps the output nested as HTML wants it, whatever order the tags arrive in. */
export class OpenElements {
  readonly #stack: OpenElement[] = [];
  /** Opens that were left out, by tag: as many closes must be left out too. */
  readonly #leftOut = new Map<string, number>();
  readonly #write: (closeTag: ElementTag) => void;

  constructor(writeClose: (tag: ElementTag) => void) {
    this.#write = writeClose;
  }

  /** Makes room for `tag`: closes what may not hold it. False when the element must be left out. */
  enter(tag: ElementTag): boolean {
    if (this.#stack.length >= DEPTH_MAX && tag !== "section" && tag !== "aside") {
      this.#leftOut.set(tag, (this.#leftOut.get(tag) ?? 0) + 1);
      return false;
    }
    if (!isInline(tag)) this.#makeRoomFor(tag);
    this.#stack.push({ tag, closeWhenTop: false });
    return true;
  }

  leave(tag: ElementTag): void {
    const leftOut = this.#leftOut.get(tag) ?? 0;
    if (leftOut > 0) {
      this.#leftOut.set(tag, leftOut - 1);
      return;
    }
    const at = this.#find(tag);
    if (at === -1) return;
    if (isInline(tag) && this.#stack.slice(at + 1).some((element) => !isInline(element.tag))) {
      const element = this.#stack[at];
      if (element !== undefined) element.closeWhenTop = true;
      return;
    }
    this.#popTo(at);
  }

  leaveAll(): void {
    this.#popTo(0);
  }

  has(tag: ElementTag): boolean {
    return this.#find(tag) !== -1;
  }

  /** True where bare words would stand outside any paragraph. */
  wantsParagraph(): boolean {
    for (let at = this.#stack.length - 1; at >= 0; at--) {
      const tag = this.#stack[at]?.tag ?? "";
      if (!isInline(tag)) return PARAGRAPH_PARENTS.has(tag);
    }
    return true;
  }

  inPre(): boolean {
    return this.#stack.some((element) => element.tag === "pre");
  }

  /** The element of rows or items that words would stand in directly, which HTML forbids. */
  looseParent(): ElementTag | undefined {
    const tag = this.#stack.at(-1)?.tag;
    return tag === "table" || tag === "tr" || tag === "ul" || tag === "ol" || tag === "dl" ? tag : undefined;
  }

  #makeRoomFor(tag: ElementTag): void {
    const phrase = this.#stack.findLastIndex((element) => PHRASE_BLOCKS.has(element.tag) || WALLS.has(element.tag));
    if (phrase !== -1 && PHRASE_BLOCKS.has(this.#stack[phrase]?.tag ?? "")) this.#popTo(phrase);
    if (tag === "li") this.#closeWithin(["li"], ["ul", "ol"]);
    if (tag === "dt" || tag === "dd") this.#closeWithin(["dt", "dd"], ["dl"]);
    if (tag === "td" || tag === "th") this.#closeWithin(["td", "th"], ["tr", "table"]);
    if (tag === "tr" || tag === "caption") this.#closeWithin(["tr", "caption"], ["table"]);
  }

  /** Closes the innermost of `tags` unless one of `holders` stands between. */
  #closeWithin(tags: readonly string[], holders: readonly string[]): void {
    const at = this.#stack.findLastIndex((element) => tags.includes(element.tag) || holders.includes(element.tag));
    if (at !== -1 && tags.includes(this.#stack[at]?.tag ?? "")) this.#popTo(at);
  }

  #find(tag: ElementTag): number {
    for (let at = this.#stack.length - 1; at >= 0; at--) {
      const open = this.#stack[at]?.tag ?? "";
      if (open === tag) return at;
      if (WALLS.has(open) && tag !== "table" && tag !== "tr" && tag !== "aside") return -1;
      if ((open === "table" && tag === "tr") || (open === "aside" && tag !== "aside")) return -1;
    }
    return -1;
  }

  #popTo(length: number): void {
    while (this.#stack.length > length || this.#stack.at(-1)?.closeWhenTop === true) {
      const element = this.#stack.pop();
      if (element === undefined) return;
      this.#write(element.tag);
    }
  }
}
