import { keepsHyphen } from "#text/line-hyphens.ts";

/**
 * How a line is joined to the one before it: what stands between them, and whether the hyphen before goes. A hyphen
 * at the break was the printer's and goes (`peti-` / `tion`), unless the text shows that it belongs to the word: it
 * starts a name or a number, its first half is a prefix that keeps it, or the whole stands nowhere in the text and
 * both halves do as words, or the two with their hyphen (`plaintiff-` / `appellant`). `Mc-` / `Carter` is one name, and
 * `Mac-` / `Donald` where the text prints it so elsewhere. Either way no space is put between.
 */
export function lineJoint(
  before: string,
  line: string,
  known: ReadonlySet<string>,
): { glue: string; dropsHyphen: boolean } {
  if (!before.endsWith("-")) return { glue: " ", dropsHyphen: false };
  const head = /(?<![\p{L}-])\p{L}+(?=-$)/u.exec(before.slice(-WORD_CHARS_MAX))?.[0].toLowerCase();
  const name = /^\p{Lu}\p{L}+(?![\p{L}-])/u.exec(line)?.[0].toLowerCase();
  if (head !== undefined && name !== undefined && NAME_HEADS.has(head)) {
    const isPrinted = head === "mc" || known.has(head + name);
    return { glue: "", dropsHyphen: isPrinted && !known.has(`${head}-${name}`) };
  }
  const tail = /^\p{Ll}+(?![\p{L}-])/u.exec(line)?.[0];
  if (head === undefined || tail === undefined) return { glue: "", dropsHyphen: false };
  const twoWords = keepsHyphen(head) || known.has(`${head}-${tail}`) || (known.has(head) && known.has(tail));
  return { glue: "", dropsHyphen: !twoWords || known.has(head + tail) };
}

/** Beginnings of names that go on with a capital. */
const NAME_HEADS: ReadonlySet<string> = new Set("mc mac de del di du da fitz la le van von".split(" "));

const WORD_CHARS_MAX = 40;

/** The words that stand in lines unbroken, in lower case, and those of two halves with their hyphen. */
export function wholeWords(lines: readonly string[]): ReadonlySet<string> {
  const known = new Set<string>();
  for (const [at, line] of lines.entries()) {
    const whole = lines[at - 1]?.endsWith("-") === true ? line.replace(/^\S+/u, "") : line;
    const words = whole.toLowerCase().replace(/(?<!\S)\S+-$/u, "");
    for (const [word] of words.matchAll(/\p{L}+(?:-\p{L}+)?/gu)) {
      known.add(word);
      const hyphen = word.indexOf("-");
      if (hyphen === -1) continue;
      known.add(word.slice(0, hyphen));
      known.add(word.slice(hyphen + 1));
    }
  }
  return known;
}
