import type { Reader } from "#db/connection.ts";
import { extractCitations } from "#citations/citations.ts";
import { consider } from "#citator/read-opinion.ts";
import { beginStoredOpinions } from "#citator/read-stored.ts";
import type { Considered } from "#citator/reading/features.ts";
import type { PairLabel, PassageLabel, ProposalLabel } from "./labels.ts";

/** What is said of the cited decision of one labelled pair, by each opinion of the citing one that cites it. */
export type ReadPair<Label> = { readonly label: Label; readonly said: readonly Considered[] };

/** The pairs whose citing opinion is held, with what it says. */
export async function readPassagePairs(db: Reader, labels: readonly PassageLabel[]): Promise<ReadPair<PassageLabel>[]> {
  return readInOpinions(db, labels, ({ citing_opinion }) => citing_opinion ?? "", keysOf);
}

/** The judged proposals whose opinion is held. */
export async function readProposalPairs(
  db: Reader,
  labels: readonly ProposalLabel[],
): Promise<ReadPair<ProposalLabel>[]> {
  return readInOpinions(
    db,
    labels,
    ({ opinion }) => opinion,
    ({ cited_citation }) => keysIn(cited_citation),
  );
}

async function readInOpinions<Label>(
  db: Reader,
  labels: readonly Label[],
  opinionOf: (label: Label) => string,
  citedKeys: (label: Label) => readonly string[],
): Promise<ReadPair<Label>[]> {
  const rows = await db.selectFrom("opinions").select(["id", "source", "source_id"]).execute();
  const ids = new Map(rows.map((row) => [sourceId(row), row.id]));
  const wanted = labels.flatMap((label) => {
    const opinionId = ids.get(opinionOf(label));
    return opinionId === undefined ? [] : [{ label, opinionIds: [opinionId] }];
  });
  return readPairs(db, wanted, citedKeys);
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

/** Pairs of a citing decision and the citation under which it cites another: what all its opinions say of it. */
export async function readCitedPairs<Label extends { readonly citing: string; readonly citedAs: string }>(
  db: Reader,
  labels: readonly Label[],
): Promise<ReadPair<Label>[]> {
  const rows = await db
    .selectFrom("opinions")
    .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
    .select(["opinions.id", "clusters.source", "clusters.source_id"])
    .execute();
  const opinions = Map.groupBy(rows, (row) => sourceId(row));
  const wanted = labels.map((label) => ({
    label,
    opinionIds: (opinions.get(label.citing) ?? []).map(({ id }) => id),
  }));
  return readPairs(db, wanted, ({ citedAs }) => keysIn(citedAs));
}

function keysOf(label: PassageLabel): string[] {
  return keysIn(`${label.cited_citation}; ${label.cited_as_printed}`);
}

function keysIn(text: string): string[] {
  return extractCitations(text).flatMap((one) => (one.kind === "case" && one.key !== null ? [one.key] : []));
}

export type Wanted<Label> = { readonly label: Label; readonly opinionIds: readonly string[] };

export async function readPairs<Label>(
  db: Reader,
  wanted: readonly Wanted<Label>[],
  citedKeys: (label: Label) => readonly string[],
): Promise<ReadPair<Label>[]> {
  const byOpinion = new Map<string, { readonly place: number; readonly keys: ReadonlySet<string> }[]>();
  wanted.forEach(({ label, opinionIds }, place) => {
    const keys = new Set(citedKeys(label));
    for (const id of opinionIds) byOpinion.set(id, [...(byOpinion.get(id) ?? []), { place, keys }]);
  });
  const said: Considered[][] = wanted.map(() => []);
  const ids = [...byOpinion.keys()];
  for (let at = 0; at < ids.length; at += OPINIONS_AT_ONCE) {
    const { begun, held } = await beginStoredOpinions(db, ids.slice(at, at + OPINIONS_AT_ONCE));
    for (const { opinionId, reading } of begun) {
      if (reading === undefined) continue;
      const { considered } = consider(reading, held);
      for (const { place, keys } of byOpinion.get(opinionId) ?? [])
        said[place]?.push(...considered.filter(({ authority }) => authority.keys.some((key) => keys.has(key))));
    }
  }
  return wanted.map(({ label }, place) => ({ label, said: said[place] ?? [] }));
}

/** Opinions read together: few, so that little is held in memory. */
const OPINIONS_AT_ONCE = 40;

export function sourceId({ source, source_id }: { readonly source: string; readonly source_id: string }): string {
  return `${source === "courtlistener" ? "cl" : source}:${source_id}`;
}
