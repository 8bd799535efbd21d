import { createHash } from "node:crypto";
import { BoundedMap } from "#base/bounded-map.ts";
import type { Embedder } from "./embedder.ts";

/** What an entry takes beside its numbers, roughly. */
const ENTRY_BYTES = 200;

/**
 * An embedder that makes the vector of a passage once while it remembers it: a decision that is cited anew has one
 * passage more, and is embedded whole. What was used longest ago is forgotten first. Queries are passed on.
 */
export function remembering(embedder: Embedder, bytes_max: number): Embedder {
  const { dimensions } = embedder.version;
  const known = new BoundedMap<string, Float32Array>({
    weight_max: bytes_max,
    weightOf: (vector) => vector.byteLength + ENTRY_BYTES,
    firstToGo: "used",
  });
  return {
    ...embedder,
    passages: async (texts, options) => {
      const hashes = texts.map((text) => createHash("sha256").update(text).digest("base64"));
      const vectors = new Map<string, Float32Array>();
      const missing = new Map<string, string>();
      for (const [at, hash] of hashes.entries()) {
        const vector = known.get(hash);
        if (vector === undefined) missing.set(hash, texts[at] as string);
        else vectors.set(hash, vector);
      }
      if (missing.size > 0) {
        const rows = await embedder.passages([...missing.values()], options);
        // An answer of another size is judged by the one who asked.
        if (rows.length !== missing.size * dimensions) return embedder.passages(texts, options);
        for (const [row, hash] of [...missing.keys()].entries()) {
          const vector = rows.slice(row * dimensions, (row + 1) * dimensions);
          vectors.set(hash, vector);
          if (vector.every(Number.isFinite)) known.set(hash, vector);
        }
      }
      const answer = new Float32Array(texts.length * dimensions);
      for (const [at, hash] of hashes.entries()) answer.set(vectors.get(hash) as Float32Array, at * dimensions);
      return answer;
    },
  };
}
