import type { Reader } from "#db/connection.ts";
import { plainTextsOf, textStretches, versionsById } from "#laws/store/read.ts";
import { besideWords } from "#search/law-signals.ts";
import { CITED_IN, LAW_FACETS, LAW_FIELDS, LAWS } from "#search/laws.ts";
import { readLawQuery } from "#search/query/law-query.ts";
import { readOfCollection } from "#search/query/parse.ts";
import type { DocumentTexts, SearchedCollection } from "./collection.ts";

const TEXTS: DocumentTexts = { stretches: textStretches, whole: plainTextsOf, names: lawNames };

async function lawNames(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const versions = await versionsById(db, ids);
  return new Map(versions.map(({ id, citation, path, title }) => [id, [citation ?? path, title].join(" ").trim()]));
}

/** Versions of provisions of law, asked by their own words alone. */
export const LAWS_BY_WORDS: SearchedCollection = {
  name: "laws",
  schema: LAWS,
  texts: TEXTS,
  read: readOfCollection(readLawQuery),
  fields: {
    what: "laws",
    known: new Set(LAW_FIELDS),
    offered: "name, body and cite",
    filters: "state, collection, kind and dates",
  },
  facets: LAW_FACETS,
  hintWords_max: 6,
  sorts: {
    newest: [{ column: "effectiveDate", order: "falling" }],
    oldest: [{ column: "effectiveDate", order: "rising" }],
  },
};

/** The same, asked of all that tells of a provision (`law-signals.ts`). */
export const SEARCHED_LAWS: SearchedCollection = {
  ...LAWS_BY_WORDS,
  fields: { ...LAWS_BY_WORDS.fields, known: new Set([...LAW_FIELDS, CITED_IN]) },
  beside: (tree) => besideWords(tree),
};
