import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Accounts } from "../accounts.ts";
import { hashOfToken, isTokenText, newToken } from "../tokens.ts";

/** A sign-in that goes to a provider, and what has to come back with it. */
export type Arrival = {
  readonly connectionId: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  /** Where the person wants to go on to afterwards. */
  readonly next: string;
};

const LIFE_MS = 10 * 60_000;

/** Notes that somebody was sent to a provider. `state` goes with them, `browser` stays in their browser. */
export async function noteDeparture(
  { db, clock }: Accounts,
  { connectionId, nonce, codeVerifier, next, kept }: Arrival & { readonly kept?: string | undefined },
): Promise<{ readonly state: string; readonly browser: string; readonly life_s: number }> {
  const state = newToken();
  // A browser in which several are under way keeps one word for all of them.
  const browser = kept !== undefined && isTokenText(kept) ? kept : newToken();
  const expires_at = new Date(clock().getTime() + LIFE_MS).toISOString();
  await transaction(db, async (trx) =>
    trx
      .insertInto("firm_arrivals")
      .values({
        state_hash: hashOfToken(state),
        connection_id: connectionId,
        browser_hash: hashOfToken(browser),
        nonce,
        code_verifier: codeVerifier,
        next,
        expires_at,
      })
      .execute(),
  );
  return { state, browser, life_s: LIFE_MS / 1000 };
}

/**
 * Who comes back from a provider, once, in the browser that was sent there. Throws `not_found` for a state that nobody
 * was given, that was used, or that another browser was given.
 */
export async function takeArrival(
  { db, clock }: Accounts,
  { state, browser }: { readonly state: string; readonly browser: string | undefined },
): Promise<Arrival> {
  const isKnown = isTokenText(state) && browser !== undefined && isTokenText(browser);
  const row = isKnown
    ? await transaction(db, async (trx) =>
        trx
          .deleteFrom("firm_arrivals")
          .where("state_hash", "=", hashOfToken(state))
          .where("browser_hash", "=", hashOfToken(browser))
          .where("expires_at", ">", clock().toISOString())
          .returningAll()
          .executeTakeFirst(),
      )
    : undefined;
  if (row === undefined) {
    throw new OnpointError("not_found", "this sign-in was not begun in this browser, or was used or is too old", {
      hint: "Begin anew on the page to sign in.",
    });
  }
  return { connectionId: row.connection_id, nonce: row.nonce, codeVerifier: row.code_verifier, next: row.next };
}
