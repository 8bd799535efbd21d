import type { Signal } from "./model.ts";

const SIGNAL =
  /(?:^|[\s([.,;\u2014])((?:but\s|[Bb]ut\s)?(?:[Ss]ee|SEE),?\s(?:also|generally|e\.\s?g\.),?(?:\se\.\s?g\.,?)?|[Bb]ut\s(?:see|cf\.|Cf\.),?|[Ss]ee|[Cc]f\.?,?(?:\se\.\s?g\.,?)?|[Aa]ccord,?|[Cc]ontra,?|[Cc]ompare|[Ee]\.\s?g\.,?|(?<=[,;)]\s)with|[Cc]iting|[Qq]uoting|[Ss]ee,)\s*$/u;

/** The signal that ends right before `at`, at most 32 characters long. */
export function readSignal(text: string, at: number, floor: number): Signal | null {
  const from = Math.max(floor, at - 32, 0);
  const match = SIGNAL.exec(text.slice(from, at));
  if (match?.[1] === undefined) return null;
  const start = from + match.index + match[0].indexOf(match[1]);
  const end = start + match[1].length;
  return { text: match[1].toLowerCase().replace(/\s+/gu, " ").replace(/,$/u, ""), span: { start, end } };
}
