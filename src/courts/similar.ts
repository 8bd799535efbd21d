import { distance } from "fastest-levenshtein";

import type { Court } from "./model.ts";
import { courtKey } from "./names.ts";
import { allCourts, courtById, keys } from "./registry.ts";
import { buildTrigramIndex, mostAlike } from "./trigrams.ts";
import type { TrigramIndex } from "./trigrams.ts";

const SUGGESTIONS_MAX = 5;
/** Edits as a share of the longer text; beyond it two names only share letters. */
const NAME_DISTANCE_MAX = 0.4;
/** The longest name of the table has 69 letters. */
const NAME_CHARS_MAX = 120;
/** Ids are short: two slips away is another court. */
const ID_SLIPS_MAX = 2;
const ID_CHARS_MAX = 40;
/** Texts compared letter by letter for one suggestion, whatever is asked; a court has two to five names. */
const COMPARED_MAX = 40;

let nameKeys: TrigramIndex | undefined;
let ids: TrigramIndex | undefined;

/** Courts with a similar name or abbreviation, nearest first, at most five. */
export function courtsOfSimilarName(text: string): Court[] {
  const key = courtKey(text);
  if (key === "" || key.length > NAME_CHARS_MAX) return [];
  nameKeys ??= buildTrigramIndex([...keys().byKey.keys()]);
  const nearest = new Map<Court, number>();
  for (const name of mostAlike(nameKeys, key, COMPARED_MAX)) {
    const share = distance(key, name) / Math.max(key.length, name.length);
    if (share > NAME_DISTANCE_MAX) continue;
    for (const court of keys().byKey.get(name) ?? []) nearest.set(court, Math.min(share, nearest.get(court) ?? 1));
  }
  return nearestFirst(nearest);
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
