import type { Reader } from "#db/connection.ts";
import type { Standing } from "#laws/currency.ts";
import { standingsOf } from "#laws/currency.ts";
import type { LawChain, LawVersion } from "#laws/model.ts";
import { standingsIn } from "#laws/store/read.ts";
import type { HeldCollections, LawCollection } from "./held.ts";

/** A version with its collection and how it stands today. */
export type LawView = {
  readonly version: LawVersion;
  readonly collection: LawCollection;
  readonly standing: Standing;
};

/** Every version of a chain, oldest first; none where its collection is not held. */
export function viewsOf(chain: LawChain, held: HeldCollections, today: string): LawView[] {
  const collection = held.get(chain.collectionId);
  if (collection === undefined) return [];
  const standings = standingsOf(chain.versions, today, today);
  return chain.versions.map((version, at) => ({
    version,
    collection,
    standing: standings[at] ?? { isCurrent: false, isHistorical: true },
  }));
}

/** One version of a chain; undefined where its collection is not held. */
export function viewIn(
  { version, chain }: { readonly version: LawVersion; readonly chain: LawChain },
  held: HeldCollections,
  today: string,
): LawView | undefined {
  return viewsOf(chain, held, today).find((view) => view.version.id === version.id);
}

/** These versions, in their order; without those whose collection is not held. Of their chains only the dates are read. */
export async function viewsOfVersions(
  db: Reader,
  held: HeldCollections,
  versions: readonly LawVersion[],
  today: string,
): Promise<LawView[]> {
  const chains = await standingsIn(db, [...new Set(versions.map(({ nodeId }) => nodeId))]);
  return versions.flatMap((version) => {
    const collection = held.get(version.collectionId);
    const chain = chains.get(version.nodeId) ?? [];
    const standing = standingsOf(chain, today, today)[chain.findIndex(({ id }) => id === version.id)];
    return collection === undefined || standing === undefined ? [] : [{ version, collection, standing }];
  });
}
