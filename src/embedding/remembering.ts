import { createHash } from "node:crypto";
import { BoundedMap } from "#base/bounded-map.ts";
import type { Embedder } from "./embedder.ts";

/** What an entry takes beside its numbers, roughly. */
const ENTRY_BYTES = 200;

/** What may be remembered of each kind of text; without a bound, nothing of it is. */
export type Remembered = { readonly passages_bytes_max?: number; readonly queries_bytes_max?: number };

/**
 * An embedder that makes the vector of a text once while it remembers it: a decision that is cited anew has one passage
 * more, and is embedded whole; a query that finds little is asked again less narrowly. What was used longest ago is
 * forgotten first.
 */
export function remembering(embedder: Embedder, { passages_bytes_max, queries_bytes_max }: Remembered): Embedder {
  const { version, passages, queries } = embedder;
  const once = (embed: Embed, bytes_max: number | undefined): Embed =>
    bytes_max === undefined ? embed : embeddingOnce(embed, version.dimensions, bytes_max);
  return { ...embedder, passages: once(passages, passages_bytes_max), queries: once(queries, queries_bytes_max) };
}

type Embed = Embedder["passages"];

function embeddingOnce(embed: Embed, dimensions: number, bytes_max: number): Embed {
  const known = new BoundedMap<string, Float32Array>({
    name: "embeddings",
    weight_max: bytes_max,
    weightIs: "bytes",
    weightOf: (vector) => vector.byteLength + ENTRY_BYTES,
    firstToGo: "used",
  });
  return async (texts, options) => {
    const hashes = texts.map((text) => createHash("sha256").update(text).digest("base64"));
    const vectors = new Map<string, Float32Array>();
    const missing = new Map<string, string>();
    for (const [at, hash] of hashes.entries()) {
      const vector = known.get(hash);
      if (vector === undefined) missing.set(hash, texts[at] as string);
      else vectors.set(hash, vector);
    }
    if (missing.size > 0) {
      const rows = await embed([...missing.values()], options);
      // An answer of another size is judged by the one who asked.
      if (rows.length !== missing.size * dimensions) return embed(texts, options);
      for (const [row, hash] of [...missing.keys()].entries()) {
        const vector = rows.slice(row * dimensions, (row + 1) * dimensions);
        vectors.set(hash, vector);
        if (vector.every(Number.isFinite)) known.set(hash, vector);
      }
    }
    const answer = new Float32Array(texts.length * dimensions);
    for (const [at, hash] of hashes.entries()) answer.set(vectors.get(hash) as Float32Array, at * dimensions);
    return answer;
  };
}
