import { OnpointError } from "#base/errors.ts";

/** NIST SP 800-63B-4 asks for 15 where a password is all there is, and 8 beside a second factor. */
const PASSWORD_CHARS_MIN = 12;
const PASSWORD_CHARS_MAX = 256;
const DIFFERENT_CHARS_MIN = 6;

/** The form in which passwords are hashed: the same keys give the same password on every keyboard. */
export function passwordForm(typed: string): string {
  return typed.normalize("NFKC");
}

/**
 * Holds a password that is to be set to the rules. No kinds of characters are demanded, which makes passwords no
 * better (NIST SP 800-63B-4, section 3.1.1.2). Throws `invalid_input`.
 */
export function requireGoodPassword(typed: string, { email }: { readonly email: string }): void {
  const fault = faultOf(passwordForm(typed), email);
  if (fault === undefined) return;
  throw new OnpointError("invalid_input", `the password ${fault}`, {
    hint: "Take a few words that do not belong together.",
    faults: [{ path: "password", message: fault }],
  });
}

function faultOf(password: string, email: string): string | undefined {
  if (password.length < PASSWORD_CHARS_MIN) return `has fewer than ${PASSWORD_CHARS_MIN} characters`;
  if (password.length > PASSWORD_CHARS_MAX) return `has more than ${PASSWORD_CHARS_MAX} characters`;
  if (new Set(password).size < DIFFERENT_CHARS_MIN) return `has fewer than ${DIFFERENT_CHARS_MIN} different characters`;
  const [local = ""] = email.split("@");
  const lower = password.toLowerCase();
  if (lower.includes(email) || (local.length > 3 && lower.replace(local, "").length < PASSWORD_CHARS_MIN / 2))
    return "is little more than the mail address";
  return undefined;
}
