import { z } from "zod";
import { systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Reader } from "#db/connection.ts";
import { endRest } from "../official/one-time-steps.ts";
import { secretFault } from "../official/totp.ts";
import { seal, unseal } from "./seal.ts";
import type { KeyRing } from "./seal.ts";
import { SHARED_SESSION } from "./shared-session.ts";

const CREDENTIALS = z.strictObject({
  loginId: z.string().min(1).max(100),
  password: z.string().min(1).max(200),
  /** Base32, of accounts with one-time codes. */
  otpSecret: z.string().nullable(),
  /** Whether the account may file: those must accept the rule on redaction with every sign-in. */
  isFiler: z.boolean(),
});

/** How the service signs in to the official records system. Never logged and never shown. */
export type Credentials = z.output<typeof CREDENTIALS>;

/** `unused` since they were entered; `refused` and `expired` ones are not sent again until they are entered anew. */
export type CredentialsState = "unused" | "accepted" | "refused" | "expired";

/** What may be shown. */
export type CredentialsInfo = {
  readonly state: CredentialsState;
  /** What the sign-in service said last. */
  readonly said: string | null;
  readonly changedAt: string;
  readonly checkedAt: string | null;
  readonly keyId: string;
};

const NAME = "official";
const SAID_CHARS_MAX = 200;

/** Stores credentials in place of those there are. Throws `invalid_input`, without any of them. */
export async function storeCredentials(
  db: Db,
  ring: KeyRing,
  given: Credentials,
  clock: Clock = systemClock,
): Promise<void> {
  const parsed = CREDENTIALS.safeParse(given);
  const fault = parsed.success
    ? otpFault(parsed.data)
    : `the ${parsed.error.issues[0]?.path.join(".") ?? "input"} is empty or too long`;
  if (!parsed.success || fault !== undefined) throw new OnpointError("invalid_input", fault ?? "the credentials");
  const now = clock();
  const row = {
    sealed: seal(ring, NAME, JSON.stringify(parsed.data)),
    key_id: ring[0].id,
    state: "unused",
    said: null,
    changed_at: now.toISOString(),
    checked_at: null,
  };
  await transaction(db, async (trx) => {
    await trx
      .insertInto("records_credentials")
      .values({ name: NAME, ...row })
      .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
      .execute();
    await trx.deleteFrom("records_credentials").where("name", "=", SHARED_SESSION).execute();
    await endRest(trx, now);
  });
}

/** Undefined when none were entered. Throws what `unseal` throws. */
export async function openCredentials(db: Reader, ring: KeyRing): Promise<Credentials | undefined> {
  const row = await credentialsRow(db);
  if (row === undefined) return undefined;
  return CREDENTIALS.parse(JSON.parse(unseal(ring, NAME, row.sealed)));
}

export async function credentialsInfo(db: Reader): Promise<CredentialsInfo | undefined> {
  const row = await credentialsRow(db);
  if (row === undefined) return undefined;
  return {
    state: row.state as CredentialsState,
    said: row.said,
    changedAt: row.changed_at,
    checkedAt: row.checked_at,
    keyId: row.key_id,
  };
}

/** Notes how the sign-in service took them; those entered since `changedAt` are left as they are. */
export async function noteCredentials(
  db: Db,
  outcome: { readonly state: CredentialsState; readonly said: string | null; readonly changedAt: string },
  clock: Clock = systemClock,
): Promise<void> {
  const said = outcome.said?.slice(0, SAID_CHARS_MAX) ?? null;
  await transaction(db, async (trx) =>
    trx
      .updateTable("records_credentials")
      .set({ state: outcome.state, said, checked_at: clock().toISOString() })
      .where("name", "=", NAME)
      .where("changed_at", "=", outcome.changedAt)
      .execute(),
  );
}

/** Seals what is stored with the newest key. False when there is nothing, or it is sealed with that key already. */
export async function resealCredentials(db: Db, ring: KeyRing): Promise<boolean> {
  return transaction(db, async (trx) => {
    const row = await credentialsRow(trx);
    if (row === undefined || row.key_id === ring[0].id) return false;
    const sealed = seal(ring, NAME, unseal(ring, NAME, row.sealed));
    await trx.updateTable("records_credentials").set({ sealed, key_id: ring[0].id }).where("name", "=", NAME).execute();
    return true;
  });
}

export async function removeCredentials(db: Db): Promise<boolean> {
  return transaction(db, async (trx) => {
    await trx.deleteFrom("records_credentials").where("name", "=", SHARED_SESSION).execute();
    const { numDeletedRows } = await trx.deleteFrom("records_credentials").where("name", "=", NAME).executeTakeFirst();
    return numDeletedRows > 0n;
  });
}

async function credentialsRow(db: Reader) {
  return db.selectFrom("records_credentials").selectAll().where("name", "=", NAME).executeTakeFirst();
}

function otpFault({ otpSecret }: Credentials): string | undefined {
  const fault = otpSecret === null ? undefined : secretFault(otpSecret);
  return fault === undefined ? undefined : `the secret of the one-time codes ${fault}`;
}
