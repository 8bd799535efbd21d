import type { Reader, Trx } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { worksOfDecisions } from "#opinions/store/held.ts";
import { candidatesOf } from "./edges.ts";
import type { Lost, Uncounted } from "./edges.ts";
import { linkTo } from "./link.ts";
import type { CitedAs, Link } from "./link.ts";
import { countedOf } from "./representatives.ts";
import type { Counted } from "./tally.ts";

/**
 * Links anew what others cite under the keys that these decisions have or had, or had linked to them: a decision that
 * has come may be what an older opinion cites, one that has gone or changed its citations no longer is.
 */
export async function relinkEdges(trx: Trx, clusterIds: readonly string[], keys: readonly string[]): Promise<Relinked> {
  const touched = new Set<string>();
  const citing = new Set<string>();
  const uncounted: Uncounted[] = [];
  const edges = await edgesAround(trx, clusterIds, keys);
  const candidates = await candidatesOf(
    trx,
    edges.flatMap(({ cited }) => cited.keys),
  );
  const works = await worksOfDecisions(
    trx,
    edges.map(({ citingCluster }) => citingCluster),
  );
  for (const { citingId, citingCluster, authority, before, cited } of edges) {
    const link: Link = linkTo(cited, candidates, works.get(citingCluster));
    if (link.clusterId === before.clusterId && link.resolution === before.resolution) continue;
    await trx
      .updateTable("citing_edges")
      .set({ cited_cluster_id: link.clusterId, resolution: link.resolution, counts_as: null, place: null })
      .where("citing_id", "=", citingId)
      .where("authority", "=", authority)
      .execute();
    for (const id of [before.clusterId, link.clusterId]) if (id !== null) touched.add(id);
    citing.add(citingCluster);
    if (before.clusterId !== null && before.counted !== null)
      uncounted.push({ clusterId: before.clusterId, counted: before.counted });
  }
  return { clusterIds: touched, uncounted, citingClusterIds: citing };
}

/** Every decision that gains or loses a citer, what counted and does no more, and the decisions that cite them. */
type Relinked = Omit<Lost, "lawKeys" | "citedBy"> & { readonly citingClusterIds: ReadonlySet<string> };

type EdgeAround = {
  readonly citingId: number;
  readonly citingCluster: string;
  readonly authority: number;
  readonly before: {
    readonly clusterId: string | null;
    readonly resolution: string;
    readonly counted: Counted | null;
  };
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
      .innerJoin("citing_opinions", "citing_opinions.id", "citing_edges.citing_id")
      .select(["citing_edges.citing_id", "cluster_id", "citing_edges.authority", "cited_cluster_id", "resolution"])
      .select(["counts_as", "place"])
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
          citingCluster: row.cluster_id,
          authority: row.authority,
          before: { clusterId: row.cited_cluster_id, resolution: row.resolution, counted: countedOf(row) },
          cited: { keys: [row.lookup_key], year: row.year, courtId: row.court_id, name: row.name },
        });
    }
  }
  return [...edges.values()];
}
