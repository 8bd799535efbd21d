import type { Reader, Trx } from "#db/connection.ts";
import { listQuery } from "#db/list-query.ts";
import { inParts } from "#db/parts.ts";
import { upsertRows } from "#db/rows.ts";
import { pathsAbove } from "../paths.ts";

/** All that stands at a path and below was as it is held on this day; the empty path is the whole collection. */
export type ToldEdition = { readonly below: string; readonly edition: string };

const selectEditions = listQuery((db, paths) => db.selectFrom("law_editions").selectAll().where("below", "in", paths));

export async function writeEditions(trx: Trx, collectionId: string, told: readonly ToldEdition[]): Promise<void> {
  const rows = told.map(({ below, edition }) => ({ collection_id: collectionId, below, edition }));
  await upsertRows(trx, "law_editions", ["collection_id", "below", "edition"], rows);
}

/** The days of the editions that told each of these, the oldest first, in the order asked. */
export async function editionsOf(
  db: Reader,
  asked: readonly { readonly collectionId: string; readonly path: string }[],
): Promise<(readonly string[])[]> {
  const days = new Map<string, string[]>();
  for (const part of inParts([...new Set(asked.flatMap(({ path }) => pathsAbove(path)))])) {
    for (const { collection_id, below, edition } of await selectEditions(db, part)) {
      const key = keyOf(collection_id, below);
      days.set(key, [...(days.get(key) ?? []), edition]);
    }
  }
  return asked.map(({ collectionId, path }) =>
    pathsAbove(path)
      .flatMap((below) => days.get(keyOf(collectionId, below)) ?? [])
      .toSorted(),
  );
}

function keyOf(collectionId: string, below: string): string {
  return `${collectionId}\0${below}`;
}
