import type { Reader } from "#db/connection.ts";
import type { ReadStretches } from "#db/stretches.ts";
import { filingsById, filingTexts } from "#dockets/filings/read.ts";
import { FILING_FIELDS, FILINGS } from "#search/filings.ts";
import { namesDocket, readFilingQuery } from "#search/query/filing-query.ts";
import { readOfCollection } from "#search/query/parse.ts";
import type { DocumentTexts, SearchedCollection } from "./collection.ts";

const TEXTS: DocumentTexts = { stretches: stretchesOf, whole: wholeTexts, names: filingNames };

async function filingNames(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const filings = await filingsById(db, ids);
  return new Map(filings.map(({ id, caption, title }) => [id, [caption, title ?? ""].join(" ").trim()]));
}

async function wholeTexts(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return new Map([...(await filingTexts(db, ids))].map(([id, { text }]) => [id, text]));
}

async function stretchesOf(...[db, asked]: Parameters<ReadStretches>): Promise<Map<string, string>> {
  const texts = await wholeTexts(
    db,
    asked.map(({ id }) => id),
  );
  return new Map(
    asked.flatMap(({ id, from, bytes = Infinity }) => {
      const text = texts.get(id);
      return text === undefined ? [] : [[id, Buffer.from(text).toString("utf8", from, from + bytes)] as const];
    }),
  );
}

/** Filings of state trial courts. */
export const SEARCHED_FILINGS: SearchedCollection = {
  name: "filings",
  schema: FILINGS,
  texts: TEXTS,
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
