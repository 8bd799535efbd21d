import type { Reader } from "#db/connection.ts";
import type { LawVersion } from "#laws/model.ts";
import { ancestorsAt, childrenAt, neighborsAt } from "#laws/store/tree.ts";
import { heldCollections } from "./held.ts";
import { viewsOfVersions } from "./view.ts";
import type { LawView } from "./view.ts";

/** Where a law stands in its code as it is law today. */
export type LawAround = {
  /** The top first. */
  readonly above: readonly LawVersion[];
  readonly before: LawVersion | undefined;
  readonly behind: LawVersion | undefined;
};

export async function aroundLaw(db: Reader, { version }: LawView, today: string): Promise<LawAround> {
  const [above, { before, behind }] = await Promise.all([
    ancestorsAt(db, version, today, today),
    neighborsAt(db, version, today, today),
  ]);
  return { above, before, behind };
}

/** What stands at the top of a collection. */
export async function topsOf(db: Reader, collectionId: string, today: string): Promise<readonly LawView[]> {
  const { children } = await childrenAt(db, { collectionId, path: null }, today, today);
  return viewsOfVersions(db, await heldCollections(db), children, today);
}
