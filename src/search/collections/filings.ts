import type { Reader } from "#db/connection.ts";
import { filingsById, filingTexts } from "#dockets/filings/read.ts";
import { FILING_FIELDS, FILINGS } from "#search/filings.ts";
import { namesDocket, readFilingQuery } from "#search/query/filing-query.ts";
import { readOfCollection } from "#search/query/parse.ts";
import type { SearchedCollection } from "./collection.ts";
import { textsOfWhole } from "./texts-of-whole.ts";

async function filingNames(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const filings = await filingsById(db, ids);
  return new Map(filings.map(({ id, caption, title }) => [id, [caption, title ?? ""].join(" ").trim()]));
}

async function wholeTexts(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return new Map([...(await filingTexts(db, ids))].map(([id, { text }]) => [id, text]));
}

/** Filings of state trial courts. */
export const SEARCHED_FILINGS: SearchedCollection = {
  name: "filings",
  schema: FILINGS,
  texts: textsOfWhole(wholeTexts, filingNames),
  read: readOfCollection(readFilingQuery),
  vectors: "filing vectors",
  fields: {
    what: "filings",
    known: new Set(FILING_FIELDS),
    offered: "name, title, body and docket",
    filters: "state, court, type and dates",
  },
  facets: [],
  namesOne: namesDocket,
  sorts: {
    newest: [{ column: "dateFiled", order: "falling" }],
    oldest: [{ column: "dateFiled", order: "rising" }],
  },
};
