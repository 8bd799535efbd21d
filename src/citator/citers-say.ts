import type { CitersSay } from "#citations/citers.ts";
import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { decisionRelation } from "#opinions/store/relations.ts";

/** Citing opinions asked about one key: enough to tell a habit from a slip. */
const CITERS_MAX = 100;

type Said = {
  readonly names: Map<string, Set<string>>;
  readonly years: Map<number, Set<string>>;
  readonly beside: Map<string, Set<string>>;
  readonly works: Set<string>;
};

/**
 * What held opinions print with these look-up keys: names, years, and the keys beside them. Counts are of works. The
 * decision `leaveOutWork` is not heard: honest evaluation asks for it. A statement for some hundreds of keys.
 */
export async function readCiters(
  db: Reader,
  keys: readonly string[],
  options: { readonly leaveOutWork?: string } = {},
): Promise<Map<string, CitersSay>> {
  const byKey = new Map<string, Said>();
  for (const part of inParts([...new Set(keys)])) {
    for (const row of await rowsFor(db, part)) {
      if (row.work_id === options.leaveOutWork) continue;
      const said = byKey.get(row.lookup_key) ?? {
        names: new Map<string, Set<string>>(),
        years: new Map<number, Set<string>>(),
        beside: new Map<string, Set<string>>(),
        works: new Set<string>(),
      };
      byKey.set(row.lookup_key, said);
      said.works.add(row.work_id);
      if (row.name !== null) add(said.names, row.name, row.work_id);
      if (row.year !== null) add(said.years, row.year, row.work_id);
      if (row.other !== null && row.other !== row.lookup_key) add(said.beside, row.other, row.work_id);
    }
  }
  return new Map(
    [...byKey].map(([key, { names, years, beside, works }]) => [
      key,
      { works: works.size, names: counted(names), years: counted(years), beside: counted(beside) },
    ]),
  );
}

async function rowsFor(db: Reader, keys: readonly string[]) {
  return db
    .selectFrom((from) =>
      from
        .selectFrom("citing_keys")
        .innerJoin("citing_opinions", "citing_opinions.id", "citing_keys.citing_id")
        .select(["lookup_key", "citing_id", "authority", "cluster_id"])
        .select((row) =>
          row.fn
            .agg<number>("row_number")
            .over((over) => over.partitionBy("lookup_key").orderBy("opinion_id"))
            .as("place"),
        )
        .where("lookup_key", "in", keys)
        .as("said"),
    )
    .innerJoin("citing_edges as edge", (join) =>
      join.onRef("edge.citing_id", "=", "said.citing_id").onRef("edge.authority", "=", "said.authority"),
    )
    .innerJoin(decisionRelation(db).as("citing"), "citing.id", "said.cluster_id")
    .leftJoin("citing_keys as beside", (join) =>
      join.onRef("beside.citing_id", "=", "said.citing_id").onRef("beside.authority", "=", "said.authority"),
    )
    .select(["said.lookup_key", "edge.year", "edge.name", "citing.work_id", "beside.lookup_key as other"])
    .where("said.place", "<=", CITERS_MAX)
    .execute();
}

function add<Key>(said: Map<Key, Set<string>>, key: Key, work: string): void {
  const works = said.get(key);
  if (works === undefined) said.set(key, new Set([work]));
  else works.add(work);
}

function counted<Key>(said: ReadonlyMap<Key, ReadonlySet<string>>): Map<Key, number> {
  return new Map([...said].map(([key, works]) => [key, works.size]));
}
