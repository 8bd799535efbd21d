import { LIMITS } from "#base/limits.ts";
import { err } from "#base/result.ts";
import type { QueryReader } from "#search/query/reading.ts";

/** A text above the bound, which is refused. */
export const readTooLong: QueryReader = (text) => {
  if (text.length <= LIMITS.query_chars_max) return undefined;
  return err([
    {
      code: "too_long",
      message: `a query has at most ${LIMITS.query_chars_max} characters; this one has ${text.length}`,
      at: { start: LIMITS.query_chars_max, end: text.length },
      repaired: "",
      advice: "Shorten it: a paragraph is enough to search by.",
    },
  ]);
};
