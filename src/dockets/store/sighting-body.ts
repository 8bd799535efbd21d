import { createHash } from "node:crypto";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { HeldSighting } from "../fold/fold.ts";
import type { DocketSighting } from "../model.ts";

/** The hash of what a sighting says. Who delivered it, where it lay, when it was fetched and its page are no part of that. */
export function sightingIdOf(sighting: DocketSighting): string {
  const { source: _, place: __, fetchedAt: ___, page: ____, facts, ...said } = sighting;
  const text = JSON.stringify([Object.entries(said).toSorted(byName), Object.entries(facts).toSorted(byName)]);
  return createHash("sha256").update(text).digest("hex");
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}

export function bodyOf(sighting: DocketSighting): Uint8Array {
  return zstdCompressSync(JSON.stringify(sighting));
}

export function sightingOf(id: string, body: Uint8Array): HeldSighting {
  return { ...(JSON.parse(zstdDecompressSync(body).toString("utf8")) as DocketSighting), id };
}
