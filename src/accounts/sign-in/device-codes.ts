import type { Accounts } from "../accounts.ts";
import type { Origin } from "../audit/audit.ts";
import { limitedAddress } from "../limited-address.ts";
import { countGuess, TooManyGuesses } from "./guesses.ts";
import type { GuessRule } from "./guesses.ts";

const MINUTE_MS = 60_000;

/** Of 25 billion codes a few wait at a time (RFC 8628, section 5.1). A right one forgives nothing: anyone can have one made. */
const TYPED: GuessRule = {
  free: 20,
  firstWait_ms: MINUTE_MS,
  wait_ms_max: 60 * MINUTE_MS,
  forgotten_ms: 60 * MINUTE_MS,
};

/** Counts a code of a device that somebody types, before it is looked up. Throws `rate_limited`. */
export async function countDeviceCode(
  { db, clock }: Accounts,
  { userId, origin }: { readonly userId: string; readonly origin: Origin },
): Promise<void> {
  const address = limitedAddress(origin.address ?? "unknown");
  const names = [`device codes\0${userId}`, `device codes at\0${address}`];
  const guesses = names.map((name) => ({ name, rule: TYPED }));
  const wait_ms = await countGuess(db, guesses, clock());
  if (wait_ms === 0) return;
  const minutes = Math.ceil(wait_ms / MINUTE_MS);
  throw new TooManyGuesses(wait_ms, `Try again in ${minutes} minute${minutes === 1 ? "" : "s"}.`);
}
