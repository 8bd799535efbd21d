import { generateKeyPair, hash, randomBytes } from "node:crypto";
import type { JsonWebKey } from "node:crypto";
import { promisify } from "node:util";
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

/** What ID tokens may be signed by. OpenID Connect Discovery (section 3) demands the first of every service. */
export const ID_TOKEN_ALGORITHMS = ["RS256", "ES256"] as const;
export type IdTokenAlgorithm = (typeof ID_TOKEN_ALGORITHMS)[number];

const generateKey = promisify(generateKeyPair);
const RSA_BITS = 2048;

type Purpose = Database["oauth_keys"]["purpose"];

/** A new key is published so long before anything is signed with it, so that no process signs with one unknown to another. */
const PUBLISHED_FIRST_MS = 10 * 60_000;

/** The keys, made when there are none yet. */
export async function signingKeys(db: Db, clock: Clock = systemClock): Promise<SigningKeys> {
  const held = await readKeys(db, clock);
  if (isWhole(held)) return held;
  // Processes that start together make one and the same first keys.
  const first = [
    { id: "first-id-tokens", purpose: "id-tokens" as const, value: await newSigningKey("ES256") },
    { id: "first-id-tokens-rs256", purpose: "id-tokens" as const, value: await newSigningKey("RS256") },
    { id: "first-cookies", purpose: "cookies" as const, value: newCookieKey() },
  ].filter(({ purpose, value }) => !isHeld(held, purpose, value));
  const now = clock();
  await transaction(db, async (trx) => {
    for (const key of first) await insertKey(trx, { ...key, now });
  });
  const made = await readKeys(db, clock);
  if (!isWhole(made)) throw new OnpointError("corrupt", "the keys to sign with cannot be kept");
  return made;
}

/** Whether there is one of every kind: a service from before a kind was there has the others. */
function isWhole({ idTokens, cookies }: SigningKeys): boolean {
  return cookies.length > 0 && ID_TOKEN_ALGORITHMS.every((wanted) => idTokens.some((key) => key["alg"] === wanted));
}

function isHeld({ idTokens, cookies }: SigningKeys, purpose: Purpose, value: string): boolean {
  if (purpose === "cookies") return cookies.length > 0;
  const { alg } = JSON.parse(value) as { readonly alg: IdTokenAlgorithm };
  return idTokens.some((key) => key["alg"] === alg);
}

/** Makes new keys. They are signed with in ten minutes; what the present ones have signed is believed until it ends. */
export async function rotateKeys(db: Db, clock: Clock = systemClock): Promise<void> {
  await signingKeys(db, clock);
  const now = clock();
  const values = [
    ...(await Promise.all(ID_TOKEN_ALGORITHMS.map(newSigningKey))).map((value) => ["id-tokens", value] as const),
    ["cookies", newCookieKey()] as const,
  ];
  await transaction(db, async (trx) => {
    await trx
      .updateTable("oauth_keys")
      .set({ retired_at: now.toISOString() })
      .where("retired_at", "is", null)
      .execute();
    for (const [purpose, value] of values) {
      await insertKey(trx, { id: `${purpose}-${randomBytes(8).toString("hex")}`, purpose, value, now });
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

type NewKey = { readonly id: string; readonly purpose: Purpose; readonly value: string; readonly now: Date };

async function insertKey(trx: Trx, { now, ...key }: NewKey): Promise<void> {
  await trx
    .insertInto("oauth_keys")
    .values({ ...key, created_at: now.toISOString(), retired_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function newCookieKey(): string {
  return randomBytes(32).toString("hex");
}

/** A private JWK. Made aside: an RSA key takes a tenth of a second and more. */
async function newSigningKey(alg: IdTokenAlgorithm): Promise<string> {
  const { privateKey } =
    alg === "RS256"
      ? await generateKey("rsa", { modulusLength: RSA_BITS })
      : await generateKey("ec", { namedCurve: "P-256" });
  const key = privateKey.export({ format: "jwk" });
  const kid = hash("sha256", alg === "RS256" ? `${key.n}` : `${key.x} ${key.y}`).slice(0, 32);
  return JSON.stringify({ ...key, kid, alg, use: "sig" });
}
