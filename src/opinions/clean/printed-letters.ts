import { withPrintedLetters } from "#text/shifted-letters.ts";
import type { LineBreaks } from "./read-plain.ts";

/**
 * A text taken off pages with its letters as they were printed; undefined where they cannot be told. The tags of one
 * set between `pre` elements stay as they are.
 */
export function printedLetters(source: string, form: "markup" | LineBreaks): string | undefined {
  if (form === "paragraph") return source;
  if (form === "wrap") return withPrintedLetters(source);
  if (!/^\s*<pre\b/iu.test(source)) return source;
  const pieces = source.split(/(<[^<>]*>)/u);
  const words = pieces.map((piece, at) => (at % 2 === 0 ? resolved(piece) : "")).join("");
  const printed = withPrintedLetters(words);
  if (printed === words || printed === undefined) return printed === undefined ? undefined : source;
  let from = 0;
  return pieces
    .map((piece, at) => {
      if (at % 2 === 1) return piece;
      const { length } = resolved(piece);
      from += length;
      return escaped(printed.slice(from - length, from));
    })
    .join("");
}

const REFERENCES: Readonly<Record<string, string>> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"' };

function resolved(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot);/gu, (reference) => REFERENCES[reference] ?? reference);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
