import type { Reader, Trx } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { candidatesOf } from "./edges.ts";
import { linkTo } from "./link.ts";
import type { CitedAs, Link } from "./link.ts";

/**
 * Links anew what others cite under the keys that these decisions have or had, or had linked to them: a decision that
 * has come may be what an older opinion cites, one that has gone or changed its citations no longer is. Returns every decision that
 * gains or loses a citer.
 */
export async function relinkEdges(
  trx: Trx,
  clusterIds: readonly string[],
  keys: readonly string[],
): Promise<Set<string>> {
  const touched = new Set<string>();
  const edges = await edgesAround(trx, clusterIds, keys);
  const candidates = await candidatesOf(
    trx,
    edges.flatMap(({ cited }) => cited.keys),
  );
  for (const { citingId, authority, before, cited } of edges) {
    const link: Link = linkTo(cited, candidates);
    if (link.clusterId === before.clusterId && link.resolution === before.resolution) continue;
    await trx
      .updateTable("citing_edges")
      .set({ cited_cluster_id: link.clusterId, resolution: link.resolution })
      .where("citing_id", "=", citingId)
      .where("authority", "=", authority)
      .execute();
    for (const id of [before.clusterId, link.clusterId]) if (id !== null) touched.add(id);
  }
  return touched;
}

type EdgeAround = {
  readonly citingId: number;
  readonly authority: number;
  readonly before: { readonly clusterId: string | null; readonly resolution: string };
  readonly cited: CitedAs & { readonly keys: string[] };
};

async function edgesAround(db: Reader, clusterIds: readonly string[], keys: readonly string[]): Promise<EdgeAround[]> {
  const wanted = new Set<string>();
  const citing = new Set<number>();
  const want = (rows: readonly { citing_id: number; authority: number }[]): void => {
    for (const { citing_id, authority } of rows) {
      wanted.add(`${citing_id} ${authority}`);
      citing.add(citing_id);
    }
  };
  for (const ids of inParts(clusterIds))
    want(
      await db
        .selectFrom("citing_edges")
        .select(["citing_id", "authority"])
        .where("cited_cluster_id", "in", ids)
        .execute(),
    );
  for (const part of inParts(keys))
    want(
      await db.selectFrom("citing_keys").select(["citing_id", "authority"]).where("lookup_key", "in", part).execute(),
    );
  const edges = new Map<string, EdgeAround>();
  for (const ids of inParts([...citing])) {
    const rows = await db
      .selectFrom("citing_edges")
      .innerJoin("citing_keys", (join) =>
        join
          .onRef("citing_keys.citing_id", "=", "citing_edges.citing_id")
          .onRef("citing_keys.authority", "=", "citing_edges.authority"),
      )
      .select(["citing_edges.citing_id", "citing_edges.authority", "cited_cluster_id", "resolution"])
      .select(["lookup_key", "year", "court_id", "name"])
      .where("citing_edges.citing_id", "in", ids)
      .orderBy("lookup_key")
      .execute();
    for (const row of rows) {
      const place = `${row.citing_id} ${row.authority}`;
      if (!wanted.has(place)) continue;
      const known = edges.get(place);
      if (known !== undefined) known.cited.keys.push(row.lookup_key);
      else
        edges.set(place, {
          citingId: row.citing_id,
          authority: row.authority,
          before: { clusterId: row.cited_cluster_id, resolution: row.resolution },
          cited: { keys: [row.lookup_key], year: row.year, courtId: row.court_id, name: row.name },
        });
    }
  }
  return [...edges.values()];
}
