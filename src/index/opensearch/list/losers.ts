import type { Layout } from "#index/embedded/layout.ts";
import type { Collapse } from "#index/index.ts";
import { PATHS } from "#index/opensearch/mapping.ts";
import type { Json } from "#index/opensearch/mapping.ts";
import { textIn } from "./answers.ts";
import type { FoundDocument } from "./answers.ts";
import type { ClusterSearch } from "./cluster-search.ts";
import { Groups, membershipOf, spareMark } from "./groups.ts";

/** Documents with a number that are compared with those that share it. */
const COMPARED_MAX = 50_000;
const PAGE = 5_000;

export type Losers = { readonly ids: readonly string[]; readonly warnings: readonly string[] };

/**
 * The documents that a collapse leaves out of a list: all that match and have a number are looked at in the list's order.
 * `query` finds and scores what matches.
 */
export async function losersOf(
  { layout, search, signal }: { layout: Layout; search: ClusterSearch; signal?: AbortSignal | undefined },
  list: { readonly query: Json; readonly order: readonly Json[] },
  collapse: Collapse,
): Promise<Losers> {
  const path = PATHS.value(collapse.column);
  const body = {
    query: {
      bool: { must: [list.query], filter: [{ exists: { field: path } }], should: [spareMark(layout, collapse)] },
    },
    sort: list.order,
    docvalue_fields: [PATHS.id, path],
  };
  const groups = new Groups();
  let compared = 0;
  let found = 0;
  const take = (page: readonly FoundDocument[], total: number): boolean => {
    found = total;
    compared += page.length;
    for (const hit of page) groups.add(textIn(hit, PATHS.id), membershipOf(hit, collapse));
    return compared < COMPARED_MAX;
  };
  const { hits } = await search.ask({ ...body, size: PAGE, track_total_hits: true }, signal);
  // What is more than one page is walked through over one state of the index.
  if (hits.hits.length < PAGE) take(hits.hits, hits.total?.value ?? 0);
  else await search.walk(body, PAGE, take, signal);
  const warning = `Of ${found} documents that may repeat one another ${compared} were compared; the list may hold repetitions.`;
  return { ids: groups.leftOut(collapse), warnings: compared < found ? [warning] : [] };
}
