import { Secret, TOTP } from "otpauth";
import { OnpointError } from "#base/errors.ts";

/** RFC 6238 as authenticator applications have it. */
const STEP_S = 30;
export const STEP_MS = STEP_S * 1000;
const KIND = { algorithm: "SHA1", digits: 6, period: STEP_S } as const;
/** RFC 4226 asks for 128 bits at least; services are seen to give 80. */
const SECRET_BYTES_MIN = 10;
const SECRET_CHARS_MAX = 256;

/** The one-time code of a moment, from the secret a service shows in base32 (blanks, hyphens and case do not matter). */
export function oneTimeCode(secret: string, moment: Date): string {
  const fault = secretFault(secret);
  if (fault !== undefined) throw new OnpointError("invalid_input", `the secret of the one-time codes ${fault}`);
  return new TOTP({ ...KIND, secret: Secret.fromBase32(bare(secret)) }).generate({ timestamp: moment.getTime() });
}

/** What is wrong with a secret, or undefined. */
export function secretFault(secret: string): string | undefined {
  if (secret.length > SECRET_CHARS_MAX) return "is too long";
  const chars = bare(secret);
  if (!/^[A-Z2-7]*$/u.test(chars)) return "is not base32 (A to Z and 2 to 7)";
  return Math.floor((chars.length * 5) / 8) < SECRET_BYTES_MIN ? "is too short" : undefined;
}

function bare(secret: string): string {
  return secret.toUpperCase().replaceAll(/[\s=-]/gu, "");
}
