import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { z } from "zod";
import type { Clock } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import { caseQuery } from "./case-query.ts";
import type { CaseQuery } from "./case-query.ts";

/** Where a search goes on: what was asked, and what has been shown of it. */
export type SearchPlace = { readonly queries: readonly CaseQuery[]; readonly shown: readonly string[] };

/**
 * Places of searches as texts that only we can write, for one caller and half an hour. Nothing of them is kept: any
 * process with the secret reads them, also after a restart.
 */
export type Cursors = {
  readonly write: (callerId: string, place: SearchPlace) => string;
  /** @throws OnpointError `invalid_input` for one that is damaged, another caller's or too old */
  readonly read: (callerId: string, text: string) => SearchPlace;
};

/** Contract of the tools, section 8. */
const LIFETIME_S = 30 * 60;
const VERSION = 1;
/** Version, whose it is, when it ends. */
const HEAD_BYTES = 1 + 8 + 4;
const SEAL_BYTES = 16;
const TEXT_CHARS_MAX = 40_000;
const CONTENT_BYTES_MAX = 64 * 1024;
/** Of an id, so much is kept to know it again among a hundred. */
const SHOWN_CHARS = 8;

const content = z.object({ q: z.array(caseQuery), s: z.string() });

export function cursorsOf(secret: Uint8Array, clock: Clock): Cursors {
  const now_s = (): number => Math.floor(clock().getTime() / 1000);
  const sealOf = (bytes: Uint8Array): Buffer =>
    createHmac("sha256", secret).update(bytes).digest().subarray(0, SEAL_BYTES);
  return {
    write: (callerId, { queries, shown }) => {
      const head = Buffer.alloc(HEAD_BYTES);
      head.writeUInt8(VERSION, 0);
      callerTag(callerId).copy(head, 1);
      head.writeUInt32BE(now_s() + LIFETIME_S, 9);
      const body = JSON.stringify({ q: queries, s: shown.map(shownKey).join("") });
      const signed = Buffer.concat([head, deflateRawSync(body)]);
      return Buffer.concat([signed, sealOf(signed)]).toString("base64url");
    },
    read: (callerId, text) => {
      const signed = unsealed(text, sealOf);
      if (signed === undefined) throw refusal("cursor_damaged", DAMAGED);
      if (!timingSafeEqual(signed.subarray(1, 9), callerTag(callerId))) throw refusal("cursor_foreign", FOREIGN);
      if (signed.readUInt32BE(9) < now_s()) throw refusal("cursor_expired", EXPIRED);
      const { q, s } = contentOf(signed.subarray(HEAD_BYTES));
      return { queries: q, shown: s.match(/.{8}/gu) ?? [] };
    },
  };
}

/** What is kept of an id that has been shown. */
export function shownKey(documentId: string): string {
  return documentId.slice(0, SHOWN_CHARS);
}

const DAMAGED = "this is no cursor of this service; send it as it was given, whole and unchanged, or search anew";
const FOREIGN = "this cursor was given to another caller; search anew";
const EXPIRED = "this cursor has expired, as each does after 30 minutes; search anew";

function refusal(code: string, message: string): OnpointError {
  return new OnpointError("invalid_input", message, { faults: [{ path: "cursor", message, reason: { code } }] });
}

function callerTag(callerId: string): Buffer {
  return createHash("sha256").update(`cursor of ${callerId}`).digest().subarray(0, 8);
}

function unsealed(text: string, sealOf: (bytes: Uint8Array) => Buffer): Buffer | undefined {
  if (text.length > TEXT_CHARS_MAX || !/^[\w-]+$/u.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length <= HEAD_BYTES + SEAL_BYTES || bytes.toString("base64url") !== text) return undefined;
  const signed = bytes.subarray(0, -SEAL_BYTES);
  const isOurs = timingSafeEqual(bytes.subarray(-SEAL_BYTES), sealOf(signed));
  return isOurs && signed[0] === VERSION ? signed : undefined;
}

/** Sealed by us, so it fails only where another version of the program wrote it. */
function contentOf(bytes: Uint8Array): z.output<typeof content> {
  try {
    return content.parse(JSON.parse(inflateRawSync(bytes, { maxOutputLength: CONTENT_BYTES_MAX }).toString()));
  } catch {
    throw refusal("cursor_damaged", DAMAGED);
  }
}
