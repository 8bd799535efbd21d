import type { Token } from "./token.ts";

/**
 * Words that a source has broken within a line, where a printed line once ended: `the debt- or`, `in rele- vant part`.
 * They are put together where the text has the whole word elsewhere: once, if one of the halves is no word of it, else
 * twice. `pre- and post-trial` and `debt- or equity-based` stay, and so does a hyphen that a scan has put behind a word.
 */
export function mendBrokenWords(tokens: readonly Token[]): readonly Token[] {
  const texts = tokens.flatMap((token) => (token.kind === "text" ? [token.text] : []));
  if (!texts.some((text) => text.includes("- ") && hasBroken(text))) return tokens;
  const counts = wordCounts(texts);
  const leftOut: Token[] = [];
  const whole = tokens.map((token): Token =>
    token.kind === "text" ? { kind: "text", text: mended(token.text, counts, leftOut) } : token,
  );
  return [...whole, ...leftOut];
}

/** Both halves in letters alone, the second in small ones; another hyphen beside them makes it a compound. */
const BROKEN = /(?<![\p{L}\p{N}'’-])(\p{L}\p{Ll}+)-[ \n]{1,2}(\p{Ll}{2,})(?![\p{L}\p{N}-])/gu;
const SUSPENDED = /^\s+[\p{L}\p{N}]+-/u;

function hasBroken(text: string): boolean {
  BROKEN.lastIndex = 0;
  return BROKEN.test(text);
}

function wordCounts(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const [word] of text.replace(BROKEN, " ").matchAll(/\p{L}+/gu)) {
      const small = word.toLowerCase();
      counts.set(small, (counts.get(small) ?? 0) + 1);
    }
  }
  return counts;
}

function mended(text: string, counts: ReadonlyMap<string, number>, leftOut: Token[]): string {
  let from = 0;
  let whole = "";
  for (const { 0: found, 1: head = "", 2: tail = "", index } of text.matchAll(BROKEN)) {
    if (!isOneWord(head.toLowerCase(), tail, counts)) continue;
    const end = index + found.length;
    if (/^(?:or|and|to)$/u.test(tail) && SUSPENDED.test(text.slice(end, end + 40))) continue;
    whole += text.slice(from, index) + head + tail;
    from = end;
    leftOut.push({ kind: "left-out", reason: "hyphen at line end", text: "-" });
  }
  return whole + text.slice(from);
}

function isOneWord(head: string, tail: string, counts: ReadonlyMap<string, number>): boolean {
  const needed = counts.has(head) && counts.has(tail) ? 2 : 1;
  return (counts.get(head + tail) ?? 0) >= needed;
}
