import { generateKeyPairSync, hash, randomBytes } from "node:crypto";
import type { JsonWebKey } from "node:crypto";
import { AT_THE_MACHINE, noteEvent, OPERATOR_ID } from "#accounts/audit/audit.ts";
import type { Clock } from "#base/clock.ts";
import { systemClock } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Reader, Trx } from "#db/connection.ts";
import type { Database } from "#db/schema.ts";

/** What ID tokens and cookies are signed with, the one to sign with first; the others are still believed. */
export type SigningKeys = {
  readonly idTokens: readonly JsonWebKey[];
  readonly cookies: readonly string[];
  /** Names this set of keys in this order. */
  readonly version: string;
};

type Purpose = Database["oauth_keys"]["purpose"];

/** A new key is published so long before anything is signed with it, so that no process signs with one unknown to another. */
const PUBLISHED_FIRST_MS = 10 * 60_000;

/** The keys, made when there are none yet. */
export async function signingKeys(db: Db, clock: Clock = systemClock): Promise<SigningKeys> {
  const held = await readKeys(db, clock);
  if (held.idTokens.length > 0 && held.cookies.length > 0) return held;
  await transaction(db, async (trx) => {
    // Processes that start together make one and the same first key.
    await insertKey(trx, { id: "first-id-tokens", purpose: "id-tokens", now: clock() });
    await insertKey(trx, { id: "first-cookies", purpose: "cookies", now: clock() });
  });
  const made = await readKeys(db, clock);
  if (made.idTokens.length === 0 || made.cookies.length === 0)
    throw new OnpointError("corrupt", "the keys to sign with cannot be kept");
  return made;
}

/** Makes new keys. They are signed with in ten minutes; what the present ones have signed is believed until it ends. */
export async function rotateKeys(db: Db, clock: Clock = systemClock): Promise<void> {
  await signingKeys(db, clock);
  const now = clock();
  await transaction(db, async (trx) => {
    await trx
      .updateTable("oauth_keys")
      .set({ retired_at: now.toISOString() })
      .where("retired_at", "is", null)
      .execute();
    for (const purpose of ["id-tokens", "cookies"] as const) {
      await insertKey(trx, { id: `${purpose}-${randomBytes(8).toString("hex")}`, purpose, now });
    }
    await noteEvent(trx, { event: "signing_keys_renewed", at: now, actorId: OPERATOR_ID, origin: AT_THE_MACHINE });
  });
}

async function readKeys(db: Reader, clock: Clock): Promise<SigningKeys> {
  const rows = await db.selectFrom("oauth_keys").selectAll().orderBy("created_at", "desc").orderBy("id").execute();
  const publishedBefore = new Date(clock().getTime() - PUBLISHED_FIRST_MS).toISOString();
  const isUsed = (row: { created_at: string }): boolean => row.created_at <= publishedBefore;
  const ordered = [...rows.filter(isUsed), ...rows.filter((row) => !isUsed(row))];
  const of = (purpose: Purpose): string[] => ordered.filter((row) => row.purpose === purpose).map(({ value }) => value);
  return {
    idTokens: of("id-tokens").map((value) => JSON.parse(value) as JsonWebKey),
    cookies: of("cookies"),
    version: ordered.map(({ id }) => id).join(" "),
  };
}

async function insertKey(
  trx: Trx,
  { id, purpose, now }: { readonly id: string; readonly purpose: Purpose; readonly now: Date },
): Promise<void> {
  const value = purpose === "cookies" ? randomBytes(32).toString("hex") : JSON.stringify(newSigningKey());
  await trx
    .insertInto("oauth_keys")
    .values({ id, purpose, value, created_at: now.toISOString(), retired_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function newSigningKey(): JsonWebKey {
  const key = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
  return { ...key, kid: hash("sha256", `${key.x} ${key.y}`).slice(0, 32), alg: "ES256", use: "sig" };
}
