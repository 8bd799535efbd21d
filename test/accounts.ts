import { argon2 } from "node:crypto";
import { promisify } from "node:util";
import { openAccounts } from "#accounts/accounts.ts";
import type { Accounts, AccountsOptions } from "#accounts/accounts.ts";
import type { Origin } from "#accounts/audit/audit.ts";
import type { Letter } from "#accounts/mail/post.ts";
import { createPasswordHasher } from "#accounts/passwords/password-hash.ts";
import { firstOwnerLink, openAccount, operatorLink } from "#accounts/sign-in/open-account.ts";
import { signIn } from "#accounts/sign-in/sign-in.ts";
import type { SignInAttempt, SignInOutcome } from "#accounts/sign-in/sign-in.ts";
import { silentLogger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";

/** Accounts for tests: a clock that stands until it is turned, passwords that cost next to nothing, and their count. */
export type TestAccounts = {
  readonly accounts: Accounts;
  readonly pass: (ms: number) => void;
  /** How many passwords have been hashed or checked. */
  readonly hashed: () => number;
  /** Letters sent, the last first. Waits for those that are on their way. */
  readonly letters: () => Promise<readonly Letter[]>;
};

export const HERE: Origin = { address: "192.0.2.7", agent: "A browser" };
export const PASSWORD = "seven blue herons at dusk";

const CHEAP = { memory_kib: 8, passes: 1, lanes: 1 };
const derive = promisify(argon2);

export function testAccounts(db: Db, given: Partial<AccountsOptions> = {}): TestAccounts {
  let now_ms = Date.parse("2026-03-01T12:00:00.000Z");
  let hashed = 0;
  const letters: Letter[] = [];
  const passwords = createPasswordHasher({
    cost: CHEAP,
    derive: async (algorithm, parameters) => {
      hashed++;
      return derive(algorithm, parameters);
    },
  });
  const accounts = openAccounts({
    db,
    log: silentLogger,
    clock: () => new Date(now_ms),
    passwords,
    authUrl: "https://law.example",
    signUp: "open",
    post: { send: async (letter) => void letters.unshift(letter) },
    ...given,
  });
  return {
    accounts,
    pass: (ms) => {
      now_ms += ms;
    },
    hashed: () => hashed,
    letters: async () => {
      await accounts.errands.settled();
      return letters;
    },
  };
}

/** Makes the first account, which looks after the service. */
export async function addOwner(accounts: Accounts, email = "owner@firm.example"): Promise<SignInOutcome> {
  const token = (await firstOwnerLink(accounts)) ?? "";
  return openAccount(accounts, { token, email, name: "The owner", password: PASSWORD, origin: HERE });
}

/** Makes an account by a link that an operator hands over. */
export async function addUser(accounts: Accounts, email: string): Promise<SignInOutcome> {
  const { token } = await operatorLink(accounts, email);
  return openAccount(accounts, { token, name: email.split("@")[0] ?? "", password: PASSWORD, origin: HERE });
}

/** Signs in where no second factor is wanted. */
export async function signInAs(
  accounts: Accounts,
  email: string,
  given: Partial<SignInAttempt> = {},
): Promise<SignInOutcome> {
  const outcome = await signIn(accounts, { email, password: PASSWORD, origin: HERE, ...given });
  if (outcome.kind !== "signed_in") throw new Error("a second factor is wanted");
  return outcome;
}

/** The token in the last letter to this address. */
export async function mailedToken({ letters }: TestAccounts, to: string): Promise<string> {
  const letter = (await letters()).find((one) => one.to === to);
  return /[?]token=([\w-]+)/u.exec(letter?.text ?? "")?.[1] ?? "";
}
