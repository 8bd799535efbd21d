import { domainToASCII } from "node:url";
import { OnpointError } from "#base/errors.ts";

/** RFC 5321, section 4.5.3.1. */
const ADDRESS_CHARS_MAX = 254;
const LOCAL_CHARS_MAX = 64;
/** What the HTML standard takes for an address in front of the `@`: none of the forms that need quotes. */
const LOCAL = /^[\w.!#$%&'*+/=?^`{|}~-]+$/u;
const DOMAIN = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/u;

/**
 * A mail address in the one form in which it is kept and found: small letters, the domain as the name system has it.
 * Throws `invalid_input`.
 */
export function readEmail(text: string): string {
  const typed = text.normalize("NFKC").trim().toLowerCase();
  const at = typed.lastIndexOf("@");
  const local = typed.slice(0, Math.max(0, at));
  const domain = domainToASCII(typed.slice(at + 1));
  const email = `${local}@${domain}`;
  const isWhole = LOCAL.test(local) && local.length <= LOCAL_CHARS_MAX && DOMAIN.test(domain);
  if (isWhole && email.length <= ADDRESS_CHARS_MAX) return email;
  throw new OnpointError("invalid_input", "this is not an email address", {
    hint: "Write it as name@example.org.",
    faults: [{ path: "email", message: "is not an email address" }],
  });
}
