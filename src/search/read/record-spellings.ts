import type { Reader } from "#db/connection.ts";
import { citationKey } from "#citations/citation-key.ts";
import { docketKey } from "#cases/docket-key.ts";
import type { DirectReference } from "#search/query/direct.ts";

/** More decisions than this under one number or citation are found by the words alone. */
const SPELLINGS_MAX = 20;

/**
 * How the records themselves spell the citation or docket number a query names, whatever way it was typed; empty
 * when nothing is held under it. One statement.
 */
export async function spellingsOf(
  db: Reader,
  reference: DirectReference & { readonly kind: "citation" | "docket" },
): Promise<readonly string[]> {
  if (reference.kind === "citation") {
    const rows = await db
      .selectFrom("cluster_citations")
      .select("cited_as")
      .distinct()
      .where("lookup_key", "in", [reference.citation, ...(reference.parallel ?? [])].map(citationKey))
      .orderBy("cited_as")
      .limit(SPELLINGS_MAX)
      .execute();
    return rows.map((row) => row.cited_as);
  }
  const key = docketKey(reference.docket);
  if (key === null) return [];
  const rows = await db
    .selectFrom("cases")
    .select("docket_number")
    .distinct()
    .where("docket_key", "=", key)
    .orderBy("docket_number")
    .limit(SPELLINGS_MAX)
    .execute();
  return rows.flatMap((row) => row.docket_number ?? []);
}
