import type { Reader, Trx } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { courtsOfWorks } from "#opinions/store/held.ts";
import { decisionRelation } from "#opinions/store/relations.ts";
import { decisionsKnown, knownWorks } from "./decisions.ts";
import { byStrength } from "./model.ts";
import type { Treatment, Voice } from "./model.ts";
import { countedAs, NO_TALLY, placeAmong, tallied } from "./tally.ts";
import type { Counted, CountedAs, Tally } from "./tally.ts";

/** What has been added to the tallies of works, and taken from them; of those to be looked at alone, nothing. */
export class TallyChanges {
  readonly byWork: Map<string, Tally> = new Map();

  look(workId: string): void {
    this.byWork.set(workId, this.byWork.get(workId) ?? NO_TALLY);
  }

  add(workId: string, counted: Counted, by: 1 | -1): void {
    this.byWork.set(workId, tallied(this.byWork.get(workId) ?? NO_TALLY, counted, by));
  }
}

/** Works whose edges are looked through together. */
const WORKS_PER_TURN = 100;

/**
 * Of the edges from one work to another the strongest speaks for the citing decision, copies and separate opinions
 * included. Chooses it anew among all edges from these works and decisions, and notes what that changes. Reads what they
 * cite, not who else cites it.
 */
export async function chooseFromCiting(
  trx: Trx,
  { workIds, clusterIds }: { readonly workIds: readonly string[]; readonly clusterIds: readonly string[] },
  changes: TallyChanges,
): Promise<void> {
  for (const ids of inParts(workIds, WORKS_PER_TURN))
    await choose(trx, await edgesAt(trx, "by.cluster_id", await decisionsKnown(trx, ids)), changes);
  // Those that are gone belong to no work; none of their edges speaks for one any more.
  const known = await knownWorks(trx, clusterIds);
  const gone = clusterIds.filter((id) => !known.has(id));
  await choose(trx, await edgesAt(trx, "by.cluster_id", gone), changes);
}

/** Chooses anew among all edges to a work, and answers its whole tally. Reads all that cite it. */
export async function chooseToCited(trx: Trx, workId: string): Promise<Tally> {
  const edges = await edgesAt(trx, "edge.cited_cluster_id", await decisionsKnown(trx, [workId]));
  const chosen = await choose(trx, edges, new TallyChanges());
  return chosen.reduce((tally, counted) => tallied(tally, counted, 1), NO_TALLY);
}

type Edge = Awaited<ReturnType<typeof edgesAt>>[number];

async function edgesAt(db: Reader, column: "by.cluster_id" | "edge.cited_cluster_id", clusterIds: readonly string[]) {
  const edges = [];
  for (const ids of inParts(clusterIds))
    edges.push(
      ...(await db
        .selectFrom("citing_edges as edge")
        .innerJoin("citing_opinions as by", "by.id", "edge.citing_id")
        .leftJoin(decisionRelation(db).as("citing"), "citing.id", "by.cluster_id")
        .select(["edge.citing_id", "edge.authority", "edge.cited_cluster_id", "edge.treatment", "edge.voice"])
        .select(["edge.authoritative", "edge.counts_as", "edge.place"])
        .select(["by.opinion_id", "by.cluster_id", "citing.court_id", "citing.date_filed"])
        .where(column, "in", ids)
        .where("edge.cited_cluster_id", "is not", null)
        .execute()),
    );
  return edges;
}

/** Writes what has changed of how these edges count, and answers how those count that do. */
async function choose(trx: Trx, edges: readonly Edge[], changes: TallyChanges): Promise<readonly Counted[]> {
  const works = await knownWorks(
    trx,
    edges.flatMap(({ cluster_id, cited_cluster_id }) => [cluster_id, cited_cluster_id ?? ""]),
  );
  const workCited = ({ cited_cluster_id }: Edge): string => works.get(cited_cluster_id ?? "") ?? "";
  const courts = new Map<string, string>();
  for (const ids of inParts([...new Set(edges.map(workCited))]))
    for (const [workId, courtId] of await courtsOfWorks(trx, ids)) courts.set(workId, courtId);
  const speaking = strongestOfPairs(edges, (edge) => [works.get(edge.cluster_id), workCited(edge)]);
  const counted: Counted[] = [];
  for (const edge of edges) {
    // How it stands may name the citing decision, or what that has done elsewhere.
    changes.look(workCited(edge));
    const before = countedOf(edge);
    const after = speaking.has(edge) ? countingTo(courts.get(workCited(edge)) ?? "", edge) : null;
    if (after !== null) counted.push(after);
    if (before?.countsAs === after?.countsAs && before?.place === after?.place) continue;
    await trx
      .updateTable("citing_edges")
      .set({ counts_as: after?.countsAs ?? null, place: after?.place ?? null })
      .where("citing_id", "=", edge.citing_id)
      .where("authority", "=", edge.authority)
      .execute();
    if (before !== null) changes.add(workCited(edge), before, -1);
    if (after !== null) changes.add(workCited(edge), after, 1);
  }
  return counted;
}

function strongestOfPairs(
  edges: readonly Edge[],
  worksOf: (edge: Edge) => readonly [citing: string | undefined, cited: string],
): ReadonlySet<Edge> {
  const speaking = new Map<string, Edge>();
  for (const edge of edges) {
    const [citing, cited] = worksOf(edge);
    if (citing === undefined || cited === "" || citing === cited) continue;
    const pair = `${citing} ${cited}`;
    const known = speaking.get(pair);
    if (known === undefined || isStronger(edge, known)) speaking.set(pair, edge);
  }
  return new Set(speaking.values());
}

function isStronger(one: Edge, other: Edge): boolean {
  const order = byStrength(saidIn(one), saidIn(other));
  if (order !== 0) return order < 0;
  return one.opinion_id === other.opinion_id ? one.authority < other.authority : one.opinion_id < other.opinion_id;
}

type Said = { readonly treatment: string; readonly voice: string; readonly authoritative: 0 | 1 };

function saidIn({ treatment, voice, authoritative }: Said) {
  return { treatment: treatment as Treatment, voice: voice as Voice, authoritative: authoritative === 1 };
}

/** How an edge counts until now; null when it does not. */
export function countedOf(edge: { readonly counts_as: string | null; readonly place: string | null }): Counted | null {
  return edge.counts_as === null ? null : { countsAs: edge.counts_as as CountedAs, place: edge.place };
}

function countingTo(citedCourtId: string, edge: Edge): Counted {
  const said = saidIn(edge);
  const countsAs = countedAs(said);
  const isListed = countsAs !== "cited" && countsAs !== "relied";
  const citing = { courtId: edge.court_id ?? "", date: edge.date_filed };
  return { countsAs, place: isListed ? placeAmong({ ...said, ...citing }, citedCourtId) : null };
}
