import type { Selectable } from "kysely";
import type { Reader, Trx } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { insertRows } from "#db/rows.ts";
import type { Database } from "#db/schema.ts";
import { decisionsUnder } from "#opinions/store/cited.ts";
import { worksOfDecisions } from "#opinions/store/held.ts";
import { citingIds } from "./citing-ids.ts";
import { linkTo } from "./link.ts";
import type { Candidate, Link } from "./link.ts";
import type { KeptDecision, KeptLaw } from "./kept.ts";
import type { ReadOpinion } from "./read-stored.ts";
import { countedOf } from "./representatives.ts";
import type { Counted } from "./tally.ts";

/** An edge that counted and has been taken away. */
export type Uncounted = { readonly clusterId: string; readonly counted: Counted };

/** Whose citers are others now: decisions, and provisions of law by their keys. */
export type Cited = { readonly clusterIds: ReadonlySet<string>; readonly lawKeys: ReadonlySet<string> };

/** The decisions held that each opinion cites, but for copies of its own. */
export type CitedBy = ReadonlyMap<string, ReadonlySet<string>>;

/** Edges that are no more, and what counted of them. */
export type Lost = Cited & { readonly citedBy: CitedBy; readonly uncounted: readonly Uncounted[] };

/** Takes out everything these opinions cite. */
export async function removeEdges(trx: Trx, opinionIds: readonly string[]): Promise<Lost> {
  const clusterIds = new Set<string>();
  const lawKeys = new Set<string>();
  const uncounted: Uncounted[] = [];
  const citing = await citingIds(trx, opinionIds);
  const edges: Edge[] = [];
  for (const ids of inParts([...citing.values()])) {
    const rows = await trx
      .selectFrom("citing_edges")
      .select(["citing_id", "cited_cluster_id", "resolution", "counts_as", "place"])
      .where("citing_id", "in", ids)
      .where("cited_cluster_id", "is not", null)
      .execute();
    edges.push(...rows);
    for (const { cited_cluster_id, ...edge } of rows) {
      if (cited_cluster_id === null) continue;
      clusterIds.add(cited_cluster_id);
      const counted = countedOf(edge);
      if (counted !== null) uncounted.push({ clusterId: cited_cluster_id, counted });
    }
    const laws = await trx
      .selectFrom("citing_laws")
      .select("law_key")
      .distinct()
      .where("citing_id", "in", ids)
      .execute();
    for (const { law_key } of laws) lawKeys.add(law_key);
    await trx.deleteFrom("citing_edges").where("citing_id", "in", ids).execute();
    await trx.deleteFrom("citing_keys").where("citing_id", "in", ids).execute();
    await trx.deleteFrom("citing_laws").where("citing_id", "in", ids).execute();
    await trx.deleteFrom("citing_opinions").where("id", "in", ids).execute();
  }
  return { clusterIds, lawKeys, citedBy: citedByOf(citing, edges), uncounted };
}

type Edge = Pick<Selectable<Database["citing_edges"]>, "citing_id" | "cited_cluster_id" | "resolution">;

function citedByOf(ids: ReadonlyMap<string, number>, edges: readonly Edge[]): CitedBy {
  const opinions = new Map([...ids].map(([opinionId, id]) => [id, opinionId]));
  const citedBy = new Map<string, Set<string>>();
  for (const { citing_id, cited_cluster_id, resolution } of edges) {
    const opinionId = opinions.get(citing_id);
    if (opinionId === undefined || cited_cluster_id === null || resolution !== "found") continue;
    citedBy.set(opinionId, (citedBy.get(opinionId) ?? new Set()).add(cited_cluster_id));
  }
  return citedBy;
}

/** Writes what these opinions cite, each linked to what is held now, and returns what gains a citer. */
export async function insertEdges(
  trx: Trx,
  opinions: readonly ReadOpinion[],
  rules: number,
): Promise<Cited & { readonly citedBy: CitedBy }> {
  await insertRows(
    trx,
    "citing_opinions",
    opinions.map(({ opinionId, clusterId, textChars }) => ({
      opinion_id: opinionId,
      cluster_id: clusterId,
      text_chars: textChars,
      rules,
    })),
  );
  const ids = await citingIds(
    trx,
    opinions.map(({ opinionId }) => opinionId),
  );
  const rows = await rowsOfReadings(trx, opinions, ids);
  await insertRows(trx, "citing_edges", rows.edges);
  await insertRows(trx, "citing_keys", rows.keys);
  await insertRows(trx, "citing_laws", rows.laws);
  return {
    clusterIds: new Set(rows.edges.flatMap(({ cited_cluster_id }) => cited_cluster_id ?? [])),
    lawKeys: new Set(rows.laws.map(({ law_key }) => law_key)),
    citedBy: citedByOf(ids, rows.edges),
  };
}

/** The rows that these readings come to, linked to what is held now; `ids` are the numbers of the opinions. */
export async function rowsOfReadings(
  db: Reader,
  opinions: readonly ReadOpinion[],
  ids: ReadonlyMap<string, number>,
): Promise<RowsOfReadings> {
  const citing = opinions.filter(({ cited, laws }) => cited.length + laws.length > 0);
  const idOf = (opinionId: string): number => ids.get(opinionId) ?? 0;
  const candidates = await candidatesOf(
    db,
    citing.flatMap(({ cited }) => cited.flatMap(({ keys }) => keys)),
  );
  const works = await worksOfDecisions(
    db,
    citing.map(({ clusterId }) => clusterId),
  );
  const linked = citing.flatMap(({ opinionId, clusterId, cited }) =>
    cited.map((decision) => ({
      citing_id: idOf(opinionId),
      decision,
      link: linkTo(decision, candidates, works.get(clusterId)),
    })),
  );
  return {
    edges: linked.map(({ citing_id, decision, link }) => edgeRow(citing_id, decision, link)),
    keys: linked.flatMap(({ citing_id, decision }) =>
      decision.keys.map((lookup_key) => ({ lookup_key, citing_id, authority: decision.number })),
    ),
    laws: citing.flatMap(({ opinionId, laws }) => laws.map((law) => lawRow(idOf(opinionId), law))),
  };
}

export type RowsOfReadings = {
  readonly edges: readonly Selectable<Database["citing_edges"]>[];
  readonly keys: readonly Selectable<Database["citing_keys"]>[];
  readonly laws: readonly Selectable<Database["citing_laws"]>[];
};

function edgeRow(citing_id: number, decision: KeptDecision, link: Link): RowsOfReadings["edges"][number] {
  return {
    citing_id,
    authority: decision.number,
    cited_cluster_id: link.clusterId,
    resolution: link.resolution,
    cited_as: decision.citedAs,
    year: decision.year,
    court_id: decision.courtId,
    name: decision.name,
    mentions: decision.mentions,
    passages: decision.passages,
    treatment: decision.treatment,
    voice: decision.voice,
    authoritative: decision.authoritative ? 1 : 0,
    cue: decision.cue,
    quote_start: decision.quote.start,
    quote_bytes: decision.quote.bytes,
    told_by: decision.toldBy,
    scope: decision.scope === "whole" ? null : decision.scope,
    manner: decision.manner === "sentence" ? null : decision.manner,
    chance: decision.chance,
    counts_as: null,
    place: null,
  };
}

function isTrue(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}

/** What an opinion cites of law; which version it means follows from its date when that is asked. */
function lawRow(citing_id: number, { key, citedAs, mentions, pinCites, quote, treated }: KeptLaw) {
  return {
    law_key: key,
    citing_id,
    cited_as: citedAs,
    mentions,
    pin_cites: JSON.stringify(pinCites),
    quote_start: quote.start,
    quote_bytes: quote.bytes,
    treatment: treated?.treatment ?? null,
    treatment_own: treated === null ? null : isTrue(treated.own),
    treatment_rule: treated?.rule ?? null,
    treatment_start: treated?.quote.start ?? null,
    treatment_bytes: treated?.quote.bytes ?? null,
  };
}

/** The decisions held under each of these keys. */
export async function candidatesOf(db: Reader, keys: readonly string[]): Promise<Map<string, Candidate[]>> {
  return new Map(
    [...(await decisionsUnder(db, keys))].map(([key, decisions]) => [
      key,
      decisions.map(({ clusterId, workId, courtId, caseName, yearsFiled }) => {
        return { clusterId, workId, courtId, caseName, years: yearsFiled };
      }),
    ]),
  );
}
