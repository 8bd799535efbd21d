import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Accounts } from "../accounts.ts";
import type { Origin } from "../audit/audit.ts";
import { limitedAddress } from "../limited-address.ts";
import { linkAddress } from "../links/addresses.ts";
import { makeLink } from "../links/one-time-links.ts";
import { countGuess, tooManyGuesses } from "../sign-in/guesses.ts";
import type { GuessRule } from "../sign-in/guesses.ts";
import { readEmail } from "../users/email.ts";
import { passwordOf } from "../users/users.ts";
import { alreadyLetter, resetLetter, signUpLetter } from "./letters.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Letters that one who is not signed in can have sent. */
const LETTERS_FROM: GuessRule = { free: 20, firstWait_ms: 5 * MINUTE_MS, wait_ms_max: HOUR_MS, forgotten_ms: HOUR_MS };
/** Letters that one address gets: more of the same help nobody. */
const LETTERS_TO: GuessRule = {
  free: 5,
  firstWait_ms: 10 * MINUTE_MS,
  wait_ms_max: HOUR_MS,
  forgotten_ms: 2 * HOUR_MS,
};

type Asked = { readonly email: string; readonly origin: Origin };

/**
 * Sends the link with which an account is made, or to who has one a letter that says so. The answer is the same, and
 * comes before either. Throws `forbidden` where only the invited come in, `invalid_input`, or `rate_limited`.
 */
export async function requestAccount(accounts: Accounts, asked: Asked): Promise<void> {
  if (accounts.signUp !== "open") {
    throw new OnpointError("forbidden", "accounts are made by invitation here", {
      hint: "Ask an administrator of this service.",
    });
  }
  await sendAside(accounts, asked, async (email) => {
    const { db, authUrl } = accounts;
    if ((await passwordOf(db, { email })) !== undefined) return alreadyLetter(email, `${authUrl}/account/sign-in`);
    const at = accounts.clock();
    const token = await transaction(db, async (trx) => makeLink(trx, { purpose: "sign-up", at, email }));
    return signUpLetter(email, linkAddress(authUrl, "sign-up", token));
  });
}

/** Sends the link with which a password is set anew, if there is an account. Throws `invalid_input` or `rate_limited`. */
export async function requestPassword(accounts: Accounts, asked: Asked): Promise<void> {
  await sendAside(accounts, asked, async (email) => {
    const { db, authUrl } = accounts;
    const held = await passwordOf(db, { email });
    if (held === undefined || held.user.suspendedAt !== null) return undefined;
    const userId = held.user.id;
    const at = accounts.clock();
    const token = await transaction(db, async (trx) => makeLink(trx, { purpose: "password", at, email, userId }));
    return resetLetter(email, linkAddress(authUrl, "password", token));
  });
}

async function sendAside(
  accounts: Accounts,
  { email: typed, origin }: Asked,
  write: (email: string) => Promise<ReturnType<typeof resetLetter> | undefined>,
): Promise<void> {
  const { db, clock, errands, post } = accounts;
  const email = readEmail(typed);
  const from = { name: `letters from\0${limitedAddress(origin.address ?? "unknown")}`, rule: LETTERS_FROM };
  const wait_ms = await countGuess(db, [from], clock());
  if (wait_ms > 0) throw tooManyGuesses(wait_ms);
  errands.run(async () => {
    const isMuch = (await countGuess(db, [{ name: `letters to\0${email}`, rule: LETTERS_TO }], clock())) > 0;
    const letter = isMuch ? undefined : await write(email);
    if (letter !== undefined) await post.send(letter);
  });
}
