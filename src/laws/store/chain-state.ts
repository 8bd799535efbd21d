import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { lawNodeIdOf } from "../ids.ts";
import type { LawRecord, LawWords } from "../model.ts";
import { recordOf } from "./rows.ts";

/** The words of a version that is to be written: its own, or those of another version of the node. */
export type WordsFrom = LawWords | { readonly sameAs: string };

export type HeldVersion = {
  readonly record: LawRecord;
  readonly contentHash: string;
  readonly textChars: number;
  readonly sortedAsOf: string | null;
};

/** What is known of a provision while changes are worked in. */
export type ChainState = {
  readonly sourceId: string;
  readonly isHeld: boolean;
  /** By version key. */
  readonly versions: Map<string, HeldVersion>;
  /** Those to be written, with their words where these are written too. */
  readonly writes: Map<string, WordsFrom | undefined>;
};

/** The provisions as they are held, without their words; one that is not held starts empty. */
export async function readChainStates(
  db: Reader,
  collectionId: string,
  sourceIds: readonly string[],
): Promise<Map<string, ChainState>> {
  const states = new Map<string, ChainState>();
  for (const part of inParts(sourceIds)) {
    const names = new Map(part.map((sourceId) => [lawNodeIdOf(collectionId, sourceId), sourceId]));
    const rows = await db
      .selectFrom("law_versions")
      .selectAll()
      .where("node_id", "in", [...names.keys()])
      .execute();
    const held = Map.groupBy(rows, ({ node_id }) => node_id);
    for (const [nodeId, sourceId] of names) {
      const versions = (held.get(nodeId) ?? []).map((row): [string, HeldVersion] => [
        row.version_key,
        {
          record: recordOf(row),
          contentHash: row.content_hash,
          textChars: row.text_chars,
          sortedAsOf: row.sorted_as_of,
        },
      ]);
      states.set(sourceId, { sourceId, isHeld: versions.length > 0, versions: new Map(versions), writes: new Map() });
    }
  }
  return states;
}
