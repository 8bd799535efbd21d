import type { Db, Trx } from "#db/connection.ts";
import { makingAnew, turnsUntilDone } from "#db/made-anew.ts";
import type { MadeAnew, MakeSome, TakeTurn } from "#db/made-anew.ts";
import { DOCKET_KEY_RULES, docketNumbers } from "./docket-key.ts";
import { reassignMatters } from "./matters.ts";
import { writeDocketNumbers } from "./store.ts";
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
  for (const [caseId, held] of Map.groupBy(rows, ({ case_id }) => case_id)) {
    const inOrder = held.toSorted((one, other) => one.ordinal - other.ordinal);
    // What older rules took for one number may name several.
    const numbers = inOrder.flatMap((row) => docketNumbers(row.docket_number));
    const once = numbers.filter(({ key }, at) => numbers.findIndex((one) => one.key === key) === at);
    if (once.length === 0 || keysIn(once) === keysIn(inOrder.map((row) => ({ key: row.docket_key })))) continue;
    changed.add(caseId);
    await writeDocketNumbers(trx, caseId, once);
  }
  if (changed.size > 0) await reassignMatters(trx, [...changed], daysOf);
  return { read: ids.length, changed: changed.size, last: ids.at(-1) };
}

function keysIn(numbers: readonly { readonly key: string }[]): string {
  return numbers.map(({ key }) => key).join(" ");
}
