import { OnpointError } from "#base/errors.ts";
import type { Trx } from "#db/connection.ts";
import { hashOfToken, isTokenText, newToken } from "../tokens.ts";

/** What a device is asked to sign: for a new passkey, to sign in by it alone, or after the password. */
export type ChallengePurpose = "register" | "sign-in" | "second-factor";

/** Long enough to find a security key in a bag. */
const LIFE_MS = 10 * 60_000;

export type ChallengeFor = {
  readonly purpose: ChallengePurpose;
  /** Null where it is not known yet who signs in. */
  readonly userId: string | null;
  readonly at: Date;
};

/** A challenge that is good once, for ten minutes. */
export async function makeChallenge(trx: Trx, { purpose, userId, at }: ChallengeFor): Promise<string> {
  const challenge = newToken();
  const expires_at = new Date(at.getTime() + LIFE_MS).toISOString();
  const row = { challenge_hash: hashOfToken(challenge), purpose, user_id: userId, expires_at };
  await trx.insertInto("passkey_challenges").values(row).execute();
  return challenge;
}

/** Uses a challenge up, whatever comes of it. Throws `not_found` for one that is used, too old, or for something else. */
export async function takeChallenge(trx: Trx, challenge: string, { purpose, userId, at }: ChallengeFor): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom("passkey_challenges")
    .where("challenge_hash", "=", isTokenText(challenge) ? hashOfToken(challenge) : "")
    .where("purpose", "=", purpose)
    .where("user_id", userId === null ? "is" : "=", userId)
    .where("expires_at", ">", at.toISOString())
    .executeTakeFirst();
  if (numDeletedRows === 1n) return;
  throw new OnpointError("not_found", "this was begun too long ago, or is done already", { hint: "Begin again." });
}

/** As the library wants it: bytes, which the device signs in base64url. */
export function challengeBytes(challenge: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(challenge, "base64url"));
}
