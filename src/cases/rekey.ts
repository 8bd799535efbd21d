import { systemClock } from "#base/clock.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Trx } from "#db/connection.ts";
import { projectionPosition, saveProjectionPosition } from "#db/outbox.ts";
import { DOCKET_KEY_RULES, docketKey } from "./docket-key.ts";
import { reassignMatters } from "./matters.ts";
import type { DecisionDays } from "./matters.ts";

/** Under this name stands by which rules the keys held were made. */
const RULES_OF_KEYS = "docket-keys";
const CASES_PER_TRANSACTION = 500;

export type Rekeyed = { readonly cases: number; readonly changed: number };

/**
 * Makes the keys of docket numbers anew where an older program made them by other rules, some hundreds of cases at a
 * time, and brings together what now bears one number. Only what comes out otherwise is written, so a run that was
 * stopped begins again at no cost but the reading. With keys of today's rules nothing is read.
 */
export async function rekeyCases(db: Db, daysOf: DecisionDays, signal?: AbortSignal): Promise<Rekeyed> {
  const done = { cases: 0, changed: 0 };
  if ((await projectionPosition(db, RULES_OF_KEYS)) === DOCKET_KEY_RULES) return done;
  for (let after: string | undefined = ""; after !== undefined;) {
    if (signal?.aborted === true) return done;
    const from: string = after;
    const some = await transaction(db, async (trx) => rekeySome(trx, from, daysOf));
    done.cases += some.cases;
    done.changed += some.changed;
    after = some.last;
  }
  await saveProjectionPosition(db, RULES_OF_KEYS, DOCKET_KEY_RULES, systemClock);
  return done;
}

async function rekeySome(
  trx: Trx,
  after: string,
  daysOf: DecisionDays,
): Promise<Rekeyed & { readonly last: string | undefined }> {
  const cases = await trx
    .selectFrom("cases")
    .select("id")
    .where("id", ">", after)
    .orderBy("id")
    .limit(CASES_PER_TRANSACTION)
    .execute();
  const ids = cases.map(({ id }) => id);
  if (ids.length === 0) return { cases: 0, changed: 0, last: undefined };
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
  return { cases: ids.length, changed: changed.size, last: ids.at(-1) };
}
