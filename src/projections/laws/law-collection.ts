import type { Reader } from "#db/connection.ts";
import { collections } from "#laws/store/collections.ts";
import { countProvisions, countVersions } from "#laws/store/read.ts";
import { SEARCHED_LAWS } from "#search/collections/laws.ts";
import type { PlainCollection } from "../collection.ts";
import { counted } from "../collection.ts";
import { followedLaws } from "./law-indexing.ts";

const followed = followedLaws();

/** Provisions of law; each version of one is a document. */
export const LAW_COLLECTION: PlainCollection = {
  ...SEARCHED_LAWS,
  projection: followed.projection,
  rules: followed.rules,
  derivation: "law_documents",
  kinds: ["law"],
  count: countProvisions,
  isOneToOne: false,
  words: { index: "index of laws", held: "laws", records: "provisions of law" },
  tally: async (db) =>
    `${counted(await countProvisions(db), "provisions of law")} in ${counted(await countVersions(db), "versions")}`,
  greeting: async (db) => codesHeld(db),
  followed,
};

async function codesHeld(db: Reader): Promise<string | undefined> {
  const codes = (await collections(db)).length;
  return codes === 0 ? undefined : counted(codes, "codes and registers of law");
}
