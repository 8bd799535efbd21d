import { heldShare, shinglesOf } from "./shingles.ts";

/** One opinion of a decision. */
export type OpinionText = { readonly id: string; readonly text: string };

/** Of the shingles of a text, so many held by others make it theirs: page numbers, notes and misprints break a few. */
const HELD_SHARE_MIN = 0.8;
/** Of two copies of one text the shorter is hardly shorter; else one has something that the other lacks. */
const ALIKE_SIZE_MIN = 0.97;

/**
 * The opinions of a decision whose text its others hold, so that none is left out: copies of one before them, parts of a
 * combined text, and a combined text of which every part stands beside it. Where a text and its parts hold one another
 * the parts are kept, for they say whose words they are. Given in the order in which they count.
 */
export function repeatedOpinions(opinions: readonly OpinionText[]): ReadonlySet<string> {
  const texts = opinions
    .map(({ id, text }) => ({ id, shingles: shinglesOf(text) }))
    .filter(({ shingles }) => shingles.size > 0);
  const repeated = new Set<string>();
  if (texts.length < 2) return repeated;
  const kept = (): readonly Shingled[] => texts.filter(({ id }) => !repeated.has(id));
  for (const one of texts.toReversed()) {
    if (kept().some((other) => other !== one && areAlike(one, other))) repeated.add(one.id);
  }
  for (const whole of kept()) {
    const parts = kept().filter((part) => isPart(part, whole));
    if (parts.length > 0 && isHeldBy(whole, parts)) repeated.add(whole.id);
  }
  for (const part of kept()) {
    if (kept().some((whole) => isPart(part, whole))) repeated.add(part.id);
  }
  return repeated;
}

type Shingled = { readonly id: string; readonly shingles: ReadonlySet<number> };

function areAlike(one: Shingled, other: Shingled): boolean {
  const [less, more] = [one.shingles.size, other.shingles.size].toSorted((a, b) => a - b) as [number, number];
  return less >= ALIKE_SIZE_MIN * more && isHeldBy(one, [other]) && isHeldBy(other, [one]);
}

function isPart(part: Shingled, whole: Shingled): boolean {
  return part.shingles.size < whole.shingles.size && isHeldBy(part, [whole]);
}

function isHeldBy({ shingles }: Shingled, others: readonly Shingled[]): boolean {
  const held = heldShare(
    shingles,
    others.map((other) => other.shingles),
  );
  return held >= HELD_SHARE_MIN;
}
