import { Parser } from "htmlparser2";
import { LAW_TAGS } from "./allow-list.ts";
import type { LawTag } from "./allow-list.ts";
import { LawWriter } from "./law-writer.ts";

/** Elements that take their content with them. */
const WITHOUT_WORDS: ReadonlySet<string> = new Set([
  "script",
  "style",
  "head",
  "title",
  "template",
  "noscript",
  "iframe",
  "object",
  "svg",
  "math",
  "select",
  "textarea",
]);
const ALIASES: Readonly<Record<string, LawTag>> = { h1: "h2", del: "s", strike: "s", center: "div", section: "div" };

/** HTML that somebody else wrote, with what a law may hold and nothing else, and its plain text. */
export function cleanLawHtml(source: string): { readonly html: string; readonly text: string } {
  const writer = new LawWriter();
  /** For each open element whether it was written. */
  const open: boolean[] = [];
  let without = 0;
  const parser = new Parser(
    {
      onopentag: (name, { class: className, id, colspan, rowspan }) => {
        if (WITHOUT_WORDS.has(name)) without += 1;
        const tag = ALIASES[name] ?? (LAW_TAGS.has(name) ? (name as LawTag) : undefined);
        open.push(without === 0 && tag !== undefined);
        if (without > 0) return;
        if (name === "br") writer.lineBreak();
        if (tag !== undefined) writer.open(tag, { class: className, id, colspan, rowspan });
      },
      ontext: (text) => {
        if (without === 0) writer.words(text);
      },
      onclosetag: (name) => {
        if (open.pop() === true) writer.close();
        if (WITHOUT_WORDS.has(name)) without -= 1;
      },
    },
    { decodeEntities: true },
  );
  parser.end(source);
  return writer.finish();
}
