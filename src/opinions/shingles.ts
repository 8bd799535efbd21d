/** Neighbouring words that are compared as one: enough that two texts do not share them by chance. */
const SHINGLE_WORDS = 6;

/** Hashes of every run of six words of a text, letters and digits alone compared; of a shorter text the one run it is. */
export function shinglesOf(text: string): ReadonlySet<number> {
  const words = (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(hashOf);
  const shingles = new Set<number>();
  for (let end = Math.min(SHINGLE_WORDS, words.length); end > 0 && end <= words.length; end++) {
    let shingle = 0;
    for (let at = Math.max(0, end - SHINGLE_WORDS); at < end; at++) shingle = mix(shingle, words[at] as number);
    shingles.add(shingle);
  }
  return shingles;
}

/** Which share of a text's shingles others have, from 0 to 1; of a text without words nothing is held. */
export function heldShare(own: ReadonlySet<number>, others: readonly ReadonlySet<number>[]): number {
  let held = 0;
  for (const shingle of own) if (others.some((other) => other.has(shingle))) held++;
  return own.size === 0 ? 0 : held / own.size;
}

/** Of a text's shingles the number, and those that a hash picks, the same ones of every text. */
export type Sketch = { readonly size: number; readonly picked: ReadonlySet<number> };

/** One shingle in so many is picked. */
const PICKED_OF = 8;

export function sketchOf(shingles: ReadonlySet<number>): Sketch {
  const picked = [...shingles].filter((shingle) => shingle < 2 ** 32 / PICKED_OF);
  return { size: shingles.size, picked: new Set(picked) };
}

/**
 * Whether a text may hold so much of another as `share` says: false only where of the picked shingles four standard
 * deviations fewer are held than of a text that has just this share (one in 30,000 of such texts).
 */
export function mayHold(whole: Sketch, part: Sketch, share: number): boolean {
  const { picked } = part;
  const least = share * picked.size - 4 * Math.sqrt(share * (1 - share) * picked.size);
  return heldShare(picked, [whole.picked]) * picked.size >= least;
}

/** FNV-1a over the UTF-16 units. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = mix(hash, word.charCodeAt(at));
  return hash;
}

function mix(hash: number, next: number): number {
  return Math.imul(hash ^ next, 0x01000193) >>> 0;
}
