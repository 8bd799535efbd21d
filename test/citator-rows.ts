import type { Reader } from "#db/connection.ts";

/** Everything the citator keeps, in an order of its own: the numbers that opinions have in it differ from run to run. */
export async function citatorRows(db: Reader): Promise<{
  readonly opinions: readonly unknown[];
  readonly edges: readonly { readonly opinion_id: string; readonly cited_cluster_id: string | null }[];
  readonly keys: readonly unknown[];
  readonly laws: readonly unknown[];
  readonly decisions: readonly unknown[];
  readonly summaries: readonly unknown[];
}> {
  const opinions = await db.selectFrom("citing_opinions").selectAll().orderBy("opinion_id").execute();
  const edges = await db
    .selectFrom("citing_edges")
    .innerJoin("citing_opinions", "citing_opinions.id", "citing_edges.citing_id")
    .selectAll("citing_edges")
    .select("opinion_id")
    .orderBy("opinion_id")
    .orderBy("authority")
    .execute();
  const keys = await db
    .selectFrom("citing_keys")
    .innerJoin("citing_opinions", "citing_opinions.id", "citing_keys.citing_id")
    .select(["lookup_key", "opinion_id", "authority"])
    .orderBy("lookup_key")
    .orderBy("opinion_id")
    .orderBy("authority")
    .execute();
  const laws = await db
    .selectFrom("citing_laws")
    .innerJoin("citing_opinions", "citing_opinions.id", "citing_laws.citing_id")
    .selectAll("citing_laws")
    .select("opinion_id")
    .orderBy("law_key")
    .orderBy("opinion_id")
    .execute();
  return {
    opinions: opinions.map(unnumbered),
    edges: edges.map(unnumbered),
    keys,
    laws: laws.map(unnumbered),
    decisions: await db
      .selectFrom("citator_decisions")
      .selectAll()
      .orderBy("cluster_id")
      .orderBy("lookup_key")
      .execute(),
    summaries: await db.selectFrom("treatment_summaries").selectAll().orderBy("work_id").execute(),
  };
}

function unnumbered<Row extends object>(row: Row): Omit<Row, "id" | "citing_id"> {
  const { id: _, citing_id: __, ...rest } = row as Row & { id?: number; citing_id?: number };
  return rest;
}
