import type { Reader, Trx } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { insertRows } from "#db/rows.ts";
import { decisionsUnder } from "#opinions/store/cited.ts";
import { linkTo } from "./link.ts";
import type { Candidate, CitedAs, Link } from "./link.ts";
import type { ReadOpinion } from "./read-stored.ts";

/** Takes out everything these opinions cite and returns the decisions that loses them a citer. */
export async function removeEdges(trx: Trx, opinionIds: readonly string[]): Promise<Set<string>> {
  const cited = new Set<string>();
  for (const ids of inParts(opinionIds)) {
    const rows = await trx
      .selectFrom("citing_edges")
      .select("cited_cluster_id")
      .distinct()
      .where("citing_opinion_id", "in", ids)
      .execute();
    for (const { cited_cluster_id } of rows) if (cited_cluster_id !== null) cited.add(cited_cluster_id);
    await trx.deleteFrom("citing_edges").where("citing_opinion_id", "in", ids).execute();
    await trx.deleteFrom("citing_keys").where("citing_opinion_id", "in", ids).execute();
    await trx.deleteFrom("citing_laws").where("citing_opinion_id", "in", ids).execute();
  }
  return cited;
}

/** Writes what these opinions cite, each linked to what is held now, and returns the decisions that gain a citer. */
export async function insertEdges(trx: Trx, opinions: readonly ReadOpinion[]): Promise<Set<string>> {
  const candidates = await candidatesOf(
    trx,
    opinions.flatMap(({ cited }) => cited.flatMap(({ keys }) => keys)),
  );
  const linked = opinions.flatMap(({ opinionId, clusterId, cited }) =>
    cited.map((decision) => ({ opinionId, clusterId, decision, link: linkTo(decision, candidates) })),
  );
  await insertRows(
    trx,
    "citing_edges",
    linked.map(({ opinionId, clusterId, decision, link }) => ({
      citing_opinion_id: opinionId,
      authority: decision.number,
      citing_cluster_id: clusterId,
      cited_cluster_id: link.clusterId,
      resolution: link.resolution,
      cited_as: decision.citedAs,
      mentions: decision.mentions,
      first_start: decision.first.start,
      first_end: decision.first.end,
      pin_cites: JSON.stringify(decision.pinCites),
      passages: JSON.stringify(decision.passages),
      treatment: decision.treatment,
      voice: decision.voice,
      authoritative: decision.authoritative ? 1 : 0,
      cue: decision.cue,
      quote: decision.quote,
      quote_start: decision.quoteStart,
      told_by: decision.toldBy,
    })),
  );
  await insertRows(
    trx,
    "citing_keys",
    linked.flatMap(({ opinionId, decision }) =>
      decision.keys.map((key) => ({
        lookup_key: key,
        citing_opinion_id: opinionId,
        authority: decision.number,
        year: decision.year,
        court_id: decision.courtId,
        name: decision.name,
      })),
    ),
  );
  await insertRows(trx, "citing_laws", opinions.flatMap(lawRows));
  return new Set(linked.flatMap(({ link }) => (link.clusterId === null ? [] : [link.clusterId])));
}

/** What an opinion cites of law; which version it means follows from its date when that is asked. */
function lawRows({ opinionId, clusterId, laws }: ReadOpinion) {
  return laws.map(({ key, citedAs, mentions, pinCites, first, quote, quoteStart }) => ({
    law_key: key,
    citing_opinion_id: opinionId,
    citing_cluster_id: clusterId,
    cited_as: citedAs,
    mentions,
    pin_cites: JSON.stringify(pinCites),
    first_start: first.start,
    first_end: first.end,
    quote,
    quote_start: quoteStart,
  }));
}

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
    [...edges.values()].flatMap(({ cited }) => cited.keys),
  );
  for (const { opinionId, authority, before, cited } of edges.values()) {
    const link: Link = linkTo(cited, candidates);
    if (link.clusterId === before.clusterId && link.resolution === before.resolution) continue;
    await trx
      .updateTable("citing_edges")
      .set({ cited_cluster_id: link.clusterId, resolution: link.resolution })
      .where("citing_opinion_id", "=", opinionId)
      .where("authority", "=", authority)
      .execute();
    for (const id of [before.clusterId, link.clusterId]) if (id !== null) touched.add(id);
  }
  return touched;
}

type EdgeAround = {
  readonly opinionId: string;
  readonly authority: number;
  readonly before: { readonly clusterId: string | null; readonly resolution: string };
  readonly cited: CitedAs & { readonly keys: string[] };
};

async function edgesAround(
  trx: Trx,
  clusterIds: readonly string[],
  keys: readonly string[],
): Promise<Map<string, EdgeAround>> {
  const wanted = new Map<string, { opinionId: string; authority: number }>();
  const want = (rows: readonly { citing_opinion_id: string; authority: number }[]): void => {
    for (const { citing_opinion_id, authority } of rows)
      wanted.set(`${citing_opinion_id} ${authority}`, { opinionId: citing_opinion_id, authority });
  };
  for (const ids of inParts(clusterIds)) {
    want(
      await trx
        .selectFrom("citing_edges")
        .select(["citing_opinion_id", "authority"])
        .where("cited_cluster_id", "in", ids)
        .execute(),
    );
  }
  for (const part of inParts(keys)) {
    want(
      await trx
        .selectFrom("citing_keys")
        .select(["citing_opinion_id", "authority"])
        .distinct()
        .where("lookup_key", "in", part)
        .execute(),
    );
  }
  const edges = new Map<string, EdgeAround>();
  for (const ids of inParts([...new Set([...wanted.values()].map(({ opinionId }) => opinionId))])) {
    const rows = await trx
      .selectFrom("citing_edges")
      .innerJoin("citing_keys", (join) =>
        join
          .onRef("citing_keys.citing_opinion_id", "=", "citing_edges.citing_opinion_id")
          .onRef("citing_keys.authority", "=", "citing_edges.authority"),
      )
      .select([
        "citing_edges.citing_opinion_id",
        "citing_edges.authority",
        "cited_cluster_id",
        "resolution",
        "lookup_key",
        "year",
        "court_id",
        "name",
      ])
      .where("citing_edges.citing_opinion_id", "in", ids)
      .orderBy("lookup_key")
      .execute();
    for (const row of rows) {
      const key = `${row.citing_opinion_id} ${row.authority}`;
      if (!wanted.has(key)) continue;
      const known = edges.get(key);
      if (known !== undefined) known.cited.keys.push(row.lookup_key);
      else {
        edges.set(key, {
          opinionId: row.citing_opinion_id,
          authority: row.authority,
          before: { clusterId: row.cited_cluster_id, resolution: row.resolution },
          cited: { keys: [row.lookup_key], year: row.year, courtId: row.court_id, name: row.name },
        });
      }
    }
  }
  return edges;
}

async function candidatesOf(db: Reader, keys: readonly string[]): Promise<Map<string, Candidate[]>> {
  return new Map(
    [...(await decisionsUnder(db, keys))].map(([key, decisions]) => [
      key,
      decisions.map(({ clusterId, workId, courtId, caseName, yearsFiled }) => {
        return { clusterId, workId, courtId, caseName, years: yearsFiled };
      }),
    ]),
  );
}
