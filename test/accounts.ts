import { argon2 } from "node:crypto";
import { promisify } from "node:util";
import { openAccounts } from "#accounts/accounts.ts";
import type { Accounts, AccountsOptions } from "#accounts/accounts.ts";
import type { Origin } from "#accounts/audit/audit.ts";
import { createPasswordHasher } from "#accounts/passwords/password-hash.ts";
import { firstOwnerLink, openAccount, operatorLink } from "#accounts/sign-in/open-account.ts";
import { signIn } from "#accounts/sign-in/sign-in.ts";
import type { SignInOutcome } from "#accounts/sign-in/sign-in.ts";
import { silentLogger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";

/** Accounts for tests: a clock that stands until it is turned, passwords that cost next to nothing, and their count. */
export type TestAccounts = {
  readonly accounts: Accounts;
  readonly pass: (ms: number) => void;
  /** How many passwords have been hashed or checked. */
  readonly hashed: () => number;
};

export const HERE: Origin = { address: "192.0.2.7", agent: "A browser" };
export const PASSWORD = "seven blue herons at dusk";

const CHEAP = { memory_kib: 8, passes: 1, lanes: 1 };
const derive = promisify(argon2);

export function testAccounts(db: Db, given: Partial<AccountsOptions> = {}): TestAccounts {
  let now_ms = Date.parse("2026-03-01T12:00:00.000Z");
  let hashed = 0;
  const passwords = createPasswordHasher({
    cost: CHEAP,
    derive: async (algorithm, parameters) => {
      hashed++;
      return derive(algorithm, parameters);
    },
  });
  return {
    accounts: openAccounts({ db, log: silentLogger, clock: () => new Date(now_ms), passwords, ...given }),
    pass: (ms) => {
      now_ms += ms;
    },
    hashed: () => hashed,
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

export async function signInAs(accounts: Accounts, email: string, origin: Origin = HERE): Promise<SignInOutcome> {
  return signIn(accounts, { email, password: PASSWORD, origin });
}
