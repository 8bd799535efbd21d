import { err } from "#base/result.ts";
import type { QueryReader } from "#search/query/reading.ts";

/** What other systems mean by it, or an operator spelled wrongly: each is refused with what would be read. */
export const readForeignSyntax: QueryReader = (_text, { lexed: { faults } }) =>
  faults.length === 0 ? undefined : err(faults);
