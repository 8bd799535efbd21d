import { sql } from "kysely";
import type { Reader } from "#db/connection.ts";
import type { SearchEngine } from "#index/index.ts";
import { readQueryAs } from "#search/read/query-forms.ts";

const VOTERS = 50;
const VOTER_RANK_K = 10;

/** Keys of provisions that the opinions found by the same words cite, the most voted first: a signal that was tried and left out. */
export async function votedKeys(db: Reader, opinions: SearchEngine, query: string): Promise<readonly string[]> {
  const read = readQueryAs("opinions", query);
  if (!read.ok) return [];
  const { tree } = read.value;
  const request = { tree, filters: [], offset: 0, limit: VOTERS, facets: [], total: false, explain: false };
  const rankOf = new Map((await opinions.search(request)).hits.map(({ id }, rank) => [id, rank]));
  if (rankOf.size === 0) return [];
  const cited = await sql<{ opinion_id: string; law_key: string; mentions: number }>`
    select by.opinion_id, law.law_key, law.mentions from citing_opinions as by
    join citing_laws as law on law.citing_id = by.id
    where by.opinion_id in (${sql.join([...rankOf.keys()])})
      and exists (select 1 from law_versions as held where held.citation_key = law.law_key)`.execute(db);
  const votes = new Map<string, number>();
  for (const { opinion_id, law_key, mentions } of cited.rows) {
    const vote = (1 + Math.log(mentions)) / (VOTER_RANK_K + (rankOf.get(opinion_id) ?? 0));
    votes.set(law_key, (votes.get(law_key) ?? 0) + vote);
  }
  return [...votes].toSorted(([, left], [, right]) => right - left).map(([key]) => key);
}
