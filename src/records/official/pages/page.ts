import { Parser } from "htmlparser2";

export type Form = {
  readonly action: string;
  /** Fields with the values that would be sent if nothing were changed; buttons are not among them. */
  readonly fields: Readonly<Record<string, string>>;
};

/** Of a page of a court, what is needed to find one's way; dockets are read elsewhere. */
export type Page = {
  /** All words in their order, white space collapsed. Scripts and styles are not words. */
  readonly text: string;
  /** The words of table cells in their order. */
  readonly cells: readonly string[];
  /** The cells of each row, with the addresses that its links lead to. */
  readonly rows: readonly Row[];
  readonly forms: readonly Form[];
  readonly links: readonly string[];
  readonly frames: readonly string[];
  /** Whether the page has an end: one that broke off on its way has none. */
  readonly isWhole: boolean;
};

export type Row = { readonly cells: readonly string[]; readonly links: readonly string[] };

const SILENT = new Set(["script", "style", "noscript"]);

/** Reads a page of any size once, from its beginning to its end. */
export function readPage(html: string): Page {
  const reading = new Reading();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reading.open(name, attributes),
      ontext: (words) => reading.words(words),
      onclosetag: (name) => reading.close(name),
    },
    { decodeEntities: true },
  );
  parser.end(html);
  return reading.page(/<\/html>\s*$/iu.test(html.slice(-2_000)));
}

class Reading {
  readonly #words: string[] = [];
  readonly #cells: string[] = [];
  readonly #rows: { cells: string[]; links: string[] }[] = [];
  readonly #forms: { action: string; fields: Record<string, string> }[] = [];
  readonly #links: string[] = [];
  readonly #frames: string[] = [];
  /** Cells may hold tables; the words belong to the innermost. */
  readonly #openCells: string[][] = [];
  #silent = 0;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (SILENT.has(name)) this.#silent += 1;
    else if (name === "tr") this.#rows.push({ cells: [], links: [] });
    else if (name === "td" || name === "th") this.#openCells.push([]);
    else if (name === "a") this.#link(attributes["href"]);
    else if (name === "iframe" || name === "frame") this.#frames.push(attributes["src"] ?? "");
    else if (name === "form") this.#forms.push({ action: attributes["action"] ?? "", fields: {} });
    else if (name === "input") this.#input(attributes);
    else if (name === "br" || name === "p" || name === "div") this.words(" ");
  }

  words(words: string): void {
    if (this.#silent > 0) return;
    this.#words.push(words);
    this.#openCells.at(-1)?.push(words);
  }

  close(name: string): void {
    if (SILENT.has(name)) this.#silent = Math.max(0, this.#silent - 1);
    if (name === "td" || name === "th") this.#closeCell();
  }

  page(isWhole: boolean): Page {
    const { text, cells } = { text: collapsed(this.#words.join("")), cells: this.#cells };
    const { forms, links, frames } = { forms: this.#forms, links: this.#links, frames: this.#frames };
    return { text, cells, rows: this.#rows, forms, links, frames, isWhole };
  }

  #closeCell(): void {
    const words = this.#openCells.pop();
    if (words === undefined) return;
    const cell = collapsed(words.join(""));
    this.#cells.push(cell);
    this.#rows.at(-1)?.cells.push(cell);
    this.words(" ");
  }

  #link(href: string | undefined): void {
    if (href === undefined) return;
    this.#links.push(href);
    this.#rows.at(-1)?.links.push(href);
  }

  #input({ name, type, value, checked }: Readonly<Record<string, string>>): void {
    const form = this.#forms.at(-1);
    if (form === undefined || name === undefined) return;
    const kind = type?.toLowerCase() ?? "text";
    if (["submit", "button", "reset", "image", "file"].includes(kind)) return;
    if ((kind === "checkbox" || kind === "radio") && checked === undefined) return;
    form.fields[name] = value ?? (kind === "checkbox" ? "on" : "");
  }
}

function collapsed(text: string): string {
  return text.replaceAll(/[\s\u00a0]+/gu, " ").trim();
}
