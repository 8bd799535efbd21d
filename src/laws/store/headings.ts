import type { Reader } from "#db/connection.ts";
import { listQuery } from "#db/list-query.ts";
import { inParts } from "#db/parts.ts";
import { inOrder } from "../currency.ts";
import type { LawVersion } from "../model.ts";
import { ancestorPaths, underPath } from "../paths.ts";
import { versionOf } from "./rows.ts";

const selectAtPaths = listQuery((db, paths) => db.selectFrom("law_versions").selectAll().where("path", "in", paths));

/** The headings of the levels above these versions, from the top, as they are called last; by version. */
export async function readHeadingsAbove(
  db: Reader,
  versions: readonly Pick<LawVersion, "id" | "collectionId" | "path">[],
): Promise<Map<string, readonly string[]>> {
  const paths = [...new Set(versions.flatMap(({ path }) => ancestorPaths(path)))];
  const held: LawVersion[] = [];
  for (const part of inParts(paths)) held.push(...(await selectAtPaths(db, part)).map((row) => versionOf(row)));
  const titles = new Map(
    [...Map.groupBy(held, placeOf)].map(([place, list]) => [
      place,
      inOrder(list).findLast(({ isTombstone }) => !isTombstone)?.title,
    ]),
  );
  return new Map(
    versions.map(({ id, collectionId, path }) => [
      id,
      ancestorPaths(path).flatMap((above) => titles.get(placeOf({ collectionId, path: above })) ?? []),
    ]),
  );
}

function placeOf({ collectionId, path }: Pick<LawVersion, "collectionId" | "path">): string {
  return `${collectionId} ${path}`;
}

/** The nodes of which some version stands or stood below a path of a collection. */
export async function nodesBelow(db: Reader, collectionId: string, path: string): Promise<string[]> {
  const { from, before } = underPath(path);
  const rows = await db
    .selectFrom("law_versions")
    .select("node_id")
    .distinct()
    .where("collection_id", "=", collectionId)
    .where("path", ">=", from)
    .where("path", "<", before)
    .execute();
  return rows.map(({ node_id }) => node_id);
}
