import type { CleanText } from "../model.ts";
import { OffsetMapWriter } from "./offset-map.ts";
import type { ElementTag } from "./open-elements.ts";
import { isInline, OpenElements } from "./open-elements.ts";
import type { LeftOut } from "./text-account.ts";
import type { CellSpan, Token } from "./token.ts";

/** A page of a printed reporter begins here. */
export type PageMarker = {
  /** The page as marked: usually a number, sometimes `486A`; `?` when the source knows of a page break but not its number. */
  readonly label: string;
  /** Which of the decision's reporters the source numbered it by, from 1. */
  readonly reporter: number;
  /** Text offset of the first character on the page. */
  readonly offset: number;
  readonly inFootnote: boolean;
};

/** A footnote: where its body stands in the text, and where the text refers to it. */
export type Footnote = {
  readonly label: string;
  readonly start: number;
  readonly end: number;
  /** Text offset the reference mark stands before; null when the text has no reference to it. */
  readonly referenceOffset: number | null;
};

export type Emitted = {
  readonly text: CleanText;
  readonly markers: readonly PageMarker[];
  readonly footnotes: readonly Footnote[];
  readonly leftOut: readonly LeftOut[];
};

type NoteLinks = { readonly bodyOf: ReadonlyMap<Token, number>; readonly referenced: ReadonlySet<number> };

/**
 * Writes HTML, plain text and the map between them in one pass. The notes must already stand behind the body
 * (`orderNotes`). White space is collapsed outside `pre`; a space is written only when words or an inline element
 * follow, so no block begins with one.
 */
export function emit(tokens: readonly Token[], links: NoteLinks, idPrefix: string): Emitted {
  const emitter = new Emitter(links, idPrefix);
  for (const token of tokens) emitter.token(token);
  return emitter.finish();
}

type Gap = "none" | "space" | "line" | "paragraph";

class Emitter {
  readonly #links: NoteLinks;
  readonly #idPrefix: string;
  readonly #map = new OffsetMapWriter();
  readonly #open: OpenElements;
  readonly #markers: PageMarker[] = [];
  readonly #footnotes: Footnote[] = [];
  readonly #referenceOffsets = new Map<number, number>();
  readonly #leftOut: LeftOut[] = [];
  #html = "";
  #text = "";
  /** The last character of the text; asking the growing string itself would flatten it each time. */
  #last = 0;
  #linesInPre = 0;
  #gap: Gap = "none";
  /** Nothing but tags has been written since the last block began or line broke. */
  #atStart = true;
  #note: { label: string; start: number; body: number } | undefined;
  #noteLabelDue = false;
  /** Length of the text when a note was last called: no word goes on behind a call. */
  #calledAt = -1;
  #markersAwaitingText = 0;

  constructor(links: NoteLinks, idPrefix: string) {
    this.#links = links;
    this.#idPrefix = idPrefix;
    this.#open = new OpenElements((tag) => this.#closeElement(tag));
  }

  token(token: Token): void {
    switch (token.kind) {
      case "text":
        return this.#words(token.text);
      case "open":
        return this.#openTag(token.tag, token.className, token.span);
      case "close":
        return this.#open.leave(token.tag);
      case "line-break":
        return this.#lineBreak();
      case "rule":
        return this.#rule();
      case "block-break":
        return this.#blockBreak();
      case "image":
        return this.#image(token);
      case "page":
        return this.#page(token.label, token.reporter);
      case "paragraph-number":
        return this.#silent(`<span class="paragraph-number">${escape(token.label)}</span>`);
      case "note-reference":
        return this.#noteReference(token);
      case "note-open":
        return this.#noteOpen(token);
      case "note-close":
        return this.#noteClose();
      case "left-out":
        this.#leftOut.push({ reason: token.reason, text: token.text });
    }
  }

  finish(): Emitted {
    this.#noteClose();
    this.#open.leaveAll();
    this.#settleMarkers(this.#text.length);
    return {
      text: { html: this.#html, text: this.#text, offsetMap: this.#map.finish() },
      markers: this.#markers,
      footnotes: this.#footnotes.map((note, body) => ({
        ...note,
        referenceOffset: this.#referenceOffsets.get(body) ?? null,
      })),
      leftOut: this.#leftOut,
    };
  }

  #words(source: string): void {
    if (this.#open.inPre()) return this.#preformatted(source);
    if (this.#calledAt === this.#text.length && /^[\p{L}\p{N}]/u.test(source)) this.#wantSpace();
    let at = 0;
    while (at < source.length) {
      const start = skipSpace(source, at);
      if (start > at) this.#wantSpace();
      if (start === source.length) return;
      if (!isKept(source, start)) {
        this.#drop(source.charAt(start));
        at = start + 1;
        continue;
      }
      this.#beginWords();
      at = this.#copyWords(source, start);
    }
  }

  /** Copies words and the single spaces between them; stops at white space that must be collapsed. Returns where. */
  #copyWords(source: string, start: number): number {
    let from = start;
    let at = start;
    for (; at < source.length; at++) {
      const code = source.charCodeAt(at);
      if (code > 0x3e && code !== 0x7f) {
        if (code < 0x80 || (code > 0xa0 && code < 0xd800 && code !== 0x2028 && code !== 0x2029 && code !== 0xad))
          continue;
        if (code > 0xdfff && code < 0xfdd0) continue;
      } else if (code > 0x20 && code !== 0x26 && code !== 0x3c && code !== 0x3e) continue;
      else if (code === 0x20 && at + 1 < source.length && isWordStart(source.charCodeAt(at + 1))) continue;
      const escaped = ESCAPES.get(code);
      if (escaped !== undefined) {
        this.#run(source.slice(from, at));
        this.#reference(source.charAt(at), escaped);
        from = at + 1;
      } else if (isSpace(code)) {
        break;
      } else if (!isKept(source, at)) {
        this.#runBeforeDropped(source.slice(from, at));
        this.#drop(source.charAt(at));
        // A soft hyphen was the end of a printed line: the word goes on behind the white space.
        return code === SOFT_HYPHEN ? skipSpace(source, at + 1) : at + 1;
      }
    }
    this.#run(source.slice(from, at));
    return at;
  }

  #drop(text: string): void {
    this.#leftOut.push({ reason: text.charCodeAt(0) === SOFT_HYPHEN ? "soft hyphen" : "unprintable", text });
  }

  #preformatted(source: string): void {
    const lines = source.replace(/\r\n?/gu, "\n").split("\n");
    for (const [index, line] of lines.entries()) {
      if (index > 0 && !this.#atStart) this.#linesInPre++;
      const end = line.trimEnd().length;
      let at = 0;
      while (at < end) {
        const start = skipSpace(line, at);
        this.#beginWords("\n".repeat(this.#linesInPre) + " ".repeat(start - at));
        this.#linesInPre = 0;
        at = this.#copyWords(line, start);
      }
    }
  }

  #run(words: string): void {
    if (words === "") return;
    this.#map.add(this.#text.length, this.#html.length, words.length);
    this.#html += words;
    this.#text += words;
    this.#last = words.charCodeAt(words.length - 1);
  }

  /** Words before a character that is left out: a space there must not meet one behind it. */
  #runBeforeDropped(words: string): void {
    const spaced = words.endsWith(" ");
    this.#run(spaced ? words.slice(0, -1) : words);
    if (spaced) this.#wantSpace();
  }

  #reference(character: string, escaped: string): void {
    this.#map.add(this.#text.length, this.#html.length, 1);
    this.#html += escaped;
    this.#text += character;
    this.#last = character.charCodeAt(0);
  }

  #wantSpace(): void {
    if (!this.#atStart && this.#gap === "none") this.#gap = "space";
  }

  /** Opens a paragraph where one is wanted and writes the gap before the next characters, or the white space kept as it is. */
  #beginWords(whiteSpace = ""): void {
    this.#beginInline();
    this.#fillGap();
    this.#run(whiteSpace);
    this.#settleMarkers(this.#text.length);
    this.#atStart = false;
  }

  #beginInline(): void {
    const loose = this.#open.looseParent();
    if (loose !== undefined) this.#openCellIn(loose);
    if (this.#open.wantsParagraph()) this.#openTag("p", undefined, undefined);
    if (this.#noteLabelDue) this.#noteLabel();
  }

  #openCellIn(parent: ElementTag): void {
    if (parent === "table") this.#openTag("tr", undefined, undefined);
    if (parent === "table" || parent === "tr") this.#openTag("td", undefined, undefined);
    else this.#openTag(parent === "dl" ? "dd" : "li", undefined, undefined);
  }

  #fillGap(): void {
    const gap = this.#gap;
    this.#gap = "none";
    if (gap === "none" || this.#text.length === 0) return;
    if (gap === "space") {
      // A marker or a tag may stand between two spaces of the source.
      if (this.#last !== 0x20 && this.#last !== 0x0a) this.#run(" ");
    } else {
      this.#text += gap === "paragraph" ? "\n\n" : "\n";
      this.#last = 0x0a;
    }
  }

  #openTag(tag: ElementTag, className: string | undefined, span: CellSpan | undefined): void {
    if (isInline(tag)) {
      this.#beginInline();
      if (this.#gap === "space") this.#fillGap();
      if (this.#open.enter(tag)) this.#html += `<${tag}>`;
      return;
    }
    if ((tag === "td" || tag === "th") && !this.#open.has("tr")) {
      if (!this.#open.has("table")) return this.#blockBreak();
      this.#openTag("tr", undefined, undefined);
    }
    if ((tag === "tr" || tag === "caption") && !this.#open.has("table")) return this.#blockBreak();
    if (!this.#open.enter(tag)) return this.#blockBreak();
    this.#html += `<${tag}${className === undefined ? "" : ` class="${className}"`}${spanAttributes(span)}>`;
    this.#startBlock(tag);
  }

  #closeElement(tag: ElementTag): void {
    this.#html += isInline(tag) ? `</${tag}>` : `</${tag}>\n`;
    if (!isInline(tag)) this.#startBlock(tag);
  }

  #startBlock(tag: ElementTag): void {
    const tight = tag === "li" || tag === "tr" || tag === "td" || tag === "th" || tag === "dt" || tag === "dd";
    if (!tight) this.#gap = "paragraph";
    else if (this.#gap !== "paragraph")
      this.#gap = tag === "td" || tag === "th" ? (this.#gap === "line" ? "line" : "space") : "line";
    this.#atStart = true;
  }

  #lineBreak(): void {
    if (this.#open.inPre()) {
      this.#linesInPre++;
      return;
    }
    if (this.#atStart || this.#open.wantsParagraph()) return;
    this.#html += "<br>";
    if (this.#gap !== "paragraph") this.#gap = "line";
  }

  #rule(): void {
    this.#blockBreak();
    this.#html += "<hr>";
  }

  #blockBreak(): void {
    this.#open.leave("p");
    if (this.#gap !== "paragraph") this.#gap = "paragraph";
    this.#atStart = true;
  }

  #image(token: Extract<Token, { kind: "image" }>): void {
    const width = token.width === null ? "" : ` width="${token.width}"`;
    const height = token.height === null ? "" : ` height="${token.height}"`;
    this.#silent(`<img src="${token.src}"${width}${height} alt="">`);
  }

  /** Writes an inline element that leaves no characters in the text; a space before it waits for the next word. */
  #silent(html: string): void {
    this.#beginInline();
    this.#html += html;
  }

  #page(label: string, reporter: number): void {
    this.#silent(`<svc-ps label="${escape(label)}" reporter="${reporter}">${escape(label)}</svc-ps>`);
    this.#markers.push({ label, reporter, offset: -1, inFootnote: this.#note !== undefined });
    this.#markersAwaitingText++;
  }

  /** The page begins at the next character written, not at the gap before it. */
  #settleMarkers(offset: number): void {
    for (let at = this.#markers.length - this.#markersAwaitingText; at < this.#markers.length; at++) {
      const marker = this.#markers[at];
      if (marker !== undefined) this.#markers[at] = { ...marker, offset };
    }
    this.#markersAwaitingText = 0;
  }

  #noteReference(token: Extract<Token, { kind: "note-reference" }>): void {
    this.#calledAt = this.#text.length;
    const body = this.#links.bodyOf.get(token);
    const label = escape(token.label);
    if (body === undefined) return this.#silent(`<sup class="footnote-reference">${label}</sup>`);
    // One body may be referred to twice; only the first reference carries the id its body links back to.
    const first = !this.#referenceOffsets.has(body);
    const id = first ? ` id="${this.#idPrefix}fnref-${body + 1}"` : "";
    this.#silent(`<a class="footnote-reference" href="#${this.#idPrefix}fn-${body + 1}"${id}>${label}</a>`);
    if (first) this.#referenceOffsets.set(body, this.#text.length);
  }

  #noteOpen(token: Extract<Token, { kind: "note-open" }>): void {
    if (this.#note !== undefined) this.#noteClose();
    else if (this.#footnotes.length === 0) {
      this.#open.leaveAll();
      this.#openTag("section", "footnotes", undefined);
    }
    const body = this.#links.bodyOf.get(token) ?? this.#footnotes.length;
    if (this.#open.enter("aside")) this.#html += `<aside class="footnote" id="${this.#idPrefix}fn-${body + 1}">`;
    this.#startBlock("aside");
    this.#note = { label: token.label, start: -1, body };
    this.#noteLabelDue = true;
  }

  /** The label stands at the head of the note's first paragraph, and links back where something refers to it. */
  #noteLabel(): void {
    const note = this.#note;
    this.#noteLabelDue = false;
    if (note === undefined || note.label === "") return;
    const linked = this.#links.referenced.has(note.body);
    this.#html += linked
      ? `<a class="footnote-back" href="#${this.#idPrefix}fnref-${note.body + 1}">`
      : `<span class="footnote-label">`;
    this.#words(note.label);
    note.start = this.#text.length - note.label.length;
    this.#html += linked ? "</a>" : "</span>";
    this.#gap = "space";
  }

  #noteClose(): void {
    const note = this.#note;
    if (note === undefined) return;
    this.#noteLabelDue = false;
    this.#open.leave("aside");
    this.#note = undefined;
    this.#footnotes.push({
      label: note.label,
      start: note.start === -1 ? this.#text.length : note.start,
      end: this.#text.length,
      referenceOffset: null,
    });
  }
}

const ESCAPES: ReadonlyMap<number, string> = new Map([
  [0x26, "&amp;"],
  [0x3c, "&lt;"],
  [0x3e, "&gt;"],
]);

function escape(text: string): string {
  return text.replace(/[&<>]/gu, (character) => ESCAPES.get(character.charCodeAt(0)) ?? "").replaceAll('"', "&quot;");
}

/** HTML white space, the no-break space and the Unicode line separators: all collapse. */
function isSpace(code: number): boolean {
  return (
    code === 0x20 ||
    (code >= 0x09 && code <= 0x0d) ||
    code === 0xa0 ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x85
  );
}

const SOFT_HYPHEN = 0xad;

function isWordStart(code: number): boolean {
  return code > 0x20 && code !== 0xa0 && code !== 0x85 && code !== 0x2028 && code !== 0x2029;
}

function skipSpace(source: string, from: number): number {
  let at = from;
  while (at < source.length && isSpace(source.charCodeAt(at))) at++;
  return at;
}

/**
 * Control characters, halves of surrogate pairs, non-characters and the soft hyphen are dropped: they cannot be
 * written in HTML or would split words invisibly.
 */
function isKept(source: string, at: number): boolean {
  const code = source.charCodeAt(at);
  if (code < 0x20 || (code >= 0x7f && code < 0xa0) || code === 0xad || code === 0xfeff) return false;
  if (code >= 0xd800 && code <= 0xdbff) return isLow(source.charCodeAt(at + 1));
  if (isLow(code)) return at > 0 && isHigh(source.charCodeAt(at - 1));
  return code !== 0xfffe && code !== 0xffff && !(code >= 0xfdd0 && code <= 0xfdef);
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

function spanAttributes(span: CellSpan | undefined): string {
  if (span === undefined) return "";
  return `${span.columns > 1 ? ` colspan="${span.columns}"` : ""}${span.rows > 1 ? ` rowspan="${span.rows}"` : ""}`;
}
