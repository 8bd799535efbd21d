import { checkBrief, readBrief } from "#citations/check.ts";
import type { CheckRow } from "#citations/check.ts";
import type { HeldDecision } from "#citations/store.ts";
import { UNSEEN } from "#citator/summary.ts";
import type { CheckedCitation, CheckedMatch } from "./checked-citation.ts";
import { courtById } from "#courts/courts.ts";
import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { decisionsUnder } from "#opinions/store/cited.ts";
import { firstOpinions } from "#opinions/store/first-opinions.ts";
import { citationsOf } from "#opinions/store/read.ts";
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
  const byKey = await decisionsUnder(db, keys);
  const clusterIds = new Set([...byKey.values()].flatMap((decisions) => decisions.map(({ clusterId }) => clusterId)));
  const citations = new Map<string, readonly string[]>();
  for (const ids of inParts([...clusterIds])) {
    for (const [id, cited] of await citationsOf(db, ids))
      citations.set(id, [...new Set(cited.map((one) => one.citedAs))]);
  }
  return new Map(
    [...byKey].map(([key, decisions]) => [
      key,
      decisions.map((decision) => ({ ...decision, citations: citations.get(decision.clusterId) ?? [] })),
    ]),
  );
}

/** The first opinion of each decision a row may mean, with how the decision stands. */
async function matchesOf(db: Reader, rows: readonly CheckRow[]): Promise<Map<string, CheckedMatch>> {
  const clusterIds = new Set(rows.flatMap((row) => decisionsOf(row).map(({ clusterId }) => clusterId)));
  const firsts = await firstOpinions(db, [...clusterIds]);
  const standings = await readStandings(
    db,
    firsts.map(({ opinionId }) => opinionId),
  );
  return new Map(
    firsts.map(({ clusterId, ...first }) => [
      clusterId,
      {
        ...first,
        courtAbbreviation: courtById(first.courtId)?.abbreviation ?? first.courtId,
        standing: standings.get(first.opinionId) ?? UNSEEN,
      },
    ]),
  );
}
