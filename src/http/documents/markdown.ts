import { posix } from "node:path";
import { Marked, Renderer } from "marked";
import type { Token, Tokens } from "marked";
import { escapeHtml } from "#text/escape-html.ts";
import type { DocumentSection } from "./read-documents.ts";

export type Heading = { readonly depth: number; readonly text: string; readonly id: string };

export type RenderedDocument = {
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly DocumentSection[];
};

/**
 * A page of Markdown as HTML. HTML in it is shown and not obeyed; a link leads to a page of the documentation, to a place
 * on the page or to another site, and is plain text otherwise.
 * @param source its path under `docs/`
 * @param known the paths of all files under `docs/`
 */
export function documentHtml(markdown: string, source: string, known: ReadonlySet<string>): RenderedDocument {
  const headings: Heading[] = [];
  const taken = new Map<string, number>();
  const idOf = (text: string): string => {
    const id = anchorOf(text);
    const times = taken.get(id) ?? 0;
    taken.set(id, times + 1);
    return times === 0 ? id : `${id}-${times}`;
  };
  const marked = new Marked({ gfm: true, async: false });
  const tokens = marked.lexer(markdown);
  const sections = sectionsOf(tokens, idOf, headings);
  const renderer = new PageRenderer(source, known, headings);
  return { html: marked.parser(tokens, { renderer }), headings, sections };
}

function sectionsOf(tokens: readonly Token[], idOf: (text: string) => string, headings: Heading[]): DocumentSection[] {
  const sections: { heading: Heading; text: string }[] = [];
  for (const token of tokens) {
    if (token.type === "heading") {
      const { depth } = token as Tokens.Heading;
      const text = plainText([token]).trim();
      const heading = { depth, text, id: idOf(text) };
      headings.push(heading);
      sections.push({ heading, text: "" });
    } else {
      const last = sections.at(-1);
      if (last !== undefined) last.text += `${plainText([token])}\n`;
    }
  }
  return sections;
}

/** The words of tokens, without marks. */
function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token): string => {
      if (token.type === "table") {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows].map((cells) => cells.map((cell) => plainText(cell.tokens)).join(" ")).join("\n");
      }
      if (token.type === "list") {
        return (token as Tokens.List).items.map((item) => plainText(item.tokens)).join("\n");
      }
      if ("tokens" in token && token.tokens !== undefined) return plainText(token.tokens);
      if (token.type === "br" || token.type === "space") return "\n";
      return "text" in token && typeof token.text === "string" ? token.text : "";
    })
    .join("");
}

/** The anchor that code hosts give a heading, by which pages link to one another. */
function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/gu, "-");
}

class PageRenderer extends Renderer {
  readonly #source: string;
  readonly #known: ReadonlySet<string>;
  readonly #headings: readonly Heading[];
  #at = 0;
  #regions = 0;

  constructor(source: string, known: ReadonlySet<string>, headings: readonly Heading[]) {
    super();
    this.#source = source;
    this.#known = known;
    this.#headings = headings;
  }

  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    return escapeHtml(text);
  }

  override heading({ tokens, depth }: Tokens.Heading): string {
    const id = this.#headings[this.#at]?.id ?? "";
    this.#at += 1;
    const text = this.parser.parseInline(tokens);
    return depth === 1
      ? `<h1 id="${escapeHtml(id)}">${text}</h1>\n`
      : `<h${depth} id="${escapeHtml(id)}">${text} <a class="anchor" href="#${escapeHtml(id)}" aria-label="Link to ${escapeHtml(plainText(tokens))}">#</a></h${depth}>\n`;
  }

  override code({ text, lang }: Tokens.Code): string {
    return `<pre ${this.#region(CODE_NAMES[lang ?? ""] ?? "Example")}><code>${escapeHtml(text)}</code></pre>\n`;
  }

  override table(token: Tokens.Table): string {
    const wordsOf = (cell: Tokens.TableCell): string => this.parser.parseInline(cell.tokens);
    const head = token.header
      .map((cell) => (cell.text.trim() === "" ? "<td></td>" : `<th scope="col">${wordsOf(cell)}</th>`))
      .join("");
    const rows = token.rows
      .map((row) => `<tr>${row.map((cell) => `<td>${wordsOf(cell)}</td>`).join("")}</tr>`)
      .join("\n");
    return `<div class="wide" ${this.#region("Table")}><table><thead><tr>${head}</tr></thead><tbody>\n${rows}\n</tbody></table></div>\n`;
  }

  override link({ href, tokens }: Tokens.Link): string {
    const text = this.parser.parseInline(tokens);
    const to = this.#addressOf(href);
    return to === undefined ? text : `<a href="${escapeHtml(to)}">${text}</a>`;
  }

  override image({ href, text }: Tokens.Image): string {
    const path = this.#pathOf(href);
    if (!this.#known.has(path)) return escapeHtml(text);
    return `<img src="${escapeHtml(this.#relative(path))}" alt="${escapeHtml(text)}">`;
  }

  /** A block that scrolls sideways can be reached by keyboard and has a name that no other has. */
  #region(name: string): string {
    this.#regions += 1;
    return `tabindex="0" role="region" aria-label="${name} ${this.#regions}"`;
  }

  #addressOf(href: string): string | undefined {
    if (/^https?:\/\//u.test(href) || href.startsWith("#")) return href;
    if (/^[a-z][a-z\d+.-]*:/iu.test(href)) return undefined;
    const [file = "", anchor] = href.split("#");
    const path = this.#pathOf(file);
    const place = anchor === undefined ? "" : `#${anchor}`;
    if (path.endsWith(".md")) {
      return this.#known.has(path) ? `${this.#relative(path.slice(0, -".md".length))}${place}` : undefined;
    }
    return this.#known.has(path) ? this.#relative(path) : undefined;
  }

  #pathOf(href: string): string {
    return posix.normalize(posix.join(posix.dirname(this.#source), href));
  }

  #relative(path: string): string {
    return posix.relative(posix.dirname(this.#source), path) || ".";
  }
}

const CODE_NAMES: Readonly<Record<string, string>> = { sh: "Commands", json: "JSON", text: "Text" };
