import type { Reader } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { currentAt } from "../currency.ts";
import type { LawVersion } from "../model.ts";
import { ancestorPaths } from "../paths.ts";
import { chainsOf } from "./read.ts";

/** A place in a collection; null is the top of it. */
export type TreePlace = { readonly collectionId: string; readonly path: string | null };

const CHILDREN_MAX = 250;

/** What is law on a day of what stands right below a place, in authored order: the first `max`, and how many there are. */
export async function childrenAt(
  db: Reader,
  { collectionId, path }: TreePlace,
  date: string,
  today: string,
  max: number = CHILDREN_MAX,
): Promise<{ readonly children: LawVersion[]; readonly total: number }> {
  const standing = await currentWhere(db, collectionId, "parent_path", [path ?? ""], date, today);
  const children = standing.filter((version) => version.parentPath === path).toSorted(byOrder);
  return { children: children.slice(0, max), total: children.length };
}

/** What is law on a day of what stands above a place, the top first. */
export async function ancestorsAt(
  db: Reader,
  { collectionId, path }: { readonly collectionId: string; readonly path: string },
  date: string,
  today: string,
): Promise<LawVersion[]> {
  const above = ancestorPaths(path);
  if (above.length === 0) return [];
  const standing = await currentWhere(db, collectionId, "path", above, date, today);
  return above.flatMap((place) => standing.find((version) => version.path === place) ?? []);
}

/** What is law on a day of the nodes that have ever stood where one of `places` is. */
async function currentWhere(
  db: Reader,
  collectionId: string,
  column: "path" | "parent_path",
  places: readonly string[],
  date: string,
  today: string,
): Promise<LawVersion[]> {
  const rows = await db
    .selectFrom("law_versions")
    .select("node_id")
    .distinct()
    .where("collection_id", "=", collectionId)
    .where(column, "in", places)
    .execute();
  const current: LawVersion[] = [];
  for (const part of inParts(rows.map(({ node_id }) => node_id))) {
    for (const { versions } of await chainsOf(db, part)) {
      const version = currentAt(versions, date, today);
      if (version !== undefined) current.push(version);
    }
  }
  return current;
}

function byOrder(left: LawVersion, right: LawVersion): number {
  return left.sortOrder - right.sortOrder || (left.path < right.path ? -1 : 1);
}
