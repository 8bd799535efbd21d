import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";

/**
 * `op_live_`, 43 characters for 256 random bits, 6 for a checksum. The word in front lets scanners of source
 * code and logs recognise a leaked key; the checksum tells a mistyped one without a look at the database.
 */
const WORD = "op_live_";
const RANDOM_BYTES = 32;
const RANDOM_CHARS = 43;
const CHECK_CHARS = 6;
const SHAPE = new RegExp(`^${WORD}[0-9A-Za-z]{${RANDOM_CHARS + CHECK_CHARS}}$`, "u");
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SHOWN_CHARS = WORD.length + 6;

export function newKeyText(): string {
  const random = BigInt(`0x${randomBytes(RANDOM_BYTES).toString("hex")}`);
  const head = WORD + base62(random, RANDOM_CHARS);
  return head + checksumOf(head);
}

/** Whether a text can be a key at all: shape and checksum. Any other bytes are simply no key. */
export function isKeyText(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const head = text.slice(0, -CHECK_CHARS);
  return text.slice(-CHECK_CHARS) === checksumOf(head);
}

/** What is kept in place of the key. 256 random bits need no slow hash. */
export function hashOfKey(key: string): string {
  return hash("sha256", key);
}

/** The part that may be shown, to tell one key from another. */
export function shownPrefix(key: string): string {
  return key.slice(0, SHOWN_CHARS);
}

function checksumOf(head: string): string {
  return base62(BigInt(crc32(head)), CHECK_CHARS);
}

function base62(value: bigint, chars: number): string {
  let text = "";
  for (let rest = value; text.length < chars; rest /= 62n) text = (DIGITS[Number(rest % 62n)] ?? "") + text;
  return text;
}
