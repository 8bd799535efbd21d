import { hash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 32;
const SHAPE = /^[\w-]{43}$/u;

/** A secret of 256 random bits, as it is given to its bearer: 43 characters that stand in any address or header. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString("base64url");
}

/** Whether a text can be a token at all. */
export function isTokenText(text: string): boolean {
  return SHAPE.test(text);
}

/** What is kept in place of a token. 256 random bits need no slow hash. */
export function hashOfToken(token: string): string {
  return hash("sha256", token);
}
