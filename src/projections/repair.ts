import type { Logger } from "#base/log.ts";
import type { Reader } from "#db/connection.ts";
import { outboxEnd, projectionPosition } from "#db/outbox.ts";
import type { SearchEngine } from "#index/index.ts";
import { applyBatch } from "./apply.ts";
import type { DocumentSource } from "./document-source.ts";

export type TendedIndex = {
  readonly db: Reader;
  readonly engine: Pick<SearchEngine, "apply" | "missing" | "status">;
  /** Its name among the projections, and in the log. */
  readonly projection: string;
  readonly name: string;
  readonly source: DocumentSource;
  readonly log: Logger;
  /** Whether the saved position is this index's; it is, where nothing tells otherwise. */
  readonly fits?: () => Promise<boolean>;
};

/**
 * Repairs an index that is damaged. One that is to be made anew, or was made empty, is left to who follows the records
 * when that begins at their beginning, since all of them come by then; what is missing after that is looked for as
 * after any damage.
 */
export async function tendIndex({ db, engine, projection, name, source, log, fits }: TendedIndex): Promise<void> {
  const { documents, damaged } = await engine.status();
  if (damaged.length === 0 || (await fits?.()) === false) return;
  const isToFollowAll = (await projectionPosition(db, projection)) === 0 && (await outboxEnd(db)) > 0;
  if (documents === 0 && isToFollowAll) return;
  const repaired = await repairIndex(engine, source, log);
  const was = documents === 0 ? "held nothing" : "was damaged";
  if (repaired > 0) log.warn({ documents: repaired }, `${name} ${was} and has been repaired from the records`);
  else log.info(`${name} has all that the records have`);
}

/**
 * Brings back what the records have and the index lacks, by small steps, each of which can be searched at once; the
 * damage counts as mended only after the last. Answers how many documents came back.
 */
export async function repairIndex(
  engine: Pick<SearchEngine, "apply" | "missing">,
  source: DocumentSource,
  log: Logger,
): Promise<number> {
  let repaired = 0;
  for await (const ids of source.ids()) {
    const missing = await engine.missing(ids);
    if (missing.length === 0) continue;
    const upserts = await source.documentsOf(missing);
    const refused = await applyBatch(engine, upserts, [], log);
    repaired += upserts.length - refused.size;
  }
  await engine.apply({ upserts: [], deletes: [], mends: true });
  return repaired;
}
