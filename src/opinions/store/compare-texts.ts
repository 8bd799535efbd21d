import { BoundedMap } from "#base/bounded-map.ts";
import type { Trx } from "#db/connection.ts";
import { shinglesOf, sketchOf } from "../shingles.ts";
import type { Sketch } from "../shingles.ts";
import { haveOneText, mayHaveOneText } from "../work.ts";
import { readPlainTexts } from "./texts.ts";

/** Texts are kept for the next comparison up to so many runs of words, some 40 bytes each. */
const SHINGLES_KEPT_MAX = 1_000_000;
const PICKED_KEPT_MAX = 1_000_000;

/**
 * Compares the texts of decisions of which many are alike: each is read once for its sketch, and once more only where
 * the sketches do not refuse a pair.
 */
export function textsCompared(trx: Trx): (left: string, right: string) => Promise<boolean> {
  const whole = new BoundedMap<string, ReadonlySet<number>>({
    weight_max: SHINGLES_KEPT_MAX,
    weightOf: ({ size }) => size,
    firstToGo: "used",
  });
  const sketches = new BoundedMap<string, Sketch>({
    weight_max: PICKED_KEPT_MAX,
    weightOf: ({ picked }) => picked.size + 1,
    firstToGo: "used",
  });
  const textOf = async (clusterId: string): Promise<ReadonlySet<number>> => {
    const known = whole.get(clusterId);
    if (known !== undefined) return known;
    const shingles = await readShingles(trx, clusterId);
    whole.set(clusterId, shingles);
    return shingles;
  };
  const sketchFor = async (clusterId: string): Promise<Sketch> => {
    const known = sketches.get(clusterId);
    if (known !== undefined) return known;
    const sketch = sketchOf(await textOf(clusterId));
    sketches.set(clusterId, sketch);
    return sketch;
  };
  return async (left, right) =>
    mayHaveOneText(await sketchFor(left), await sketchFor(right)) &&
    haveOneText(await textOf(left), await textOf(right));
}

async function readShingles(trx: Trx, clusterId: string): Promise<ReadonlySet<number>> {
  const rows = await trx.selectFrom("opinions").select("id").where("cluster_id", "=", clusterId).execute();
  const texts = await readPlainTexts(
    trx,
    rows.map(({ id }) => id),
  );
  return new Set([...texts.values()].flatMap((text) => [...shinglesOf(text)]));
}
