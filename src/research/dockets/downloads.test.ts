import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { deriveId } from "#base/ids.ts";
import { downloadsOf } from "./downloads.ts";

const SECRET = new Uint8Array(32).fill(7);
let now = new Date("2024-06-15T12:00:00Z");
const downloads = downloadsOf(SECRET, () => now);
const DOCKET = deriveId("case", "dockets", "nysd\n19cv1");

describe("a download", () => {
  test("is read by any process with the secret, within an hour", () => {
    const token = downloads.write(DOCKET);
    expect(downloadsOf(SECRET, () => now).read(token)).toBe(DOCKET);
    now = new Date(now.getTime() + 3_600_000);
    expect(downloads.read(token)).toBe(DOCKET);
    now = new Date(now.getTime() + 1_000);
    expect(downloads.read(token)).toBeUndefined();
  });

  test("with another secret, or changed in any place, is none", () => {
    const token = downloads.write(DOCKET);
    expect(downloadsOf(new Uint8Array(32), () => now).read(token)).toBeUndefined();
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom("A", "b", "0", "9", "-", "_"), (at, letter) => {
        const changed = token.slice(0, at) + letter + token.slice(at + 1);
        expect(downloads.read(changed)).toBe(changed === token ? DOCKET : undefined);
      }),
    );
  });

  test("any other text is none", () => {
    fc.assert(fc.property(fc.string(), (text) => downloads.read(text) === undefined));
  });
});
