import { OnpointError } from "#base/errors.ts";
import { TEXTS_MAX } from "#embedding/embedder.ts";
import type { Embedder, Embedders } from "#embedding/embedder.ts";
import { hashTerm, TokenScanner } from "#text/tokenize.ts";

/**
 * An embedder that needs no model, for tests: texts that share words are near to one another. Each word counts in the
 * one place its hash names, as often as it occurs.
 */
export function hashedWords(dimensions: number, id = `hashed-${dimensions}`): Embedder {
  const embed = async (texts: readonly string[]): Promise<Float32Array> => {
    if (texts.length > TEXTS_MAX) throw new RangeError(`${texts.length} texts at once`);
    const rows = new Float32Array(texts.length * dimensions);
    for (const [index, text] of texts.entries()) {
      countWords(text, rows.subarray(index * dimensions, (index + 1) * dimensions));
    }
    return rows;
  };
  return {
    version: { id, provider: "corpus", dimensions },
    passages: embed,
    queries: embed,
    close: async () => undefined,
  };
}

function countWords(text: string, row: Float32Array): void {
  const scanner = new TokenScanner();
  scanner.reset(text);
  while (scanner.next()) {
    const place = (hashTerm(scanner.term, scanner.termLength) >>> 0) % row.length;
    row[place] = (row[place] ?? 0) + 1;
  }
  const length = Math.hypot(...row);
  if (length > 0) for (const [place, value] of row.entries()) row[place] = value / length;
}

/** A data directory that holds these versions, the newest first. */
export function holding(newest: Embedder, ...older: readonly Embedder[]): Embedders {
  const held = new Map([newest, ...older].map((one) => [one.version.id, one]));
  return {
    newest: async () => newest.version,
    open: async (versionId) => {
      const found = held.get(versionId);
      if (found === undefined) throw new OnpointError("not_found", `no vectors ${versionId} are held`);
      return found;
    },
    keepOnly: async (versionIds) => {
      for (const id of held.keys()) if (id !== newest.version.id && !versionIds.includes(id)) held.delete(id);
    },
  };
}
