import type { Reader } from "#db/connection.ts";
import { heldDecisions } from "#opinions/store/held-decisions.ts";
import type { DecisionContext } from "./cleaning/clean-raw.ts";
import type { RejectReason, SourceItem } from "../source.ts";

/**
 * What is known of the decisions that opinions of these rows belong to: from the rows themselves, else from the
 * records. A decision that is nowhere has no entry.
 */
export async function decisionsOf(
  db: Reader,
  source: string,
  items: readonly SourceItem[],
): Promise<Map<string, DecisionContext>> {
  const known = new Map<string, DecisionContext>();
  for (const { cluster } of items) if (cluster !== undefined) known.set(cluster.sourceId, cluster);
  const wanted = items.flatMap(({ opinions }) => opinions.map(({ clusterSourceId }) => clusterSourceId));
  const missing = [...new Set(wanted)].filter((sourceId) => !known.has(sourceId));
  for (const [sourceId, held] of await heldDecisions(db, source, missing)) known.set(sourceId, held);
  return new Map([...known].map(([id, { publishStatus, citations }]) => [id, { publishStatus, citations }]));
}

/**
 * Gives decisions that are held already what the input leaves unsaid (no dockets file, no citations file), so that a
 * poorer input never erases what a richer one brought. One that is not held and has no court becomes a reject.
 */
export async function completed(
  db: Reader,
  source: string,
  items: readonly SourceItem[],
): Promise<readonly SourceItem[]> {
  const lacking = items.filter(({ keeps }) => keeps?.case === true || keeps?.citations === true);
  const held = await heldDecisions(
    db,
    source,
    lacking.flatMap(({ cluster }) => cluster?.sourceId ?? []),
  );
  return items.map((item) => {
    const { cluster, keeps, ...rest } = item;
    if (cluster === undefined || keeps === undefined) return item;
    const before = held.get(cluster.sourceId);
    if (before === undefined) return keeps.courtFault === undefined ? item : rejected(rest, keeps.courtFault);
    return {
      ...item,
      cluster: {
        ...cluster,
        ...(keeps.case ? { case: before.case, courtId: before.courtId } : {}),
        ...(keeps.citations ? { citations: before.citations } : {}),
      },
    };
  });
}

function rejected(item: Omit<SourceItem, "cluster" | "keeps">, reason: RejectReason): SourceItem {
  return { ...item, opinions: [], rejects: [...item.rejects, reason] };
}
