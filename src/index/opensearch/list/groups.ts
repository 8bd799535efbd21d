import type { Layout } from "#index/embedded/layout.ts";
import { checkFilter } from "#index/embedded/columns/columns.ts";
import type { Collapse } from "#index/index.ts";
import { NOTHING } from "#index/opensearch/compile/dsl.ts";
import { filterQuery } from "#index/opensearch/compile/filters.ts";
import { PATHS } from "#index/opensearch/mapping.ts";
import type { Json } from "#index/opensearch/mapping.ts";
import { textIn } from "./answers.ts";
import type { FoundDocument } from "./answers.ts";
import type { ClusterSearch } from "./cluster-search.ts";

/** Documents with a number that are compared with those that share it. */
const COMPARED_MAX = 50_000;
const PAGE = 5_000;
const SPARE = "spare";

export type Losers = { readonly ids: readonly string[]; readonly warnings: readonly string[] };

/**
 * The documents that a collapse leaves out of a list: all that match and have a number are looked at in the list's order.
 * `query` finds and scores what matches.
 */
export async function losersOf(
  { layout, search, signal }: { layout: Layout; search: ClusterSearch; signal?: AbortSignal | undefined },
  list: { readonly query: Json; readonly order: readonly Json[] },
  { column, most, spare }: Collapse,
): Promise<Losers> {
  if (spare !== undefined) checkFilter(layout, spare);
  const path = PATHS.value(column);
  const isSpare = spare === undefined ? NOTHING : filterQuery(layout, spare);
  const body = {
    query: {
      bool: {
        must: [list.query],
        filter: [{ exists: { field: path } }],
        should: [{ bool: { filter: [isSpare], boost: 0, _name: SPARE } }],
      },
    },
    sort: list.order,
    docvalue_fields: [PATHS.id, path],
  };
  const groups = new Map<string, Group>();
  let compared = 0;
  let found = 0;
  const take = (page: readonly FoundDocument[], total: number): boolean => {
    found = total;
    compared += page.length;
    for (const hit of page) {
      const group = groups.get(textIn(hit, path)) ?? { own: [], spares: [] };
      groups.set(textIn(hit, path), group);
      group[hit.matched_queries?.includes(SPARE) === true ? "spares" : "own"].push(textIn(hit, PATHS.id));
    }
    return compared < COMPARED_MAX;
  };
  await search.walk(body, PAGE, take, signal);
  const warning = `Of ${found} documents that may repeat one another ${compared} were compared; the list may hold repetitions.`;
  return {
    ids: [...groups.values()].flatMap((group) => leftOutOf(group, most)),
    warnings: compared < found ? [warning] : [],
  };
}

/** Ids in the list's order. */
type Group = { readonly own: string[]; readonly spares: string[] };

function leftOutOf({ own, spares }: Group, most: number): readonly string[] {
  return own.length === 0 ? spares.slice(1) : [...own.slice(most), ...spares];
}
