import { randomInt } from "node:crypto";
import type { Reader } from "./connection.ts";

/** Among the counters: the number that distinguishes this database from all others. */
const IDENTITY = "database identity";
const IDENTITY_MAX = 2 ** 47;

/**
 * What distinguishes these records from those of every other database: made when it is first asked for, kept with them,
 * and another one after a backup was restored. What is derived from records elsewhere bears it.
 */
export async function databaseIdentity(db: Reader): Promise<string> {
  await db
    .insertInto("counters")
    .values({ name: IDENTITY, value: randomInt(1, IDENTITY_MAX) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { value } = await db
    .selectFrom("counters")
    .select("value")
    .where("name", "=", IDENTITY)
    .executeTakeFirstOrThrow();
  return value.toString(36);
}

/** These records are a copy: what was derived from the original is not theirs. */
export async function forgetIdentity(db: Reader): Promise<void> {
  await db.deleteFrom("counters").where("name", "=", IDENTITY).execute();
}
