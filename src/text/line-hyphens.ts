/** First halves that keep their hyphen in print: what follows them is a word of its own. */
const HYPHENATED_PREFIXES: ReadonlySet<string> = new Set(
  (
    "all cross ex half high long low mid non off quasi self semi short so third two vice well " +
    "appellant attorney debtor defendant petitioner plaintiff respondent"
  ).split(" "),
);

export function keepsHyphen(head: string): boolean {
  return HYPHENATED_PREFIXES.has(head.toLowerCase());
}

/**
 * Where the word goes on that a hyphen at the end of a line has broken (`juris-` / `diction`); 0 when it has not. The
 * second half begins with a small letter, the first ends with two and is none that keeps its hyphen (`cross-` / `examine`).
 */
export function brokenWordAt(text: string, hyphen: number): number {
  BEHIND.lastIndex = hyphen;
  const behind = BEHIND.exec(text);
  if (behind === null) return 0;
  const head = HEAD.exec(text.slice(Math.max(0, hyphen - HEAD_CHARS_MAX), hyphen))?.[0];
  const isSoft = text.charCodeAt(hyphen) === SOFT_HYPHEN;
  return head === undefined || (!isSoft && keepsHyphen(head)) ? 0 : hyphen + behind[0].length;
}

/** Where a name goes on with a capital behind the hyphen at the end of a line (`Mc-` / `Carter`); 0 for any other. */
export function endOfMc(text: string, hyphen: number): number {
  if (!/(?<!\p{L})Mc$/u.test(text.slice(Math.max(0, hyphen - 3), hyphen))) return 0;
  BEHIND_MC.lastIndex = hyphen;
  const behind = BEHIND_MC.exec(text);
  return behind === null ? 0 : hyphen + behind[0].length;
}

const BEHIND_MC = /[-\u2010\u00ad][^\S\n]{0,40}\n[^\S\n]{0,40}(?=\p{Lu}\p{Ll}{2})/uy;
const BEHIND = /[-\u2010\u00ad][^\S\n]{0,40}\n[^\S\n]{0,40}(?=\p{Ll})/uy;
const HEAD = /(?<![\p{L}\p{M}\p{N}])\p{L}*(?:\p{Ll}{2}|[\ufb00-\ufb06])$/u;
const SOFT_HYPHEN = 0xad;
const HEAD_CHARS_MAX = 40;
