import type { SearchEngine } from "#index/index.ts";
import type { DocumentSource } from "./document-source.ts";

/**
 * Brings back what the records have and the index lacks, by small steps, each of which can be searched at once; the
 * damage counts as mended only after the last. Answers how many documents came back.
 */
export async function repairIndex(
  engine: Pick<SearchEngine, "apply" | "missing">,
  source: DocumentSource,
): Promise<number> {
  let repaired = 0;
  for await (const ids of source.ids()) {
    const missing = await engine.missing(ids);
    if (missing.length === 0) continue;
    const upserts = await source.documentsOf(missing);
    await engine.apply({ upserts, deletes: [] });
    repaired += upserts.length;
  }
  await engine.apply({ upserts: [], deletes: [], mends: true });
  return repaired;
}
