import { z } from "zod";
import type { Clock } from "#base/clock.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Reader } from "#db/connection.ts";
import { seal, unseal } from "./seal.ts";
import type { KeyRing } from "./seal.ts";

/** Beside the credentials and sealed as they are. */
export const SHARED_SESSION = "official session";

const SESSION = z.strictObject({ text: z.string().min(1) });

/**
 * The session that all processes of the service use, as one of them made it with the credentials entered at `changedAt`,
 * or undefined. One that cannot be unsealed, since the key was changed, is none.
 */
export async function sharedSession(db: Reader, ring: KeyRing, changedAt: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("records_credentials")
    .select("sealed")
    .where("name", "=", SHARED_SESSION)
    .where("changed_at", "=", changedAt)
    .executeTakeFirst();
  return row === undefined ? undefined : textIn(ring, row.sealed);
}

export async function shareSession(
  db: Db,
  ring: KeyRing,
  { text, changedAt }: { readonly text: string; readonly changedAt: string },
  clock: Clock,
): Promise<void> {
  const row = {
    sealed: seal(ring, SHARED_SESSION, JSON.stringify({ text })),
    key_id: ring[0].id,
    state: "accepted",
    said: null,
    changed_at: changedAt,
    checked_at: clock().toISOString(),
  };
  await transaction(db, async (trx) =>
    trx
      .insertInto("records_credentials")
      .values({ name: SHARED_SESSION, ...row })
      .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
      .execute(),
  );
}

/** Ends the sharing of a session that is no longer taken; one that was made since is left. */
export async function unshareSession(db: Db, ring: KeyRing, text: string): Promise<void> {
  await transaction(db, async (trx) => {
    const row = await trx
      .selectFrom("records_credentials")
      .select("sealed")
      .where("name", "=", SHARED_SESSION)
      .executeTakeFirst();
    if (row === undefined || textIn(ring, row.sealed) !== text) return;
    await trx
      .deleteFrom("records_credentials")
      .where("name", "=", SHARED_SESSION)
      .where("sealed", "=", row.sealed)
      .execute();
  });
}

function textIn(ring: KeyRing, sealed: string): string | undefined {
  try {
    return SESSION.parse(JSON.parse(unseal(ring, SHARED_SESSION, sealed))).text;
  } catch {
    return undefined;
  }
}
