import type { Selectable } from "kysely";
import { OnpointError } from "#base/errors.ts";
import type { Reader, Trx } from "#db/connection.ts";
import type { Database } from "#db/schema.ts";
import { hashOfToken, isTokenText, newToken } from "../tokens.ts";

/**
 * What a one-time link is for; it is also the last part of its address. `second-factor` is no link of anybody's mail:
 * it stands between a right password and the code. `former-address` puts back the address that an account had before.
 */
export type LinkPurpose = "first-owner" | "sign-up" | "password" | "address" | "former-address" | "second-factor";

export type OneTimeLink = {
  readonly purpose: LinkPurpose;
  /** Whose mail address it proves; null where it proves none. */
  readonly email: string | null;
  readonly userId: string | null;
  readonly detail: Readonly<Record<string, string>>;
  readonly createdAt: string;
  readonly expiresAt: string;
};

const HOUR_MS = 3_600_000;
/** Long enough for a mail to be found, short enough for one that is found by somebody else. */
const MINUTE_MS = 60_000;
const LIFE_MS: Record<LinkPurpose, number> = {
  address: 24 * HOUR_MS,
  "former-address": 7 * 24 * HOUR_MS,
  "second-factor": 10 * MINUTE_MS,
  "first-owner": 24 * HOUR_MS,
  "sign-up": 24 * HOUR_MS,
  password: HOUR_MS,
};

export type NewLink = {
  readonly purpose: LinkPurpose;
  readonly at: Date;
  readonly email?: string;
  readonly userId?: string;
  readonly detail?: Readonly<Record<string, string>>;
};

/** Makes a link and takes back those for the same purpose that were made before for the same person. Returns its token. */
export async function makeLink(trx: Trx, link: NewLink): Promise<string> {
  const { purpose, at, email = null, userId = null, detail = {} } = link;
  const token = newToken();
  await trx
    .deleteFrom("one_time_links")
    .where("purpose", "=", purpose)
    .where("email", email === null ? "is" : "=", email)
    .where("user_id", userId === null ? "is" : "=", userId)
    .execute();
  await trx
    .insertInto("one_time_links")
    .values({
      token_hash: hashOfToken(token),
      purpose,
      email,
      user_id: userId,
      detail: JSON.stringify(detail),
      created_at: at.toISOString(),
      expires_at: new Date(at.getTime() + LIFE_MS[purpose]).toISOString(),
    })
    .execute();
  return token;
}

/** What a link is for, without using it: mail programs open links too. Throws `not_found`. */
export async function readLink(db: Reader, token: string, now: Date): Promise<OneTimeLink> {
  const row = isTokenText(token)
    ? await db.selectFrom("one_time_links").selectAll().where("token_hash", "=", hashOfToken(token)).executeTakeFirst()
    : undefined;
  if (row === undefined || row.expires_at <= now.toISOString()) throw noSuchLink();
  return linkOf(row);
}

/** Uses a link up. Throws `not_found`, also for one of two who come at the same time. */
export async function takeLink(trx: Trx, token: string, now: Date): Promise<OneTimeLink> {
  const row = await trx
    .deleteFrom("one_time_links")
    .where("token_hash", "=", hashOfToken(token))
    .where("expires_at", ">", now.toISOString())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw noSuchLink();
  return linkOf(row);
}

/**
 * Takes back all that is open for a user, but what leads back to a former address: else whoever took the account over
 * would take that back too, by another password.
 */
export async function dropLinks(trx: Trx, userId: string): Promise<void> {
  await trx
    .deleteFrom("one_time_links")
    .where("user_id", "=", userId)
    .where("purpose", "!=", "former-address" satisfies LinkPurpose)
    .execute();
}

/** Takes back what leads to addresses that a user had after the one that is put back. */
export async function dropLaterAddresses(trx: Trx, userId: string, since: string): Promise<void> {
  await trx
    .deleteFrom("one_time_links")
    .where("user_id", "=", userId)
    .where("purpose", "=", "former-address" satisfies LinkPurpose)
    .where("created_at", ">=", since)
    .execute();
}

function noSuchLink(): OnpointError {
  return new OnpointError("not_found", "this link has been used or has expired", { hint: "Ask for another one." });
}

function linkOf(row: Selectable<Database["one_time_links"]>): OneTimeLink {
  return {
    purpose: row.purpose as LinkPurpose,
    email: row.email,
    userId: row.user_id,
    detail: JSON.parse(row.detail) as OneTimeLink["detail"],
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
