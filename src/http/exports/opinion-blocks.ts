import { Parser } from "htmlparser2";
import type { Block, Run } from "./docx.ts";

/** Elements that begin a paragraph of their own. */
const PARAGRAPHS: ReadonlySet<string> = new Set(
  "p div blockquote pre li dt dd td th h1 h2 h3 h4 h5 h6 aside tr".split(" "),
);
const ITALIC: ReadonlySet<string> = new Set(["em", "i", "cite"]);
const BOLD: ReadonlySet<string> = new Set(["strong", "b", "th", "h1", "h2", "h3", "h4", "h5", "h6"]);

type Style = { readonly isItalic: boolean; readonly isBold: boolean; readonly isRaised: boolean };

function isSame(one: Partial<Style>, { isItalic, isBold, isRaised }: Style): boolean {
  return one.isItalic === isItalic && one.isBold === isBold && one.isRaised === isRaised;
}

/** The HTML of an opinion, which is clean, as the paragraphs of a Word file: printed pages stand as `[*436]`. */
export function blocksOf(html: string): Block[] {
  const blocks: Block[] = [];
  let runs: Run[] = [];
  const depth = { italic: 0, bold: 0, quote: 0, center: 0, raised: 0, page: 0 };
  const classes: string[] = [];
  const end = (): void => {
    const isEmpty = runs.every((run) => (typeof run === "string" ? run : run.text).trim() === "");
    if (!isEmpty) {
      const isNote = depth.quote === 0 && classes.includes("footnote");
      const kind = depth.quote > 0 ? "quote" : depth.center > 0 ? "center" : isNote ? "note" : "paragraph";
      blocks.push({ kind, runs });
    }
    runs = [];
  };
  const change = (name: string, by: 1 | -1): void => {
    if (ITALIC.has(name)) depth.italic += by;
    if (BOLD.has(name)) depth.bold += by;
    if (name === "blockquote") depth.quote += by;
    if (name === "sup") depth.raised += by;
    if (name === "svc-ps") depth.page += by;
  };
  const parser = new Parser({
    onopentag: (name, { class: given = "" }) => {
      if (PARAGRAPHS.has(name)) end();
      change(name, 1);
      classes.push(given);
      if (given === "center") depth.center += 1;
      if (name === "br") runs.push("\n");
    },
    ontext: (text) => {
      const words = depth.page > 0 ? `[*${text}] ` : text.replace(/\s+/gu, " ");
      const style = { isItalic: depth.italic > 0, isBold: depth.bold > 0, isRaised: depth.raised > 0 };
      const last = runs.at(-1);
      // The parser gives a text in pieces, which one run holds.
      if (last !== undefined && typeof last !== "string" && isSame(last, style)) {
        runs.splice(-1, 1, { ...last, text: last.text + words });
      } else runs.push({ text: words, ...style });
    },
    onclosetag: (name) => {
      if (PARAGRAPHS.has(name)) end();
      change(name, -1);
      if (classes.pop() === "center") depth.center -= 1;
    },
  });
  parser.end(html);
  end();
  return blocks;
}
