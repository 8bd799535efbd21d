import type { CollectionsAsked, CollectionView } from "#research/laws/collections.ts";
import type { LawsCollectionsQuery, LawsCollectionsResponse } from "../schema/laws-collections.ts";

export function decodeLawsCollections({ state, type }: LawsCollectionsQuery): CollectionsAsked {
  return { ...(state === undefined ? {} : { states: [state] }), ...(type === undefined ? {} : { types: [type] }) };
}

export function encodeLawsCollections(views: readonly CollectionView[]): LawsCollectionsResponse {
  return { collections: views.map(encodeCollection) };
}

function encodeCollection({ collection, counts }: CollectionView): LawsCollectionsResponse["collections"][number] {
  const sum = (of: (count: CollectionView["counts"][number]) => number): number =>
    counts.reduce((total, count) => total + of(count), 0);
  const days = (of: "effectiveFrom" | "effectiveTo"): string[] => counts.flatMap((count) => count[of] ?? []).toSorted();
  return {
    id: collection.id,
    name: collection.name,
    type: collection.type,
    types: counts.map(({ type }) => type),
    state: collection.state,
    country: collection.country,
    publisher: collection.publisher,
    source: collection.source,
    source_url: collection.sourceUrl,
    current_through: collection.currentThrough,
    document_count: sum(({ leaves }) => leaves),
    container_count: sum(({ nodes, leaves }) => nodes - leaves),
    version_count: sum(({ versions }) => versions),
    effective_date_from: days("effectiveFrom").at(0) ?? null,
    effective_date_to: days("effectiveTo").at(-1) ?? null,
  };
}
