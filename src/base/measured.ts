import type { HeapInfo } from "node:v8";

/** A pool of threads: how many there may be and are, how many have work in hand, and what waits for one. */
type MeasuredPool = {
  readonly state: {
    readonly name: string;
    readonly size: number;
    readonly running: number;
    readonly busy: number;
    readonly waiting: number;
  };
};
type MeasuredThread = { readonly name: string; readonly heap: () => Promise<HeapInfo> };
type MeasuredConnections = () => { readonly open: number; readonly idle: number; readonly waiting: number };
/** `bytes` is undefined where it is not known what the values take. */
type MeasuredMap = { readonly size: number; readonly fill: number; readonly bytes?: number | undefined };
/** What is kept in memory to be had again, and is no map of this thread. */
type MeasuredKept = { readonly name: string; readonly bytes: () => number };
export type MeasuredCache = { hits: number; misses: number; readonly maps: Set<WeakRef<MeasuredMap>> };

/** What lives in this process and can be measured. Who makes it puts it in, and takes it out when it ends. */
export const measured = {
  pools: new Set<MeasuredPool>(),
  threads: new Set<MeasuredThread>(),
  connections: new Set<MeasuredConnections>(),
  /** By name; maps of the same name are counted together. */
  caches: new Map<string, MeasuredCache>(),
  kept: new Set<MeasuredKept>(),
};

/** Counts for a cache of this name, which lives as long as whoever made it does. */
export function measuredCache(name: string, map: MeasuredMap): MeasuredCache {
  let cache = measured.caches.get(name);
  if (cache === undefined) measured.caches.set(name, (cache = { hits: 0, misses: 0, maps: new Set() }));
  cache.maps.add(new WeakRef(map));
  return cache;
}

/** The maps of a cache that are still there. */
export function mapsOf({ maps }: MeasuredCache): MeasuredMap[] {
  const there: MeasuredMap[] = [];
  for (const reference of maps) {
    const map = reference.deref();
    if (map === undefined) maps.delete(reference);
    else there.push(map);
  }
  return there;
}
