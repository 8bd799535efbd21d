import type { Db } from "#db/connection.ts";
import { makingAnew } from "#db/made-anew.ts";
import type { TakeTurn } from "#db/made-anew.ts";
import { appendOutbox } from "#db/outbox.ts";
import type { Change } from "#db/outbox.ts";
import { DERIVATIONS } from "#derivations/derivations.ts";
import { reassignWorks } from "./works.ts";

/** Under this name stands by which rules the decisions held were put into works. */
export const RULES_OF_WORKS = "works";
const DECISIONS_PER_TRANSACTION = 200;

/** Puts decisions into works anew where an older program did so by other rules, some hundreds in each turn. */
export function regroupingDecisions(db: Db, version: number = DERIVATIONS.works.number): TakeTurn {
  return makingAnew(db, { name: RULES_OF_WORKS, version }, async (trx, after) => {
    const rows = await trx
      .selectFrom("clusters")
      .select("id")
      .where("id", ">", after)
      .orderBy("id")
      .limit(DECISIONS_PER_TRANSACTION)
      .execute();
    const ids = rows.map(({ id }) => id);
    const moved = await reassignWorks(trx, ids);
    const changes = moved.map((recordId): Change => ({ kind: "cluster", recordId, op: "upsert" }));
    await appendOutbox(trx, changes);
    return { read: ids.length, changed: moved.length, last: ids.at(-1) };
  });
}
