import { Parser } from "htmlparser2";

export type Form = {
  readonly action: string;
  /** Fields with the values that would be sent if nothing were changed; buttons are not among them. */
  readonly fields: Readonly<Record<string, string>>;
  /** What is written on its buttons. */
  readonly buttons: readonly string[];
  /** Whether it asks for a password. */
  readonly isSecret: boolean;
};

/** A cell of a table; courts print labels and headings in cells of their own kind (`th`). */
export type Cell = { readonly words: string; readonly isHeading: boolean };

/** Of a page of a court, what is needed to find one's way; dockets are read elsewhere. */
export type Page = {
  /**
   * The court's own words: outside of tables, links and text that is printed as it is, white space collapsed. What
   * parties wrote (entries, names, descriptions) stands in those, and must not be taken for what the court says.
   */
  readonly prose: string;
  /** What is printed as it is (`pre`): reports in plain text. */
  readonly plain: string;
  readonly hasWords: boolean;
  /** Cells of tables in the order in which they end. */
  readonly cells: readonly Cell[];
  /** The cells of each row, with the addresses that its links lead to. */
  readonly rows: readonly Row[];
  readonly forms: readonly Form[];
  readonly links: readonly string[];
  readonly frames: readonly string[];
  /** Where scripts and headers send the reader on to. */
  readonly leads: readonly string[];
  /** Whether the page has an end: one that broke off on its way has none. */
  readonly isWhole: boolean;
};

export type Row = { readonly cells: readonly string[]; readonly links: readonly string[] };

const SILENT = new Set(["script", "style", "noscript"]);
const NOT_PROSE = new Set(["table", "td", "th", "a", "pre", "textarea", "select", "title"]);
const LEADS = /\blocation(?:\.href)?\s*=\s*["'](?<address>[^"'<>\s]{1,2000})["']/gu;

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
  readonly #prose: string[] = [];
  readonly #plain: string[] = [];
  readonly #cells: Cell[] = [];
  readonly #rows: { cells: string[]; links: string[] }[] = [];
  readonly #forms: { action: string; fields: Record<string, string>; buttons: string[]; isSecret: boolean }[] = [];
  readonly #links: string[] = [];
  readonly #frames: string[] = [];
  readonly #leads: string[] = [];
  /** Cells may hold tables; the words belong to the innermost. */
  readonly #openCells: string[][] = [];
  readonly #depths = new Map<string, number>();
  #notProse = 0;
  #silent = 0;
  #hasWords = false;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#deeper(name, 1);
    if (name === "tr") this.#rows.push({ cells: [], links: [] });
    else if (name === "td" || name === "th") this.#openCells.push([]);
    else if (name === "a") this.#link(attributes["href"]);
    else if (name === "iframe" || name === "frame" || name === "embed") this.#frames.push(attributes["src"] ?? "");
    else if (name === "form") this.#openForm(attributes);
    else if (name === "input") this.#input(attributes);
    else if (name === "meta") this.#meta(attributes);
    else if (name === "br" || name === "p" || name === "div") this.words(" ");
  }

  words(words: string): void {
    if (this.#isIn("script"))
      for (const { groups } of words.matchAll(LEADS)) this.#leads.push(groups?.["address"] ?? "");
    if (this.#silent > 0) return;
    this.#hasWords ||= words.trim() !== "" && !this.#isIn("title");
    if (this.#notProse === 0) this.#prose.push(words);
    if (this.#isIn("pre")) this.#plain.push(words);
    this.#openCells.at(-1)?.push(words);
  }

  close(name: string): void {
    this.#deeper(name, -1);
    if (name === "td" || name === "th") this.#closeCell(name === "th");
    if (name === "td" || name === "th") this.words(" ");
  }

  page(isWhole: boolean): Page {
    const { prose, plain } = { prose: collapsed(this.#prose.join("")), plain: collapsed(this.#plain.join("")) };
    const { forms, links, frames, leads } = {
      forms: this.#forms,
      links: this.#links,
      frames: this.#frames,
      leads: this.#leads,
    };
    const { cells, rows, hasWords } = { cells: this.#cells, rows: this.#rows, hasWords: this.#hasWords };
    return { prose, plain, hasWords, cells, rows, forms, links, frames, leads, isWhole };
  }

  #deeper(name: string, by: 1 | -1): void {
    const depth = this.#depths.get(name) ?? 0;
    if (depth + by < 0) return;
    this.#depths.set(name, depth + by);
    if (NOT_PROSE.has(name)) this.#notProse += by;
    if (SILENT.has(name)) this.#silent += by;
  }

  #isIn(name: string): boolean {
    return (this.#depths.get(name) ?? 0) > 0;
  }

  #closeCell(isHeading: boolean): void {
    const words = this.#openCells.pop();
    if (words === undefined) return;
    const cell = collapsed(words.join(""));
    this.#cells.push({ words: cell, isHeading });
    this.#rows.at(-1)?.cells.push(cell);
  }

  #link(href: string | undefined): void {
    if (href === undefined) return;
    this.#links.push(href);
    this.#rows.at(-1)?.links.push(href);
  }

  #meta({ "http-equiv": header, content }: Readonly<Record<string, string>>): void {
    const address = /^\d+;\s*url=(?<address>.{1,2000})$/iu.exec(content ?? "")?.groups?.["address"];
    if (header?.toLowerCase() === "refresh" && address !== undefined) this.#leads.push(address);
  }

  #openForm({ action = "" }: Readonly<Record<string, string>>): void {
    this.#forms.push({ action, fields: {}, buttons: [], isSecret: false });
  }

  #input({ name, type, value, checked }: Readonly<Record<string, string>>): void {
    const form = this.#forms.at(-1);
    if (form === undefined) return;
    const kind = type?.toLowerCase() ?? "text";
    if (kind === "submit" || kind === "button") form.buttons.push(collapsed(value ?? ""));
    if (kind === "password") form.isSecret = true;
    if (name === undefined || ["submit", "button", "reset", "image", "file"].includes(kind)) return;
    if ((kind === "checkbox" || kind === "radio") && checked === undefined) return;
    form.fields[name] = value ?? (kind === "checkbox" ? "on" : "");
  }
}

function collapsed(text: string): string {
  return text.replaceAll(/[\s\u00a0]+/gu, " ").trim();
}
