import { BOLD, HEADING, ITALIC, UNDERLINED } from "./page.ts";
import { PageFault } from "../page-fault.ts";
import type { Cell, Input, Line, Link, Page, Row, Run, Table } from "./page.ts";

/** Tables within tables; courts' real pages have at most eleven, and readers go down into each. */
const DEPTH_MAX = 100;

const STYLES: Readonly<Record<string, number>> = {
  b: BOLD,
  strong: BOLD,
  i: ITALIC,
  em: ITALIC,
  u: UNDERLINED,
  h1: HEADING,
  h2: HEADING,
  h3: HEADING,
  h4: HEADING,
};
/** Control characters that are no spaces; the second to ask whether there are any, which is rare. */
const CONTROLS = /[^\P{Cc}\s]/gu;
const HAS_CONTROLS = /[^\P{Cc}\s]/u;
const BREAKING = new Set([
  "br",
  "p",
  "div",
  "hr",
  "h1",
  "h2",
  "h3",
  "h4",
  "center",
  "li",
  "ul",
  "form",
  "body",
  "table",
]);

type Open = { readonly cell: Cell; readonly counts: number[]; readonly link: Link | null };

/** Builds a page from tags, mending what courts leave open: a row ends the row before it, a table all that is within. */
export class PageBuilder {
  readonly #root: Cell = newCell();

  readonly #stack: { table: Table; row: Row | undefined; outer: Open }[] = [];
  readonly #scripts: string[] = [];
  #cell: Cell = this.#root;
  #line: Line | undefined;
  /** Whether the line's last letter is a space: asking the text itself would copy it for each tag. */
  #isSpaced = true;
  #counts = [0, 0, 0, 0];
  #style = 0;
  #link: Link | null = null;
  #text = "";
  #inside: "" | "script" | "style" | "title" = "";
  #title = "";
  #isClosed = false;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#flush();
    switch (name) {
      case "br":
        // A second break leaves an empty line, by which some pages tell one address from the next.
        if (this.#line === undefined) this.#cell.content.push({ kind: "line", runs: [] });
        this.#line = undefined;
        return;
      case "table":
        this.#openTable();
        return;
      case "tr":
        this.#openRow();
        return;
      case "td":
      case "th":
        this.#openCell();
        return;
      case "a":
        this.#link = linkOf(attributes);
        if (this.#link !== null) this.#addLink(this.#link);
        return;
      case "input":
        this.#addInput(inputOf(attributes));
        return;
      case "script":
      case "style":
      case "title":
        this.#inside = name;
        return;
      default:
        if (BREAKING.has(name)) this.#line = undefined;
        this.#mark(name, 1);
    }
  }

  text(data: string): void {
    this.#text += data;
  }

  close(name: string): void {
    this.#flush();
    if (name === "html" || name === "body") this.#isClosed = true;
    if (name === "script" || name === "style" || name === "title") this.#inside = "";
    else if (name === "table") this.#closeTable();
    else if (name === "a") this.#link = null;
    else {
      if (BREAKING.has(name)) this.#line = undefined;
      this.#mark(name, -1);
    }
  }

  end(): Page {
    this.#flush();
    return {
      title: this.#title.replace(/\s+/gu, " ").trim(),
      content: this.#root.content,
      inputs: this.#root.inputs,
      links: this.#root.links,
      isClosed: this.#isClosed,
      scripts: this.#scripts.join("\n"),
    };
  }

  #addInput(input: Input): void {
    this.#root.inputs.push(input);
    if (this.#cell !== this.#root) this.#cell.inputs.push(input);
  }

  #addLink(link: Link): void {
    this.#root.links.push(link);
    if (this.#cell !== this.#root) this.#cell.links.push(link);
  }

  #mark(name: string, by: 1 | -1): void {
    const bit = STYLES[name];
    if (bit === undefined) return;
    const at = Math.log2(bit);
    const count = Math.max(0, (this.#counts[at] ?? 0) + by);
    this.#counts[at] = count;
    this.#style = count > 0 ? this.#style | bit : this.#style & ~bit;
  }

  #openTable(): void {
    if (this.#stack.length >= DEPTH_MAX)
      throw new PageFault("page", `tables stand within tables more than ${DEPTH_MAX} deep`);
    const table: Table = { kind: "table", rows: [] };
    this.#cell.content.push(table);
    const outer = { cell: this.#cell, counts: this.#counts, link: this.#link };
    this.#stack.push({ table, row: undefined, outer });
    this.#restore(this.#cell, [0, 0, 0, 0], null);
  }

  #openRow(): void {
    const inner = this.#stack.at(-1);
    if (inner === undefined) return;
    inner.row = { kind: "row", cells: [] };
    inner.table.rows.push(inner.row);
    this.#restore(inner.outer.cell, [0, 0, 0, 0], null);
  }

  #openCell(): void {
    const inner = this.#stack.at(-1);
    if (inner === undefined) {
      this.#line = undefined;
      return;
    }
    if (inner.row === undefined) this.#openRow();
    const cell: Cell = newCell();
    inner.row?.cells.push(cell);
    this.#restore(cell, [0, 0, 0, 0], null);
  }

  #closeTable(): void {
    const inner = this.#stack.pop();
    if (inner !== undefined) this.#restore(inner.outer.cell, inner.outer.counts, inner.outer.link);
  }

  #restore(cell: Cell, counts: number[], link: Link | null): void {
    this.#cell = cell;
    this.#line = undefined;
    this.#counts = counts;
    this.#style = counts.reduce((style, count, at) => (count > 0 ? style | (1 << at) : style), 0);
    this.#link = link;
  }

  #flush(): void {
    const text = this.#text;
    if (text === "") return;
    this.#text = "";
    if (this.#inside === "script") this.#scripts.push(text);
    else if (this.#inside === "title") this.#title += text;
    if (this.#inside !== "") return;
    // Stray control characters are of other alphabets, cut in the middle.
    const single = text.replace(/\s+/gu, " ");
    const spaced = HAS_CONTROLS.test(single) ? single.replace(CONTROLS, "") : single;
    if (this.#line === undefined) {
      if (spaced === " ") return;
      this.#line = { kind: "line", runs: [] };
      this.#cell.content.push(this.#line);
      this.#isSpaced = true;
    }
    this.#append(this.#line.runs, spaced);
  }

  #append(runs: Run[], text: string): void {
    const added = this.#isSpaced && text.startsWith(" ") ? text.slice(1) : text;
    if (added === "") return;
    const last = runs.at(-1);
    if (last !== undefined && last.style === this.#style && last.link === this.#link) last.text += added;
    else runs.push({ text: added, style: this.#style, link: this.#link });
    this.#isSpaced = added.endsWith(" ");
  }
}

function newCell(): Cell {
  return { kind: "cell", content: [], inputs: [], links: [], lines: null, text: null };
}

function linkOf({ href = "", onclick = "", id = "", title = "" }: Readonly<Record<string, string>>): Link | null {
  return href === "" && onclick === "" ? null : { href, onclick, id, title };
}

function inputOf({ type = "", name = "", value = "", onclick = "" }: Readonly<Record<string, string>>): Input {
  return { type: type.toLowerCase(), name, value, onclick };
}
