import type { Reader } from "#db/connection.ts";
import { currentAt } from "../currency.ts";
import type { LawStanding, LawVersion } from "../model.ts";
import { ancestorPaths } from "../paths.ts";
import { chainsIn, nodesAtPath, standingsIn, versionsById } from "./read.ts";
import { STANDING_COLUMNS, standingOf } from "./rows.ts";

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
  return { children: await whole(db, children.slice(0, max)), total: children.length };
}

/** What is law on a day right before and behind a place, of what stands below the same one, in authored order. */
export async function neighborsAt(
  db: Reader,
  {
    collectionId,
    path,
    parentPath,
  }: { readonly collectionId: string; readonly path: string; readonly parentPath: string | null },
  date: string,
  today: string,
): Promise<{ readonly before: LawVersion | undefined; readonly behind: LawVersion | undefined }> {
  const standing = await currentWhere(db, collectionId, "parent_path", [parentPath ?? ""], date, today);
  const siblings = standing.filter((version) => version.parentPath === parentPath).toSorted(byOrder);
  const at = siblings.findIndex((version) => version.path === path);
  const [before, behind] = at < 0 ? [] : [siblings[at - 1], siblings[at + 1]];
  const versions = await whole(
    db,
    [before, behind].filter((one) => one !== undefined),
  );
  const find = (one: LawStanding | undefined): LawVersion | undefined => versions.find(({ id }) => id === one?.id);
  return { before: find(before), behind: find(behind) };
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
  return whole(
    db,
    above.flatMap((place) => standing.find((version) => version.path === place) ?? []),
  );
}

/** What is law at a path on a day; undefined where nothing is. */
export async function currentAtPath(
  db: Reader,
  { collectionId, path }: { readonly collectionId: string; readonly path: string },
  date: string,
  today: string,
): Promise<LawStanding | undefined> {
  const chains = await standingsIn(db, await nodesAtPath(db, path, [collectionId]));
  const standing = [...chains.values()].flatMap((versions) => currentAt(versions, date, today) ?? []);
  return standing.find((version) => version.path === path);
}

async function whole(db: Reader, standings: readonly LawStanding[]): Promise<LawVersion[]> {
  return versionsById(
    db,
    standings.map(({ id }) => id),
  );
}

/** What is law on a day of the nodes that have ever stood where one of `places` is. */
async function currentWhere(
  db: Reader,
  collectionId: string,
  column: "path" | "parent_path",
  places: readonly string[],
  date: string,
  today: string,
): Promise<LawStanding[]> {
  const nodes = db
    .selectFrom("law_versions")
    .select("node_id")
    .where("collection_id", "=", collectionId)
    .where(column, "in", places);
  const rows = await db.selectFrom("law_versions").select(STANDING_COLUMNS).where("node_id", "in", nodes).execute();
  return [...chainsIn(rows.map(standingOf)).values()].flatMap((versions) => currentAt(versions, date, today) ?? []);
}

function byOrder(left: LawStanding, right: LawStanding): number {
  return left.sortOrder - right.sortOrder || (left.path < right.path ? -1 : 1);
}
