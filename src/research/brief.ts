import { checkBrief, readBrief, type CheckRow } from "#citations/check.ts";
import type { HeldDecision } from "#citations/store.ts";
import { UNSEEN } from "#citator/summary.ts";
import type { CheckedCitation, CheckedMatch } from "./checked-citation.ts";
import { courtById } from "#courts/courts.ts";
import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { readStandings } from "./standing.ts";

/** Every citation of a text with what the records say of it, in the order of the text. */
export async function checkText(db: Reader, text: string): Promise<CheckedCitation[]> {
  const brief = readBrief(text);
  const held = await heldUnder(db, brief.keys);
  const rows = checkBrief(brief, (key) => held.get(key) ?? []);
  const matches = await matchesOf(db, rows);
  return rows.map((row) => ({
    text: row.text,
    start: row.span.start,
    end: row.span.end,
    kind: row.kind,
    verdict: VERDICT[row.verdict],
    reason: row.verdictText,
    differences: row.differences.map(({ what, cited, held: recorded }) => ({ field: what, cited, recorded })),
    matches: decisionsOf(row).flatMap(({ clusterId }) => matches.get(clusterId) ?? []),
  }));
}

const VERDICT: Record<CheckRow["verdict"], CheckedCitation["verdict"]> = {
  found: "found",
  differs: "differs",
  ambiguous: "ambiguous",
  "not held": "not_held",
  "reporter unknown": "reporter_unknown",
  "not checked": "not_checked",
};

function decisionsOf(row: CheckRow): readonly HeldDecision[] {
  return row.decision === null ? row.candidates : [row.decision];
}

/** The decisions held under each look-up key, with all they are cited as. */
async function heldUnder(db: Reader, keys: readonly string[]): Promise<Map<string, HeldDecision[]>> {
  const byKey = new Map<string, HeldDecision[]>();
  for (const part of inParts(keys)) {
    const rows = await db
      .selectFrom("cluster_citations as asked")
      .innerJoin("clusters", "clusters.id", "asked.cluster_id")
      .innerJoin("cluster_citations as all", "all.cluster_id", "clusters.id")
      .select([
        "asked.lookup_key",
        "clusters.id",
        "clusters.work_id",
        "clusters.case_name",
        "clusters.court_id",
        "clusters.date_filed",
        "all.cited_as",
      ])
      .where("asked.lookup_key", "in", part)
      .orderBy("clusters.id")
      .orderBy("all.ordinal")
      .execute();
    for (const [key, ofKey] of Map.groupBy(rows, (row) => row.lookup_key)) {
      const decisions = [...Map.groupBy(ofKey, (row) => row.id).values()].flatMap((ofCluster) => {
        const [row] = ofCluster;
        if (row === undefined) return [];
        const citations = [...new Set(ofCluster.map(({ cited_as }) => cited_as))];
        return [
          {
            clusterId: row.id,
            workId: row.work_id,
            caseName: row.case_name,
            courtId: row.court_id,
            dateFiled: row.date_filed,
            citations,
          },
        ];
      });
      byKey.set(key, decisions);
    }
  }
  return byKey;
}

/** The first opinion of each decision a row may mean, with how the decision stands. */
async function matchesOf(db: Reader, rows: readonly CheckRow[]): Promise<Map<string, CheckedMatch>> {
  const clusterIds = [...new Set(rows.flatMap((row) => decisionsOf(row).map(({ clusterId }) => clusterId)))];
  const matches = new Map<string, CheckedMatch>();
  for (const part of inParts(clusterIds)) {
    const opinions = await db
      .selectFrom("opinions")
      .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
      .select([
        "opinions.id",
        "clusters.id as cluster_id",
        "case_name",
        "public_number",
        "slug",
        "court_id",
        "date_filed",
      ])
      .where("clusters.id", "in", part)
      .orderBy("opinions.ordinal")
      .orderBy("opinions.id")
      .execute();
    const firsts = [...Map.groupBy(opinions, (row) => row.cluster_id).values()].flatMap(([first]) => first ?? []);
    const standings = await readStandings(
      db,
      firsts.map(({ id }) => id),
    );
    for (const row of firsts) {
      matches.set(row.cluster_id, {
        opinionId: row.id,
        caseName: row.case_name,
        publicNumber: row.public_number,
        slug: row.slug,
        courtId: row.court_id,
        courtAbbreviation: courtById(row.court_id)?.abbreviation ?? row.court_id,
        dateFiled: row.date_filed,
        standing: standings.get(row.id) ?? UNSEEN,
      });
    }
  }
  return matches;
}
