import { createHmac } from "node:crypto";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The six digits of RFC 6238 (SHA-1, thirty seconds) for a secret in base32: worked out here, for the one who is judged has a library. */
export function expectedCode(secret: string, moment: Date): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(moment.getTime() / 30_000)));
  const bits = secret.replaceAll(/./gu, (char) => ALPHABET.indexOf(char).toString(2).padStart(5, "0"));
  const key = Buffer.from((bits.match(/.{8}/gu) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0xf;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}
