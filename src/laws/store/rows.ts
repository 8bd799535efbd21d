import type { LawRecord, LawVersion, LawType, LawNodeType } from "../model.ts";
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
    sourceUrl: row.source_url,
  };
}

export function versionOf(row: LawVersionsTable): LawVersion {
  const parentPath = row.parent_path === "" ? null : row.parent_path;
  return { ...recordOf(row), id: row.id, nodeId: row.node_id, collectionId: row.collection_id, parentPath };
}
