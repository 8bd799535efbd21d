import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "#base/clock.ts";

/** Downloads as texts that only we can write, each of one docket's report and for an hour. Nothing of them is kept. */
export type Downloads = {
  readonly write: (docketId: string) => string;
  /** The docket, or undefined for a text that is none of ours or has run out. */
  readonly read: (token: string) => string | undefined;
};

const LIFETIME_S = 60 * 60;
const VERSION = 1;
/** Version, when it ends, the docket. */
const SIGNED_BYTES = 1 + 4 + 16;
const SEAL_BYTES = 16;

export function downloadsOf(secret: Uint8Array, clock: Clock): Downloads {
  // A key of its own: what signs cursors must not sign these.
  const key = createHmac("sha256", secret).update("downloads").digest();
  const now_s = (): number => Math.floor(clock().getTime() / 1000);
  const sealOf = (bytes: Uint8Array): Buffer =>
    createHmac("sha256", key).update(bytes).digest().subarray(0, SEAL_BYTES);
  return {
    write: (docketId) => {
      const signed = Buffer.alloc(SIGNED_BYTES);
      signed.writeUInt8(VERSION, 0);
      signed.writeUInt32BE(now_s() + LIFETIME_S, 1);
      signed.write(docketId.replaceAll("-", ""), 5, "hex");
      return Buffer.concat([signed, sealOf(signed)]).toString("base64url");
    },
    read: (token) => {
      const bytes = Buffer.from(token, "base64url");
      if (bytes.length !== SIGNED_BYTES + SEAL_BYTES || bytes.toString("base64url") !== token) return undefined;
      const signed = bytes.subarray(0, SIGNED_BYTES);
      const isOurs = timingSafeEqual(bytes.subarray(SIGNED_BYTES), sealOf(signed)) && signed[0] === VERSION;
      if (!isOurs || signed.readUInt32BE(1) < now_s()) return undefined;
      return signed.toString("hex", 5).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, "$1-$2-$3-$4-$5");
    },
  };
}
