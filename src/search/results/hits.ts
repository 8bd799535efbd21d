import { courtById } from "#courts/courts.ts";
import type { Reader } from "#db/connection.ts";
import { readListings } from "#opinions/store/listings.ts";
import type { OpinionListing } from "#opinions/store/listings.ts";
import type { QueryNode } from "#index/tree.ts";
import { INDEXED_OPINIONS } from "#search/collections/opinions.ts";
import type { SearchHit } from "#search/request.ts";
import type { Found } from "#search/retrieve/retriever.ts";
import { simplified } from "./explanation.ts";
import { snippetsFrom } from "./snippets.ts";
import type { SnippetsOf } from "./snippets.ts";

export type Hits = {
  readonly hits: readonly SearchHit[];
  /** Found in the index but no longer among the records: deleted in between. */
  readonly gone: number;
};

/** Fills what the engine found from the records, in the engine's order. Two statements, however many hits. */
export async function readHits(
  {
    db,
    snippetsOf = snippetsFrom(db, INDEXED_OPINIONS.texts),
  }: { readonly db: Reader; readonly snippetsOf?: SnippetsOf | undefined },
  found: readonly Found[],
  tree: QueryNode,
): Promise<Hits> {
  const ids = found.map(({ id }) => id);
  const places = found.map(({ id, excerpt, passage }) => ({ id, excerpt, passage }));
  const [recordById, snippets] = await Promise.all([readListings(db, ids), snippetsOf(places, tree)]);
  const hits = found.flatMap((hit): SearchHit[] => {
    const record = recordById.get(hit.id);
    return record === undefined ? [] : [hitOf(hit, record, snippets.get(hit.id) ?? "")];
  });
  return { hits, gone: found.length - hits.length };
}

function hitOf(hit: Found, record: OpinionListing, snippet: string): SearchHit {
  const court = courtById(record.courtId);
  return {
    opinionId: record.id,
    clusterId: record.clusterId,
    score: hit.score,
    caseName: record.caseName,
    publicNumber: record.publicNumber,
    slug: record.slug,
    courtId: record.courtId,
    courtName: court?.fullName ?? record.courtId,
    courtAbbreviation: court?.abbreviation ?? record.courtId,
    jurisdiction: court?.jurisdiction ?? "",
    state: court?.state ?? "",
    publishStatus: record.publishStatus,
    dateFiled: record.dateFiled,
    datePrecision: record.datePrecision,
    docketNumber: record.docketNumber ?? "",
    snippet,
    source: hit.source,
    ...(hit.explanation === undefined ? {} : { explanation: simplified(hit.explanation) }),
  };
}

export function goneNote(gone: number): readonly string[] {
  if (gone === 0) return [];
  return [`${gone} of the results on this page ${gone === 1 ? "was" : "were"} deleted since the index was written.`];
}
