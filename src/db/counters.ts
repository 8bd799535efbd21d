import type { Trx } from "./connection.ts";

/**
 * Takes `count` numbers of a named sequence, which starts at 1, and returns the first. They belong to the
 * transaction: a rollback gives them back, and on PostgreSQL the row stays locked until the end, so numbers
 * become visible in order. Take them as late in the transaction as can be, `outbox` last.
 */
export async function takeNumbers(trx: Trx, name: string, count: number): Promise<number> {
  const { value } = await trx
    .insertInto("counters")
    .values({ name, value: count })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet((row) => ({ value: row("counters.value", "+", row.ref("excluded.value")) })),
    )
    .returning("value")
    .executeTakeFirstOrThrow();
  return value - count + 1;
}
