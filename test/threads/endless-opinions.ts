import { idsOfDecision } from "#test/records.ts";

/** A decision with whose opinion a planted thread does not come to an end. */
export const ENDLESS_DECISION = {
  name: "Hazel v. Ivy",
  courtId: "scotus",
  dateFiled: "1980-01-01",
  citedAs: ["340 U.S. 1"],
  texts: ["We go on."],
};
export const ENDLESS_OPINIONS: readonly string[] = idsOfDecision(ENDLESS_DECISION).opinionIds;
/** Stands for a thread that reads opinions for the citator. */
export const ENDLESS_CITATOR: URL = new URL("./endless-citator.ts", import.meta.url);
