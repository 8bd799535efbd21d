import { OnpointError } from "#base/errors.ts";
import type { Accounts } from "../accounts.ts";
import { countGuess } from "../sign-in/guesses.ts";
import type { GuessRule } from "../sign-in/guesses.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Letters that one address gets from people with accounts. */
const LETTERS_TO: GuessRule = {
  free: 5,
  firstWait_ms: 10 * MINUTE_MS,
  wait_ms_max: HOUR_MS,
  forgotten_ms: 2 * HOUR_MS,
};
/** Letters that one person has sent: a firm's worth of invitations. */
const LETTERS_BY: GuessRule = { free: 200, firstWait_ms: 5 * MINUTE_MS, wait_ms_max: HOUR_MS, forgotten_ms: HOUR_MS };

/** Counts a letter that somebody with an account has sent to an address. Throws `rate_limited`. */
export async function countLetter(
  { db, clock }: Accounts,
  { email, userId }: { readonly email: string; readonly userId: string },
): Promise<void> {
  const guesses = [
    { name: `letters by\0${userId}`, rule: LETTERS_BY },
    { name: `letters by accounts to\0${email}`, rule: LETTERS_TO },
  ];
  const wait_ms = await countGuess(db, guesses, clock());
  if (wait_ms === 0) return;
  throw new OnpointError("rate_limited", "too many letters were sent", {
    hint: `Try again in ${Math.ceil(wait_ms / MINUTE_MS)} minutes.`,
  });
}
