import { countOpinions } from "#opinions/store/held.ts";
import { INDEXED_OPINIONS } from "#search/collections/opinions.ts";
import type { Collection } from "./collection.ts";
import { OPINION_INDEX_RULES } from "./index-rules.ts";
import { INDEX_PROJECTION } from "./tables.ts";

/** The opinions of courts: their documents hold the words of those who cite them, so their index follows in its own way. */
export const OPINION_COLLECTION: Collection = {
  ...INDEXED_OPINIONS,
  projection: INDEX_PROJECTION,
  rules: OPINION_INDEX_RULES,
  derivation: "opinion_documents",
  kinds: ["opinion", "cluster"],
  count: countOpinions,
  isOneToOne: true,
  words: { index: "index", held: "documents", records: "opinions" },
};
