import type { Reader } from "#db/connection.ts";

export type SecondFactorState = {
  /** Whether signing in by password asks for more. */
  readonly isOn: boolean;
  readonly hasAuthenticator: boolean;
  readonly passkeys: number;
  readonly recoveryCodesLeft: number;
};

/** Whether a user signs in with a second factor, and how many recovery codes are left. */
export async function secondFactorState(db: Reader, userId: string): Promise<SecondFactorState> {
  const factor = await factorOf(db, userId);
  const codes = await db
    .selectFrom("recovery_codes")
    .select("code_hash")
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
  const hasAuthenticator = factor !== undefined && factor.confirmed_at !== null;
  const passkeys = await passkeysHeld(db, userId);
  return { isOn: hasAuthenticator || passkeys > 0, hasAuthenticator, passkeys, recoveryCodesLeft: codes.length };
}

/** The authenticator of a user, confirmed or not. */
export async function factorOf(
  db: Reader,
  userId: string,
): Promise<{ readonly secret: string; readonly confirmed_at: string | null } | undefined> {
  return db
    .selectFrom("second_factors")
    .select(["secret", "confirmed_at"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

async function passkeysHeld(db: Reader, userId: string): Promise<number> {
  return (await db.selectFrom("passkeys").select("id").where("user_id", "=", userId).execute()).length;
}
