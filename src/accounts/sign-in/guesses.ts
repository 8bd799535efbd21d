import { hash } from "node:crypto";
import type { Selectable } from "kysely";
import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Reader, Trx } from "#db/connection.ts";
import type { Database } from "#db/schema.ts";

/** How often a secret may be tried before each further try has to wait, twice as long as the one before. */
export type GuessRule = {
  readonly free: number;
  readonly firstWait_ms: number;
  readonly wait_ms_max: number;
  /** Tries are forgotten after so long without one. */
  readonly forgotten_ms: number;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What tries are counted for. NIST SP 800-63B-4, section 3.2.2, allows an account a hundred at most. */
export const GUESS_RULES = {
  /** One account from one address: others elsewhere do not lock the owner out, nor the owner's office. */
  pair: { free: 10, firstWait_ms: MINUTE_MS, wait_ms_max: HOUR_MS, forgotten_ms: 24 * HOUR_MS },
  /** One account from everywhere. */
  account: { free: 50, firstWait_ms: MINUTE_MS, wait_ms_max: HOUR_MS, forgotten_ms: 24 * HOUR_MS },
  /** All accounts from one address. */
  address: { free: 50, firstWait_ms: MINUTE_MS, wait_ms_max: 15 * MINUTE_MS, forgotten_ms: HOUR_MS },
} as const satisfies Record<string, GuessRule>;

export type Guess = { readonly name: string; readonly rule: GuessRule };

/** Names under which a sign-in is counted; an account that is none is counted all the same. */
export function guessesAt(account: string, address: string): readonly Guess[] {
  return [
    { name: `pair\0${account}\0${address}`, rule: GUESS_RULES.pair },
    { name: `account\0${account}`, rule: GUESS_RULES.account },
    { name: `address\0${address}`, rule: GUESS_RULES.address },
  ];
}

/** How a sign-in is counted from a browser in which the owner has signed in before: by itself, whoever else guesses. */
export function guessesOfBrowser(account: string, browserHash: string): readonly Guess[] {
  return [{ name: `browser\0${account}\0${browserHash}`, rule: GUESS_RULES.pair }];
}

/** How the password is counted of who is signed in: nobody else's tries keep the owner from changing anything. */
export function guessesSignedIn(userId: string): readonly Guess[] {
  return [{ name: `signed in\0${userId}`, rule: GUESS_RULES.pair }];
}

/**
 * Counts a try before it is made, so that many at once are not more than are allowed one after another. Answers how
 * long to wait, in which case nothing was counted; 0: go on.
 */
export async function countGuess(db: Db, guesses: readonly Guess[], now: Date): Promise<number> {
  const names = guesses.map(({ name }) => kept(name));
  // Tries that have to wait anyway cost no write.
  const wait_ms = waitOf(await held(db, names), now);
  return wait_ms > 0 ? wait_ms : transaction(db, async (trx) => countIn(trx, guesses, now));
}

async function countIn(trx: Trx, guesses: readonly Guess[], now: Date): Promise<number> {
  const names = guesses.map(({ name }) => kept(name));
  await lock(trx, names, now);
  const rows = await held(trx, names);
  const wait_ms = waitOf(rows, now);
  if (wait_ms > 0) return wait_ms;
  for (const { name, rule } of guesses) {
    const row = rows.find((one) => one.name === kept(name));
    const isForgotten = row === undefined || now.getTime() - Date.parse(row.last_at) >= rule.forgotten_ms;
    const count = isForgotten ? 1 : row.count + 1;
    await trx
      .updateTable("guesses")
      .set({ count, last_at: now.toISOString(), blocked_until: blockedUntil(count, rule, now) })
      .where("name", "=", kept(name))
      .execute();
  }
  return 0;
}

/** After a right try, or one who came by mail: forgets what was counted for the account here, and of the address's one. */
export async function forgiveGuesses(trx: Trx, account: string, address: string): Promise<void> {
  const [pair, ofAccount, ofAddress] = guessesAt(account, address).map(({ name }) => kept(name));
  await trx
    .deleteFrom("guesses")
    .where("name", "in", [pair ?? "", ofAccount ?? ""])
    .execute();
  await trx
    .updateTable("guesses")
    .set((row) => ({ count: row("count", "-", 1), blocked_until: "" }))
    .where("name", "=", ofAddress ?? "")
    .where("count", ">", 0)
    .execute();
}

/** After a right try that was counted apart: forgets what was counted of it. */
export async function forgiveAll(trx: Trx, guesses: readonly Guess[]): Promise<void> {
  for (const guess of guesses) await forgive(trx, guess);
}

/** Forgets what was counted under a name. */
export async function forgive(trx: Trx, { name }: Guess): Promise<void> {
  await trx.deleteFrom("guesses").where("name", "=", kept(name)).execute();
}

/** What may be tried again, and when. */
export class TooManyGuesses extends OnpointError {
  readonly retryAfter_s: number;

  constructor(wait_ms: number, hint: string) {
    super("rate_limited", "there were too many tries", { hint });
    this.retryAfter_s = Math.ceil(wait_ms / 1000);
  }
}

export function tooManyGuesses(wait_ms: number): OnpointError {
  const minutes = Math.ceil(wait_ms / MINUTE_MS);
  return new TooManyGuesses(
    wait_ms,
    `Try again in ${minutes} minute${minutes === 1 ? "" : "s"}, or ask for a new password by mail.`,
  );
}

type GuessRow = Selectable<Database["guesses"]>;

async function held(db: Reader, names: readonly string[]): Promise<GuessRow[]> {
  return db.selectFrom("guesses").selectAll().where("name", "in", names).execute();
}

function waitOf(rows: readonly GuessRow[], now: Date): number {
  const ends = rows.flatMap((row) => (row.blocked_until === "" ? [] : [Date.parse(row.blocked_until)]));
  return Math.max(0, ...ends.map((end_ms) => end_ms - now.getTime()));
}

/** Makes the rows there are not, and holds them all until the end of the transaction: in one order, so that none waits for another. */
async function lock(trx: Trx, names: readonly string[], now: Date): Promise<void> {
  for (const name of names.toSorted()) {
    await trx
      .insertInto("guesses")
      .values({ name, count: 0, last_at: now.toISOString(), blocked_until: "" })
      .onConflict((conflict) => conflict.column("name").doUpdateSet((row) => ({ count: row.ref("guesses.count") })))
      .execute();
  }
}

function blockedUntil(count: number, rule: GuessRule, now: Date): string {
  if (count < rule.free) return "";
  const wait_ms = Math.min(rule.wait_ms_max, rule.firstWait_ms * 2 ** Math.min(30, count - rule.free));
  return new Date(now.getTime() + wait_ms).toISOString();
}

/** Addresses of people and machines are not kept in clear for this. */
function kept(name: string): string {
  return hash("sha256", name);
}
