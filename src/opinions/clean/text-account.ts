import { CHARACTER_KINDS, kindOfCharacter } from "#text/character-kinds.ts";
import type { CharacterKind } from "#text/character-kinds.ts";

/** Characters by kind; a kind without any is left out. White space is laid out anew and stands in no count. */
export type KindCounts = { readonly [Kind in CharacterKind]?: number };

/** Why a character of the source stands neither in the text nor in a mark that was made of it. */
export const LEFT_OUT_REASONS = [
  "hidden element",
  "page mark",
  "note mark",
  "page number",
  "line number",
  "stamp",
  "running head",
  "watermark",
  "ruled line",
  "hyphen at line end",
  "soft hyphen",
  "unprintable",
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** Characters left out, and why. */
export type LeftOut = { readonly reason: LeftOutReason; readonly text: string };

/**
 * Where the characters of a source went. `shown` is all that stands in it outside its tags, once `mended` control
 * codes are read as what they print; each of these is in the cleaned HTML, or left out for a reason, or `lost`.
 * `added` are those the HTML has beyond that: the label that a note bears as an attribute.
 */
export type TextAccount = {
  readonly shown: KindCounts;
  readonly mended: KindCounts;
  readonly leftOut: { readonly [Reason in LeftOutReason]?: KindCounts };
  readonly lost: KindCounts;
  readonly added: KindCounts;
};

export const EMPTY_ACCOUNT: TextAccount = { shown: {}, mended: {}, leftOut: {}, lost: {}, added: {} };

/** Counts UTF-16 units up and down. */
class Balance {
  readonly #units = new Int32Array(0x10000);
  #highest = 0;

  count(text: string, from: number, to: number, by: 1 | -1): void {
    const units = this.#units;
    let highest = this.#highest;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      if (code > highest) highest = code;
      units[code] = (units[code] ?? 0) + by;
    }
    this.#highest = highest;
  }

  /** What stands above zero, or below it, by kind; and begins anew. */
  settle(): { readonly over: KindCounts; readonly under: KindCounts } {
    const over: Partial<Record<CharacterKind, number>> = {};
    const under: Partial<Record<CharacterKind, number>> = {};
    for (let code = 0; code <= this.#highest; code++) {
      const left = this.#units[code] ?? 0;
      if (left === 0) continue;
      this.#units[code] = 0;
      const kind = kindOfCharacter(code);
      if (kind === null) continue;
      const side = left > 0 ? over : under;
      side[kind] = (side[kind] ?? 0) + Math.abs(left);
    }
    this.#highest = 0;
    return { over: inOrder(over), under: inOrder(under) };
  }
}

const balance = new Balance();

export function countsOf(texts: readonly string[]): KindCounts {
  for (const text of texts) balance.count(text, 0, text.length, 1);
  return balance.settle().over;
}

/** What a cleaned text must be given for, to be accounted for. */
export type Accountable = {
  /** As it came, and with its control codes mended. */
  readonly given: string;
  readonly source: string;
  /** The pieces of `source` outside its tags, character references resolved. */
  readonly shown: readonly string[];
  readonly leftOut: readonly LeftOut[];
  readonly html: string;
};

/** Holds every character that a source shows against those of the HTML made of it. */
export function accountOf({ given, source, shown, leftOut, html }: Accountable): TextAccount {
  let mended: KindCounts = {};
  if (given !== source) {
    balance.count(source, 0, source.length, 1);
    balance.count(given, 0, given.length, -1);
    mended = balance.settle().over;
  }
  const reasons: { [Reason in LeftOutReason]?: KindCounts } = {};
  for (const [reason, pieces] of Map.groupBy(leftOut, (one) => one.reason)) {
    const counts = countsOf(pieces.map(({ text }) => text));
    if (Object.keys(counts).length > 0) reasons[reason] = counts;
  }
  const shownCounts = countsOf(shown);
  for (const text of shown) balance.count(text, 0, text.length, 1);
  for (const { text } of leftOut) balance.count(text, 0, text.length, -1);
  countWords(html);
  const { over, under } = balance.settle();
  return { shown: shownCounts, mended, leftOut: reasons, lost: over, added: under };
}

/** Counts down what stands between the tags of cleaned HTML, which has no character references but three. */
function countWords(html: string): void {
  let from = 0;
  while (from < html.length) {
    const tag = html.indexOf("<", from);
    const end = tag === -1 ? html.length : tag;
    countText(html, from, end);
    const close = html.indexOf(">", end);
    from = close === -1 ? html.length : close + 1;
  }
}

const REFERENCES: readonly (readonly [reference: string, character: string])[] = [
  ["&amp;", "&"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
];

function countText(html: string, from: number, to: number): void {
  let start = from;
  for (let at = from; at < to; at++) {
    if (html.charCodeAt(at) !== AMPERSAND) continue;
    balance.count(html, start, at, -1);
    const [reference, character] = REFERENCES.find(([known]) => html.startsWith(known, at)) ?? ["&", "&"];
    balance.count(character, 0, 1, -1);
    start = at + reference.length;
  }
  balance.count(html, start, to, -1);
}

const AMPERSAND = 0x26;

export function addAccounts(one: TextAccount, other: TextAccount): TextAccount {
  const leftOut: { [Reason in LeftOutReason]?: KindCounts } = {};
  for (const reason of LEFT_OUT_REASONS) {
    const sum = addCounts(one.leftOut[reason] ?? {}, other.leftOut[reason] ?? {});
    if (Object.keys(sum).length > 0) leftOut[reason] = sum;
  }
  return {
    shown: addCounts(one.shown, other.shown),
    mended: addCounts(one.mended, other.mended),
    leftOut,
    lost: addCounts(one.lost, other.lost),
    added: addCounts(one.added, other.added),
  };
}

function addCounts(one: KindCounts, other: KindCounts): KindCounts {
  const sum: Partial<Record<CharacterKind, number>> = {};
  for (const kind of CHARACTER_KINDS) {
    const both = (one[kind] ?? 0) + (other[kind] ?? 0);
    if (both > 0) sum[kind] = both;
  }
  return sum;
}

function inOrder(counts: KindCounts): KindCounts {
  return addCounts(counts, {});
}
