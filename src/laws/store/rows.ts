import type { LawCaveat, LawRecord, LawStanding, LawVersion, LawType, LawNodeType } from "../model.ts";
import type { LawVersionsTable } from "../tables.ts";

/** A row as the program speaks of it. */
export function recordOf(row: LawVersionsTable): LawRecord {
  return {
    versionKey: row.version_key,
    edition: row.edition,
    path: row.path,
    sortOrder: row.sort_order,
    nodeType: row.node_type as LawNodeType,
    type: row.type as LawType,
    number: row.number,
    title: row.title,
    citation: row.citation,
    registerCitation: row.register_citation,
    effectiveDate: row.effective_date,
    publicationDate: row.publication_date,
    isHistorical: row.is_historical === 1,
    isTombstone: row.is_tombstone === 1,
    ...limitsOf(row),
    sourceUrl: row.source_url,
  };
}

function limitsOf({
  caveat,
  expires_on,
}: Pick<LawVersionsTable, "caveat" | "expires_on">): Pick<LawRecord, "caveat" | "expiresOn"> {
  return {
    ...(caveat !== null && { caveat: caveat as LawCaveat }),
    ...(expires_on !== null && { expiresOn: expires_on }),
  };
}

/** The columns of a standing. */
export const STANDING_COLUMNS = [
  "id",
  "node_id",
  "version_key",
  "edition",
  "path",
  "parent_path",
  "sort_order",
  "effective_date",
  "publication_date",
  "is_historical",
  "is_tombstone",
  "caveat",
  "expires_on",
] as const satisfies readonly (keyof LawVersionsTable)[];

export function standingOf(row: Pick<LawVersionsTable, (typeof STANDING_COLUMNS)[number]>): LawStanding {
  return {
    id: row.id,
    nodeId: row.node_id,
    versionKey: row.version_key,
    edition: row.edition,
    path: row.path,
    parentPath: aboveOf(row),
    sortOrder: row.sort_order,
    effectiveDate: row.effective_date,
    publicationDate: row.publication_date,
    isHistorical: row.is_historical === 1,
    isTombstone: row.is_tombstone === 1,
    ...limitsOf(row),
  };
}

function aboveOf({ parent_path }: Pick<LawVersionsTable, "parent_path">): string | null {
  return parent_path === "" ? null : parent_path;
}

export function versionOf(row: LawVersionsTable): LawVersion {
  const { id, node_id: nodeId, collection_id: collectionId } = row;
  return { ...recordOf(row), id, nodeId, collectionId, parentPath: aboveOf(row) };
}
