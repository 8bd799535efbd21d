import { OnpointError } from "#base/errors.ts";
import { OPINION_FORMS } from "#search/read/opinion-forms.ts";
import type { IndexedCollection, QueryForms, SearchedCollection } from "./collection.ts";
import { SEARCHED_FILINGS } from "./filings.ts";
import { SEARCHED_LAWS } from "./laws.ts";
import { INDEXED_OPINIONS } from "./opinions.ts";

/** Those that are searched in the plain way. */
const PLAIN: readonly SearchedCollection[] = [SEARCHED_LAWS, SEARCHED_FILINGS];

/** Every collection, as threads know it that cut snippets. */
const INDEXED: readonly IndexedCollection[] = [INDEXED_OPINIONS, ...PLAIN];

/** The ways in which queries are read, of all collections. */
export const QUERY_FORMS: QueryForms = {
  ...OPINION_FORMS,
  ...Object.fromEntries(PLAIN.map(({ name, read }) => [name, read])),
};

export function collectionCalled(name: string): IndexedCollection {
  const found = INDEXED.find((collection) => collection.name === name);
  if (found === undefined) throw new OnpointError("internal", `there is no collection ${name}`);
  return found;
}
