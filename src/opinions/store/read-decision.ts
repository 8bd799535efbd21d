import type { Reader } from "#db/connection.ts";
import { readOpinions } from "./read.ts";
import type { OpinionRecord } from "./record.ts";

/** The opinions of one decision with their content, in their order; empty when no decision has this number. */
export async function readDecision(db: Reader, publicNumber: number): Promise<OpinionRecord[]> {
  const rows = await db
    .selectFrom("opinions")
    .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
    .select("opinions.id")
    .where("clusters.public_number", "=", publicNumber)
    .orderBy("opinions.ordinal")
    .orderBy("opinions.id")
    .execute();
  return readOpinions(
    db,
    rows.map(({ id }) => id),
    { content: true },
  );
}
