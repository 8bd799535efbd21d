import { countFilings } from "#dockets/filings/read.ts";
import { SEARCHED_FILINGS } from "#search/collections/filings.ts";
import type { PlainCollection } from "../collection.ts";
import { FOLLOWED_FILINGS } from "./filing-indexing.ts";

/** Filings of state trial courts. */
export const FILING_COLLECTION: PlainCollection = {
  ...SEARCHED_FILINGS,
  projection: FOLLOWED_FILINGS.projection,
  rules: FOLLOWED_FILINGS.rules,
  derivation: "filing_documents",
  kinds: ["trial_filing"],
  count: countFilings,
  isOneToOne: true,
  words: { index: "index of filings", held: "filings", records: "filings of trial courts" },
  followed: FOLLOWED_FILINGS,
};
