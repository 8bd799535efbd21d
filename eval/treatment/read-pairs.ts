import type { Reader } from "#db/connection.ts";
import { extractCitations } from "#citations/citations.ts";
import { readStoredOpinions } from "#citator/read-stored.ts";
import type { CitedDecision } from "#citator/read-opinion.ts";
import type { PairLabel, PassageLabel } from "./labels.ts";

/** What the citator reads of one labelled pair: the same opinion may cite the decision under two numbers. */
export type ReadPair<Label> = { readonly label: Label; readonly read: readonly CitedDecision[] };

/** Opinions read together: few, so that little is held in memory. */
const OPINIONS_AT_ONCE = 40;

/** The pairs whose citing opinion is held, as the citator reads them now from its text. */
export async function readPassagePairs(db: Reader, labels: readonly PassageLabel[]): Promise<ReadPair<PassageLabel>[]> {
  const ids = await idsBySource(db, "opinions");
  const wanted = labels.flatMap((label) => {
    const opinionId = ids.get(label.citing_opinion ?? "");
    return opinionId === undefined ? [] : [{ label, opinionIds: [opinionId] }];
  });
  return readPairs(db, wanted, keysOf);
}

/** The pairs of which both decisions are held: everything that all opinions and copies of the citing one say. */
export async function readPublishedPairs(db: Reader, labels: readonly PairLabel[]): Promise<ReadPair<PairLabel>[]> {
  const places = await db.selectFrom("clusters").select(["id", "source", "source_id", "work_id"]).execute();
  const workOf = new Map(places.map((row) => [sourceId(row), row.work_id]));
  const copies = Map.groupBy(places, ({ work_id }) => work_id);
  const opinions = Map.groupBy(
    await db.selectFrom("opinions").select(["id", "cluster_id"]).execute(),
    ({ cluster_id }) => cluster_id,
  );
  const keys = Map.groupBy(
    await db.selectFrom("cluster_citations").select(["cluster_id", "lookup_key"]).execute(),
    ({ cluster_id }) => cluster_id,
  );
  const clustersOf = (id: string): string[] => (copies.get(workOf.get(id) ?? "") ?? []).map((row) => row.id);
  const wanted = labels.flatMap((label) => {
    const citing = clustersOf(label.citing);
    if (citing.length === 0 || clustersOf(label.cited).length === 0) return [];
    return [{ label, opinionIds: citing.flatMap((id) => (opinions.get(id) ?? []).map((row) => row.id)) }];
  });
  return readPairs(db, wanted, ({ cited }) =>
    clustersOf(cited).flatMap((id) => (keys.get(id) ?? []).map((row) => row.lookup_key)),
  );
}

function keysOf(label: PassageLabel): string[] {
  return extractCitations(`${label.cited_citation}; ${label.cited_as_printed}`).flatMap((one) =>
    one.kind === "case" && one.key !== null ? [one.key] : [],
  );
}

type Wanted<Label> = { readonly label: Label; readonly opinionIds: readonly string[] };

async function readPairs<Label>(
  db: Reader,
  wanted: readonly Wanted<Label>[],
  citedKeys: (label: Label) => readonly string[],
): Promise<ReadPair<Label>[]> {
  const ids = [...new Set(wanted.flatMap(({ opinionIds }) => opinionIds))];
  const cited = new Map<string, readonly CitedDecision[]>();
  for (let at = 0; at < ids.length; at += OPINIONS_AT_ONCE) {
    for (const outcome of await readStoredOpinions(db, ids.slice(at, at + OPINIONS_AT_ONCE)))
      if ("cited" in outcome) cited.set(outcome.opinionId, outcome.cited);
  }
  return wanted.map(({ label, opinionIds }) => {
    const keys = new Set(citedKeys(label));
    const read = opinionIds.flatMap((id) =>
      (cited.get(id) ?? []).filter((one) => one.keys.some((key) => keys.has(key))),
    );
    return { label, read };
  });
}

async function idsBySource(db: Reader, table: "opinions"): Promise<Map<string, string>> {
  const rows = await db.selectFrom(table).select(["id", "source", "source_id"]).execute();
  return new Map(rows.map((row) => [sourceId(row), row.id]));
}

function sourceId({ source, source_id }: { readonly source: string; readonly source_id: string }): string {
  return `${source === "courtlistener" ? "cl" : source}:${source_id}`;
}
