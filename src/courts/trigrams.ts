/** Texts by the three-letter pieces they contain: finds the few worth comparing letter by letter with a misspelled one. */
export type TrigramIndex = {
  readonly texts: readonly string[];
  /** Numbers of the texts that contain a piece. */
  readonly holders: ReadonlyMap<string, readonly number[]>;
  /** How many different pieces each text has. */
  readonly sizes: readonly number[];
};

export function buildTrigramIndex(texts: readonly string[]): TrigramIndex {
  const holders = new Map<string, number[]>();
  const sizes = texts.map((text, number) => {
    const pieces = trigramsOf(text);
    for (const piece of pieces) {
      const held = holders.get(piece);
      if (held === undefined) holders.set(piece, [number]);
      else held.push(number);
    }
    return pieces.size;
  });
  return { texts, holders, sizes };
}

/** At most `count_max` texts that share the largest part of their pieces with the asked one (Dice), the most alike first. */
export function mostAlike(index: TrigramIndex, asked: string, count_max: number): string[] {
  const pieces = trigramsOf(asked);
  const shared = new Uint16Array(index.texts.length);
  for (const piece of pieces) {
    for (const number of index.holders.get(piece) ?? []) shared[number] = (shared[number] ?? 0) + 1;
  }
  const best: { readonly number: number; readonly share: number }[] = [];
  let share_min = 0;
  for (let number = 0; number < shared.length; number += 1) {
    const share = (2 * (shared[number] ?? 0)) / (pieces.size + (index.sizes[number] ?? 0));
    if (share <= share_min) continue;
    const place = best.findIndex((other) => other.share < share);
    best.splice(place === -1 ? best.length : place, 0, { number, share });
    if (best.length > count_max) best.pop();
    if (best.length === count_max) share_min = best.at(-1)?.share ?? 0;
  }
  return best.map(({ number }) => index.texts[number] ?? "");
}

/** The first letters count twice and the last once more, so that short texts have pieces to share. */
function trigramsOf(text: string): Set<string> {
  const padded = `  ${text} `;
  const pieces = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at += 1) pieces.add(padded.slice(at, at + 3));
  return pieces;
}
