import type { Db } from "#db/connection.ts";
import { makingAnew } from "#db/made-anew.ts";
import type { TakeTurn } from "#db/made-anew.ts";
import { DERIVATIONS } from "#derivations/derivations.ts";
import { reassignMatters } from "./matters.ts";
import type { DecisionDays } from "./matters.ts";

/** Under this name stands by which rules the cases held were put into matters. */
export const RULES_OF_MATTERS = "matters";
const CASES_PER_TRANSACTION = 500;

/** Puts cases into matters anew where an older program did so by other rules, some hundreds in each turn. */
export function regroupingCases(db: Db, daysOf: DecisionDays, version: number = DERIVATIONS.matters.number): TakeTurn {
  return makingAnew(db, { name: RULES_OF_MATTERS, version }, async (trx, after) => {
    const rows = await trx
      .selectFrom("cases")
      .select("id")
      .where("id", ">", after)
      .orderBy("id")
      .limit(CASES_PER_TRANSACTION)
      .execute();
    const ids = rows.map(({ id }) => id);
    const moved = await reassignMatters(trx, ids, daysOf);
    return { read: ids.length, changed: moved.length, last: ids.at(-1) };
  });
}
