import { distance } from "fastest-levenshtein";

import type { Court } from "./model.ts";
import { courtKey } from "./names.ts";
import { allCourts, courtById, keys, namesOf } from "./registry.ts";
import { isNear } from "./misprints.ts";
import { buildTrigramIndex, mostAlike } from "./trigrams.ts";
import type { TrigramIndex } from "./trigrams.ts";

const SUGGESTIONS_MAX = 5;
/** Edits that a short text, and any, may be away; two letters swapped are two. Beyond it two names only share letters. */
const EDITS_SHARE_MAX = 0.34;
const EDITS_MAX = 4;
/** Such words as `of` and `the` name no court. */
const TELLING_LETTERS_MIN = 4;
/** The longest name of the table has 69 letters. */
const NAME_CHARS_MAX = 120;
/** Ids are short: two slips away is another court. */
const ID_SLIPS_MAX = 2;
const ID_CHARS_MAX = 40;
/** Texts compared letter by letter for one suggestion, whatever is asked; a court has two to five names. */
const COMPARED_MAX = 40;

let nameKeys: TrigramIndex | undefined;
let ids: TrigramIndex | undefined;

/**
 * Courts whose name or abbreviation is as near as any, where it is so near that it may be meant and each telling word of
 * the text is a word of it but for a slip: `Supreme Court of Narnia` is near many and means none. At most five.
 */
export function courtsOfSimilarName(text: string): Court[] {
  const key = courtKey(text);
  if (key === "" || key.length > NAME_CHARS_MAX) return [];
  nameKeys ??= buildTrigramIndex([...keys().byKey.keys()]);
  const nearest = new Map<Court, number>();
  for (const name of mostAlike(nameKeys, key, COMPARED_MAX)) {
    const edits = distance(key, name);
    if (edits > EDITS_MAX || edits > EDITS_SHARE_MAX * Math.max(key.length, name.length)) continue;
    for (const court of keys().byKey.get(name) ?? [])
      if (hasWordsOf(court, text)) nearest.set(court, Math.min(edits, nearest.get(court) ?? EDITS_MAX));
  }
  const fewest = Math.min(...nearest.values());
  return nearestFirst(new Map([...nearest].filter(([, edits]) => edits === fewest)));
}

/** Whether each telling word of the text is one of the court's names', or one of its abbreviations, but for a slip. */
function hasWordsOf(court: Court, text: string): boolean {
  const names = namesOf(court);
  const whole = names.map(courtKey);
  const own = [...new Set([...names.flatMap(wordsOf), ...whole])];
  // Words may be written together.
  const isOwn = (word: string): boolean =>
    whole.some((name) => name.includes(word)) || own.some((other) => isNear(word, other));
  return wordsOf(text).every((word) => word.length < TELLING_LETTERS_MIN || isOwn(word));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Courts whose id is at most two letters from the text, nearest first, at most five. */
export function courtsOfSimilarId(text: string): Court[] {
  if (text.length > ID_CHARS_MAX) return [];
  const asked = text.toLowerCase();
  ids ??= buildTrigramIndex(allCourts().map(({ id }) => id));
  const nearest = new Map<Court, number>();
  for (const id of mostAlike(ids, asked, COMPARED_MAX)) {
    const court = courtById(id);
    const slips = distance(asked, id);
    if (court !== undefined && slips <= ID_SLIPS_MAX) nearest.set(court, slips);
  }
  return nearestFirst(nearest);
}

function nearestFirst(courts: ReadonlyMap<Court, number>): Court[] {
  return [...courts]
    .toSorted(([a, aFar], [b, bFar]) => aFar - bFar || Number(b.inUse) - Number(a.inUse))
    .slice(0, SUGGESTIONS_MAX)
    .map(([court]) => court);
}
