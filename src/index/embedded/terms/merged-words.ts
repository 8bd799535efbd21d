import type { Dictionary } from "./dictionary.ts";

/** Which words of a dictionary, in their order there. */
export type WordsOfDictionary = { readonly dictionary: Dictionary; readonly ordinals: readonly number[] };

/**
 * Goes through words of several dictionaries at once, each word once and in the order of their bytes, so that nothing of
 * them has to be held. `visit` is told the place of the word in each dictionary, -1 where it is not; it may look up
 * entries and the text at a place, but move to no other word.
 */
export function eachWord(words: readonly WordsOfDictionary[], visit: (ordinals: readonly number[]) => void): void {
  const nexts = words.map(() => 0);
  const heads = words.map(({ dictionary, ordinals: [first] }) =>
    first === undefined ? undefined : dictionary.bytesAt(first),
  );
  const found = words.map(() => -1);
  for (;;) {
    let least: Buffer | undefined;
    for (const head of heads) if (head !== undefined && (least === undefined || head.compare(least) < 0)) least = head;
    if (least === undefined) return;
    const isFound = heads.map((head) => head !== undefined && head.equals(least));
    words.forEach(
      ({ ordinals }, at) => (found[at] = isFound[at] === true ? (ordinals[nexts[at] as number] ?? -1) : -1),
    );
    visit(found);
    words.forEach(({ dictionary, ordinals }, at) => {
      if (isFound[at] !== true) return;
      const before = found[at] as number;
      const next = ordinals[(nexts[at] as number) + 1];
      nexts[at] = (nexts[at] as number) + 1;
      heads[at] = next === undefined ? undefined : dictionary.bytesAt(next, before);
    });
  }
}
