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

/** FNV-1a over the UTF-16 units. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at++) hash = mix(hash, word.charCodeAt(at));
  return hash;
}

function mix(hash: number, next: number): number {
  return Math.imul(hash ^ next, 0x01000193) >>> 0;
}
