import type { Standing } from "#laws/currency.ts";
import { standingsOf } from "#laws/currency.ts";
import type { LawChain, LawVersion } from "#laws/model.ts";
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
