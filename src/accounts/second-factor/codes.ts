import { hash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

const PERIOD_S = 30;
/** A step before and after: clocks of telephones differ (RFC 6238, section 5.2). */
const STEPS_APART = 1;
const RECOVERY_CODES = 10;
/** 80 bits: no slow hash is called for. */
const RECOVERY_BYTES = 10;
const SECRET_SHAPE = /^[A-Z2-7]{32}$/u;
const RECOVERY_SHAPE = /^[a-z2-7]{16}$/u;

/** A new secret for an authenticator, in base32. 160 bits, as RFC 4226 recommends. */
export function newFactorSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** Whether a text has the shape of one. */
export function isFactorSecret(text: string): boolean {
  return SECRET_SHAPE.test(text);
}

/** What an authenticator reads from a QR code. */
export function factorUri(secret: string, email: string): string {
  return generator(secret, email).toString();
}

/** The code of a moment. */
export function codeAt(secret: string, at: Date): string {
  return generator(secret).generate({ timestamp: at.getTime() });
}

/** Which thirty seconds since 1970 a code is right for, if it is right near this moment. */
export function stepOf(secret: string, typed: string, at: Date): number | undefined {
  const token = typed.replaceAll(/[\s-]/gu, "");
  if (!/^\d{6}$/u.test(token)) return undefined;
  const delta = generator(secret).validate({ token, timestamp: at.getTime(), window: STEPS_APART });
  return delta === null ? undefined : Math.floor(at.getTime() / 1000 / PERIOD_S) + delta;
}

/** Codes that open once when the authenticator is lost, as they are shown: four groups of four. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const text = new Secret({ buffer: new Uint8Array(randomBytes(RECOVERY_BYTES)).buffer }).base32.toLowerCase();
    return text.match(/.{4}/gu)?.join("-") ?? text;
  });
}

/** What is kept of a recovery code, or undefined for what cannot be one. */
export function hashOfRecoveryCode(typed: string): string | undefined {
  const code = typed.toLowerCase().replaceAll(/[\s-]/gu, "");
  return RECOVERY_SHAPE.test(code) ? hash("sha256", code) : undefined;
}

function generator(secret: string, label = ""): TOTP {
  return new TOTP({ issuer: "Onpoint", label, algorithm: "SHA1", digits: 6, period: PERIOD_S, secret });
}
