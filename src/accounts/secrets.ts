import { randomBytes } from "node:crypto";
import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";

/** What is signed with a secret of the service. */
export type SecretName = "search-cursors" | "forms";

const SECRET_BYTES = 32;

/**
 * A secret of this service, made when it is first asked for. It is kept with the records, so that every process and
 * machine that answers from them has the same one, also after a restart.
 */
export async function serviceSecret(db: Db, name: SecretName): Promise<Uint8Array> {
  const held = await readSecret(db, name);
  if (held !== undefined) return held;
  const value = randomBytes(SECRET_BYTES).toString("hex");
  await transaction(db, async (trx) =>
    trx
      .insertInto("secrets")
      .values({ name, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  const made = await readSecret(db, name);
  if (made === undefined) throw new OnpointError("corrupt", `the secret ${name} cannot be kept`);
  return made;
}

async function readSecret(db: Db, name: SecretName): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom("secrets").select("value").where("name", "=", name).executeTakeFirst();
  return row === undefined ? undefined : Buffer.from(row.value, "hex");
}
