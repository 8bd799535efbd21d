import type { Db, Trx } from "#db/connection.ts";
import { makingAnew, turnsUntilDone } from "#db/made-anew.ts";
import type { MadeAnew, MakeSome, TakeTurn } from "#db/made-anew.ts";
import { DOCKET_KEY_RULES, docketKey } from "./docket-key.ts";
import { reassignMatters } from "./matters.ts";
import type { DecisionDays } from "./matters.ts";

/** Under this name stands by which rules the keys held were made. */
export const RULES_OF_KEYS = "docket-keys";
const CASES_PER_TRANSACTION = 500;

/**
 * Makes the keys of docket numbers anew where an older program made them by other rules, some hundreds of cases in each
 * turn, and brings together what now bears one number.
 */
export function rekeying(db: Db, daysOf: DecisionDays, version: number = DOCKET_KEY_RULES): TakeTurn {
  return makingAnew(db, { name: RULES_OF_KEYS, version }, async (trx, after) => rekeySome(trx, after, daysOf));
}

/** The same until it is done. */
export async function rekeyCases(db: Db, daysOf: DecisionDays, signal?: AbortSignal): Promise<MadeAnew> {
  return turnsUntilDone(rekeying(db, daysOf), signal);
}

async function rekeySome(trx: Trx, after: string, daysOf: DecisionDays): ReturnType<MakeSome> {
  const cases = await trx
    .selectFrom("cases")
    .select("id")
    .where("id", ">", after)
    .orderBy("id")
    .limit(CASES_PER_TRANSACTION)
    .execute();
  const ids = cases.map(({ id }) => id);
  if (ids.length === 0) return { read: 0, changed: 0, last: undefined };
  const rows = await trx.selectFrom("case_dockets").selectAll().where("case_id", "in", ids).execute();
  const changed = new Set<string>();
  for (const { case_id, ordinal, docket_number, docket_key } of rows) {
    const key = docketKey(docket_number);
    if (key === null || key === docket_key) continue;
    changed.add(case_id);
    await trx
      .updateTable("case_dockets")
      .set({ docket_key: key })
      .where("case_id", "=", case_id)
      .where("ordinal", "=", ordinal)
      .execute();
    if (ordinal === 0) await trx.updateTable("cases").set({ docket_key: key }).where("id", "=", case_id).execute();
  }
  if (changed.size > 0) await reassignMatters(trx, [...changed], daysOf);
  return { read: ids.length, changed: changed.size, last: ids.at(-1) };
}
