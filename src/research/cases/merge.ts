/** What of a hit tells whether two are one. */
export type Mergeable = {
  readonly documentId: string;
  /** Shared by the copies of one decision. */
  readonly workId: string;
  readonly clusterId: string;
};

/**
 * The lists of several phrasings of one question as one: what more of them found comes first, then what stood highest
 * in any one list; of those alike, the earlier list's first. Of the copies of a decision the one that stood highest
 * is kept, with all of its opinions that were found.
 */
export function mergeLists<Hit extends Mergeable>(lists: readonly (readonly Hit[])[]): Hit[] {
  const kept = copiesKept(lists);
  const merged = new Map<string, { hit: Hit; best: number; first: number; readonly lists: Set<number> }>();
  for (const [list, hits] of lists.entries()) {
    for (const [rank, found] of hits.entries()) {
      const copy = kept.get(found.workId) ?? found;
      const hit = copy.clusterId === found.clusterId ? found : copy;
      const known = merged.get(hit.documentId);
      if (known === undefined) {
        merged.set(hit.documentId, { hit, best: rank, first: list, lists: new Set([list]) });
        continue;
      }
      known.lists.add(list);
      if (rank < known.best) {
        known.best = rank;
        known.first = list;
      }
    }
  }
  return [...merged.values()]
    .toSorted((left, right) => right.lists.size - left.lists.size || left.best - right.best || left.first - right.first)
    .map(({ hit }) => hit);
}

/** Of each work the hit that stood highest, which says whose copy is kept. */
function copiesKept<Hit extends Mergeable>(lists: readonly (readonly Hit[])[]): ReadonlyMap<string, Hit> {
  const kept = new Map<string, Hit>();
  const longest = Math.max(0, ...lists.map((hits) => hits.length));
  for (let rank = 0; rank < longest; rank += 1) {
    for (const hits of lists) {
      const hit = hits[rank];
      if (hit !== undefined && !kept.has(hit.workId)) kept.set(hit.workId, hit);
    }
  }
  return kept;
}
