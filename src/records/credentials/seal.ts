import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { messageOf, OnpointError } from "#base/errors.ts";

/** A key that credentials are sealed with; its id tells which one, and nothing of it. */
export type SealKey = { readonly id: string; readonly bytes: Buffer };

/** The first seals, all open: so a key is followed by another without a moment in which nothing can be read. */
export type KeyRing = readonly [SealKey, ...SealKey[]];

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = "1";
const KEYS_MAX = 16;

const HINT = "A key is 32 bytes in base64 or hexadecimal; `onpoint records credentials key` prints one.";

/**
 * The keys of a text, or of a file with one on a line, newest first; blank lines and lines that begin with # are left
 * out. Throws `invalid_configuration`, in words that hold nothing of a key.
 */
export function readKeyRing(text: string): KeyRing {
  const lines = text.split(/\r?\n/u).map((line) => line.trim());
  const [first, ...others] = lines.filter((line) => line !== "" && !line.startsWith("#")).map(readKey);
  if (first === undefined)
    throw new OnpointError("invalid_configuration", "there is no key for credentials", { hint: HINT });
  if (others.length >= KEYS_MAX)
    throw new OnpointError("invalid_configuration", `there are more than ${KEYS_MAX} keys for credentials`);
  return [first, ...others];
}

/** Throws `invalid_configuration` where the file cannot be read. */
export function readKeyFile(path: string): KeyRing {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (thrown) {
    throw new OnpointError("invalid_configuration", `the file of the key for credentials: ${messageOf(thrown)}`, {
      hint: HINT,
    });
  }
  return readKeyRing(text);
}

export function newKeyText(): string {
  return randomBytes(KEY_BYTES).toString("base64");
}

/** Seals a text. `about` is bound to it: what was sealed for one place does not open in another. */
export function seal([{ id, bytes }]: KeyRing, about: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", bytes, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(`${VERSION}\0${id}\0${about}`));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return [VERSION, id, Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64")].join(".");
}

/** Opens what `seal` made. Throws `invalid_configuration` when no key fits, `corrupt` when it was changed. */
export function unseal(ring: KeyRing, about: string, sealed: string): string {
  const [version, id, body] = sealed.split(".");
  const key = ring.find((one) => one.id === id);
  if (key === undefined) {
    throw new OnpointError("invalid_configuration", `the credentials were sealed with another key (${id ?? "?"})`, {
      hint: "Add that key below the newest one, or enter the credentials anew.",
    });
  }
  try {
    if (version !== VERSION || body === undefined) throw new Error("unknown form");
    const bytes = Buffer.from(body, "base64");
    const decipher = createDecipheriv("aes-256-gcm", key.bytes, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAAD(Buffer.from(`${VERSION}\0${key.id}\0${about}`));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
    return text.toString("utf8");
  } catch {
    // The cause would name parts of what was sealed.
    throw new OnpointError("corrupt", "the stored credentials were changed and cannot be opened", {
      hint: "Enter them anew: `onpoint records credentials set`.",
    });
  }
}

function readKey(line: string): SealKey {
  const bytes = /^[0-9a-f]{64}$/iu.test(line) ? Buffer.from(line, "hex") : Buffer.from(line, "base64");
  if (bytes.length !== KEY_BYTES || !/^[\w+/=-]+$/u.test(line))
    throw new OnpointError("invalid_configuration", "the key for credentials is not 32 bytes", { hint: HINT });
  const id = createHash("sha256").update("onpoint credentials key\0").update(bytes).digest("hex").slice(0, 8);
  return { id, bytes };
}
