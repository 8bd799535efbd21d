import { OnpointError } from "#base/errors.ts";
import type { Accounts } from "../accounts.ts";
import { isCommonPassword } from "./common-passwords.ts";
import { leftBeside, ownNames } from "./own-names.ts";

/** NIST SP 800-63B-4 asks for 15 where a password is all there is, and 8 beside a second factor. */
const PASSWORD_CHARS_MIN = 12;
const PASSWORD_CHARS_MAX = 256;
const DIFFERENT_CHARS_MIN = 6;
/** So much of a password must be no name of the account, its firm or the service. */
const OWN_CHARS_MIN = 6;

/** The form in which passwords are hashed: the same keys give the same password on every keyboard. */
export function passwordForm(typed: string): string {
  return typed.normalize("NFKC");
}

/**
 * Holds a password that is to be set to the rules: long enough, none that guessers try early, and no name that stands
 * around the account (NIST SP 800-63B-4, section 3.1.1.2). No kinds of characters are demanded, which makes passwords
 * no better. Throws `invalid_input`.
 */
export async function requireGoodPassword(
  accounts: Pick<Accounts, "db" | "authUrl">,
  typed: string,
  owner: { readonly email: string; readonly name?: string },
): Promise<void> {
  const password = passwordForm(typed);
  const fault = shapeFault(password) ?? (await guessFault(accounts, password, owner));
  if (fault === undefined) return;
  throw new OnpointError("invalid_input", `the password ${fault}`, {
    hint: "Take a few words that do not belong together.",
    faults: [{ path: "password", message: fault }],
  });
}

function shapeFault(password: string): string | undefined {
  if (password.length < PASSWORD_CHARS_MIN) return `has fewer than ${PASSWORD_CHARS_MIN} characters`;
  if (password.length > PASSWORD_CHARS_MAX) return `has more than ${PASSWORD_CHARS_MAX} characters`;
  if (new Set(password).size < DIFFERENT_CHARS_MIN) return `has fewer than ${DIFFERENT_CHARS_MIN} different characters`;
  return undefined;
}

async function guessFault(
  accounts: Pick<Accounts, "db" | "authUrl">,
  password: string,
  owner: { readonly email: string; readonly name?: string },
): Promise<string | undefined> {
  if (password.toLowerCase().includes(owner.email)) return "is little more than the mail address";
  const names = await ownNames(accounts, owner);
  const tooNear = names.find(({ name }) => leftBeside(password, name).length < OWN_CHARS_MIN);
  if (tooNear !== undefined) return `is little more than ${tooNear.of}`;
  return (await isCommonPassword(password))
    ? "is one of those that are tried first when passwords are guessed"
    : undefined;
}
