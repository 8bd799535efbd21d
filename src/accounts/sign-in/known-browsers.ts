import type { Reader, Trx } from "#db/connection.ts";
import { hashOfToken, isTokenText, newToken } from "../tokens.ts";

const DAY_MS = 24 * 3_600_000;
/** How long a browser is known after somebody has signed in with it: as long as browsers keep a cookie, and less. */
export const BROWSER_KNOWN_MS = 365 * DAY_MS;
/** Of one user; those that were used longest ago go first. */
const KNOWN_MAX = 20;

/** What a browser is to keep, and whether the user has never signed in with it. */
export type KnownBrowser = { readonly token: string; readonly isNew: boolean };

/**
 * What is kept of a browser in which somebody has signed in to the account with this address, if it is one. So the
 * owner's own browser is told from those who guess, however many they are: it opens nothing.
 */
export async function knownBrowser(
  db: Reader,
  { email, token, at }: { readonly email: string; readonly token: string | undefined; readonly at: Date },
): Promise<string | undefined> {
  if (token === undefined || !isTokenText(token)) return undefined;
  const row = await db
    .selectFrom("known_browsers")
    .innerJoin("users", "users.id", "known_browsers.user_id")
    .select("known_browsers.token_hash")
    .where("users.email", "=", email)
    .where("known_browsers.token_hash", "=", hashOfToken(token))
    .where("known_browsers.seen_at", ">", agoFrom(at))
    .executeTakeFirst();
  return row?.token_hash;
}

/**
 * Knows a browser in which a user has just signed in. One that has signed in before keeps what it has, whoever that
 * was; any other is given something new, so that what was planted in it is worth nothing.
 */
export async function knowBrowser(
  trx: Trx,
  { userId, token, at }: { readonly userId: string; readonly token: string | undefined; readonly at: Date },
): Promise<KnownBrowser> {
  const held = token !== undefined && isTokenText(token) ? await usersOf(trx, token, at) : [];
  const isNew = !held.includes(userId);
  const kept = held.length > 0 && token !== undefined ? token : newToken();
  const seen_at = at.toISOString();
  await trx
    .insertInto("known_browsers")
    .values({ user_id: userId, token_hash: hashOfToken(kept), created_at: seen_at, seen_at })
    .onConflict((conflict) => conflict.columns(["user_id", "token_hash"]).doUpdateSet({ seen_at }))
    .execute();
  if (isNew) await forgetOldest(trx, userId);
  return { token: kept, isNew };
}

/** Knows no browser of a user any more but the one that is kept: one of them may be somebody else's. */
export async function forgetBrowsers(trx: Trx, userId: string, kept?: string): Promise<void> {
  const forgetting = trx.deleteFrom("known_browsers").where("user_id", "=", userId);
  await (kept === undefined ? forgetting : forgetting.where("token_hash", "!=", hashOfToken(kept))).execute();
}

/** Those that nobody has signed in with for so long that they are not known any more. */
export async function sweepBrowsers(trx: Trx, now: Date): Promise<void> {
  await trx.deleteFrom("known_browsers").where("seen_at", "<=", agoFrom(now)).execute();
}

async function usersOf(trx: Trx, token: string, at: Date): Promise<string[]> {
  const rows = await trx
    .selectFrom("known_browsers")
    .select("user_id")
    .where("token_hash", "=", hashOfToken(token))
    .where("seen_at", ">", agoFrom(at))
    .execute();
  return rows.map(({ user_id }) => user_id);
}

async function forgetOldest(trx: Trx, userId: string): Promise<void> {
  const rows = await trx
    .selectFrom("known_browsers")
    .select("token_hash")
    .where("user_id", "=", userId)
    .orderBy("seen_at", "desc")
    .orderBy("token_hash")
    .execute();
  const old = rows.slice(KNOWN_MAX).map(({ token_hash }) => token_hash);
  if (old.length === 0) return;
  await trx.deleteFrom("known_browsers").where("user_id", "=", userId).where("token_hash", "in", old).execute();
}

function agoFrom(at: Date): string {
  return new Date(at.getTime() - BROWSER_KNOWN_MS).toISOString();
}
