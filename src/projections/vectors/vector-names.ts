import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import type { CollectionName } from "#completeness/completeness.ts";

/** What is kept of a collection's vectors of one version among the projections, under names of its own. */

/** Where they stand in the outbox; the name for opinions bears no more than the version's. */
export function vectorsProjection(versionId: string, collection: CollectionName): string {
  return `vectors ${ofCollection(versionId, collection)}`;
}

/** The number that ties that position to the index of the vectors; it is no place in the outbox. */
export function vectorStampName(versionId: string, collection: CollectionName): string {
  return `vectors stamp ${ofCollection(versionId, collection)}`;
}

/** By which rules passages were cut and given to the embedder. */
export function vectorRulesName(versionId: string, collection: CollectionName): string {
  return `rules of vectors ${ofCollection(versionId, collection)}`;
}

/** Those rows that are positions; no version has a blank in its id. */
export const ARE_VECTOR_POSITIONS: RawBuilder<boolean> = sql`(name like 'vectors %' and name not like 'vectors stamp %')`;

function ofCollection(versionId: string, collection: CollectionName): string {
  return collection === "opinions" ? versionId : `${versionId} of ${collection}`;
}
