import { keepsHyphen } from "#text/line-hyphens.ts";

/**
 * How a line is joined to the one before it: what stands between them, and whether the hyphen before goes. A hyphen
 * at the break was the printer's and goes (`peti-` / `tion`), unless the text shows that it belongs to the word: it
 * starts a name or a number, its first half is a prefix that keeps it, or both halves stand in the text as words and
 * the whole does not (`plaintiff-` / `appellant`). Either way no space is put between.
 */
export function lineJoint(
  before: string,
  line: string,
  known: ReadonlySet<string>,
): { glue: string; dropsHyphen: boolean } {
  if (!before.endsWith("-")) return { glue: " ", dropsHyphen: false };
  const head = /(?<![\p{L}-])\p{L}+(?=-$)/u.exec(before.slice(-WORD_CHARS_MAX))?.[0].toLowerCase();
  const tail = /^\p{Ll}+(?![\p{L}-])/u.exec(line)?.[0];
  if (head === undefined || tail === undefined) return { glue: "", dropsHyphen: false };
  const twoWords = keepsHyphen(head) || (known.has(head) && known.has(tail));
  return { glue: "", dropsHyphen: !twoWords || known.has(head + tail) };
}

const WORD_CHARS_MAX = 40;
