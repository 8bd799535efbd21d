import { pictureOf } from "./page-picture.ts";
import type { PagePicture } from "./page-picture.ts";
import type { PdfPage } from "./placed-images.ts";

/** Reads pictures of pages. */
export type Recogniser = {
  /** Undefined where it could not be read in the time it has. */
  readonly linesOf: (picture: PagePicture) => Promise<RecognisedLines | undefined>;
  /** Pages of one file that are read; further ones stay unread. */
  readonly pages_max: number;
};

export type RecognisedLines = { readonly lines: readonly string[]; readonly confidence_pct: number };

/** What is less sure than this is noise: a photograph, a page upside down. */
const CONFIDENCE_MIN_PCT = 50;

/** The pages of one file that are pictures. */
export class RecognisedPages {
  readonly #recogniser: Recogniser;
  #pages = 0;
  #unread = 0;
  #letters = 0;
  #sureness = 0;

  constructor(recogniser: Recogniser) {
    this.#recogniser = recogniser;
  }

  /** Undefined for a page that is no picture, or was not read. */
  async linesOf(page: PdfPage): Promise<readonly string[] | undefined> {
    const isOver = this.#pages + this.#unread >= this.#recogniser.pages_max;
    const picture = isOver ? undefined : await pictureOf(page);
    if (picture === undefined) {
      if (isOver) this.#unread += 1;
      return undefined;
    }
    const read = await this.#recogniser.linesOf(picture);
    if (read === undefined || read.confidence_pct < CONFIDENCE_MIN_PCT) {
      this.#unread += 1;
      return undefined;
    }
    const letters = read.lines.join("").length;
    this.#pages += 1;
    this.#letters += letters;
    this.#sureness += read.confidence_pct * letters;
    return read.lines;
  }

  tally(): { readonly pages: number; readonly confidence_pct: number; readonly unread: number } | null {
    if (this.#pages + this.#unread === 0) return null;
    const confidence_pct = this.#letters === 0 ? 0 : Math.round(this.#sureness / this.#letters);
    return { pages: this.#pages, confidence_pct, unread: this.#unread };
  }
}
