import { hash, timingSafeEqual } from "node:crypto";

/** What is kept in place of anything that opens something. All of it is 256 random bits, which need no slow hash. */
export function hashOf(secret: string): string {
  return hash("sha256", secret);
}

/** Whether a presented secret is the one whose hash is kept; takes as long for every wrong one. */
export function isSecretOf(presented: string, kept: string): boolean {
  const left = Buffer.from(hashOf(presented));
  const right = Buffer.from(kept);
  return left.length === right.length && timingSafeEqual(left, right);
}
