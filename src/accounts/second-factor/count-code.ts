import type { Accounts } from "../accounts.ts";
import { countGuess, tooManyGuesses } from "../sign-in/guesses.ts";
import type { GuessRule } from "../sign-in/guesses.ts";

const MINUTE_MS = 60_000;

/** Of a million codes three are right at a time: even a hundred tries a day find one in ten years. */
const CODES: GuessRule = {
  free: 5,
  firstWait_ms: MINUTE_MS,
  wait_ms_max: 60 * MINUTE_MS,
  forgotten_ms: 24 * 60 * MINUTE_MS,
};

/** Counts a code before it is looked at. Throws `rate_limited`. */
export async function countCode({ db, clock }: Accounts, userId: string): Promise<void> {
  const wait_ms = await countGuess(db, [codesOf(userId)], clock());
  if (wait_ms > 0) throw tooManyGuesses(wait_ms);
}

export function codesOf(userId: string): { readonly name: string; readonly rule: GuessRule } {
  return { name: `codes\0${userId}`, rule: CODES };
}
