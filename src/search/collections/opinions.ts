import type { Reader } from "#db/connection.ts";
import { readListings } from "#opinions/store/listings.ts";
import { readPlainTexts, readStretches } from "#opinions/store/texts.ts";
import { OPINIONS } from "#search/opinions.ts";
import type { DocumentTexts, IndexedCollection } from "./collection.ts";

const TEXTS: DocumentTexts = { stretches: readStretches, whole: readPlainTexts, names: caseNames };

async function caseNames(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return new Map([...(await readListings(db, ids))].map(([id, { caseName }]) => [id, caseName]));
}

/** The opinions of courts. `search.ts` is what is searched otherwise in them than in other collections. */
export const INDEXED_OPINIONS: IndexedCollection = {
  name: "opinions",
  schema: OPINIONS,
  texts: TEXTS,
  vectors: "opinion vectors",
};
