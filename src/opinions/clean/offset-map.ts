/**
 * The way from plain text back to the HTML it was derived from. Text and HTML run side by side in runs where each
 * text character is one HTML character; between runs either side may have characters the other has not (tags, the
 * rest of a character reference, the line breaks between paragraphs).
 *
 * Encoding: unsigned LEB128 numbers in threes, (same, textOnly, htmlOnly), the first run starting at 0 and 0.
 * A text character written as a character reference maps to the `&` that opens it.
 */
export class OffsetMapWriter {
  #bytes: Uint8Array = new Uint8Array(256);
  #length = 0;
  #textEnd = 0;
  #htmlEnd = 0;
  #same = 0;

  /** Says that `length` text characters from `textStart` are the HTML characters from `htmlStart`. Must be called in order. */
  add(textStart: number, htmlStart: number, length: number): void {
    const textGap = textStart - this.#textEnd;
    const htmlGap = htmlStart - this.#htmlEnd;
    if (textGap === 0 && htmlGap === 0) {
      this.#same += length;
    } else {
      this.#number(this.#same);
      this.#number(textGap);
      this.#number(htmlGap);
      this.#same = length;
    }
    this.#textEnd = textStart + length;
    this.#htmlEnd = htmlStart + length;
  }

  finish(): Uint8Array {
    this.#number(this.#same);
    this.#number(0);
    this.#number(0);
    return this.#bytes.slice(0, this.#length);
  }

  #number(value: number): void {
    if (this.#length + 8 > this.#bytes.length) {
      const grown = new Uint8Array(this.#bytes.length * 2);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }
}

/** A run of text characters that stand one for one in the HTML. */
export type Run = { readonly text: number; readonly html: number; readonly length: number };

/** A decoded map: look-ups are by binary search. Positions are UTF-16 units. */
export class OffsetMap {
  readonly #text: Uint32Array;
  readonly #html: Uint32Array;
  readonly #length: Uint32Array;

  constructor(encoded: Uint8Array) {
    const numbers = decodeNumbers(encoded);
    const count = Math.floor(numbers.length / 3);
    this.#text = new Uint32Array(count);
    this.#html = new Uint32Array(count);
    this.#length = new Uint32Array(count);
    let text = 0;
    let html = 0;
    for (let run = 0; run < count; run++) {
      const same = numbers[run * 3] ?? 0;
      this.#text[run] = text;
      this.#html[run] = html;
      this.#length[run] = same;
      text += same + (numbers[run * 3 + 1] ?? 0);
      html += same + (numbers[run * 3 + 2] ?? 0);
    }
  }

  /** Where the text character at `textOffset` stands in the HTML; for one the HTML has not (a paragraph break), the end of what stands before it. */
  htmlOffsetOf(textOffset: number): number {
    const run = this.#runAt(textOffset);
    const within = Math.min(Math.max(textOffset - (this.#text[run] ?? 0), 0), this.#length[run] ?? 0);
    return (this.#html[run] ?? 0) + within;
  }

  /**
   * The range of `html` that shows the text span `[start, end)`: from its first character to just behind its last,
   * a character reference whole. It may hold tags that open or close only one side; whoever wraps it must respect that.
   */
  htmlRangeOf(span: { readonly start: number; readonly end: number }, html: string): { start: number; end: number } {
    const start = this.htmlOffsetOf(span.start);
    if (span.end <= span.start) return { start, end: start };
    const last = this.htmlOffsetOf(span.end - 1);
    // In cleaned HTML every `&` opens a character reference.
    return { start, end: html[last] === "&" ? html.indexOf(";", last) + 1 : last + 1 };
  }

  /** The text offset of the character at or next behind `htmlOffset`. */
  textOffsetOf(htmlOffset: number): number {
    let low = 0;
    let high = this.#html.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#html[middle] ?? 0) <= htmlOffset) low = middle;
      else high = middle - 1;
    }
    const within = htmlOffset - (this.#html[low] ?? 0);
    if (within < (this.#length[low] ?? 0)) return (this.#text[low] ?? 0) + within;
    return this.#text[low + 1] ?? (this.#text[low] ?? 0) + (this.#length[low] ?? 0);
  }

  /** The end of the text that stands before `htmlOffset`. */
  textEndBefore(htmlOffset: number): number {
    let end = 0;
    for (let low = 0, high = this.#html.length - 1; low <= high;) {
      const middle = (low + high) >> 1;
      const start = this.#html[middle] ?? 0;
      if (start < htmlOffset) {
        end = (this.#text[middle] ?? 0) + Math.min(this.#length[middle] ?? 0, htmlOffset - start);
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return end;
  }

  *runs(): Generator<Run> {
    for (let run = 0; run < this.#text.length; run++) {
      yield { text: this.#text[run] ?? 0, html: this.#html[run] ?? 0, length: this.#length[run] ?? 0 };
    }
  }

  #runAt(textOffset: number): number {
    let low = 0;
    let high = this.#text.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#text[middle] ?? 0) <= textOffset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function decodeNumbers(encoded: Uint8Array): number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const byte of encoded) {
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) {
      numbers.push(value);
      value = 0;
      shift = 0;
    } else {
      shift += 7;
    }
  }
  return numbers;
}
