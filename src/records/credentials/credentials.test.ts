import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { describeEachDatabase } from "#test/postgres.ts";
import { newKeyText, readKeyFile, readKeyRing, seal, unseal } from "./seal.ts";
import { credentialsInfo, openCredentials, removeCredentials, resealCredentials, storeCredentials } from "./store.ts";
import type { Credentials } from "./store.ts";

const old = newKeyText();
const young = newKeyText();
const GIVEN: Credentials = {
  loginId: "desk",
  password: "a password of some length",
  otpSecret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
  isFiler: true,
};

describe("a seal", () => {
  test("gives back what was sealed, and the same text is sealed differently each time", () => {
    const ring = readKeyRing(old);
    fc.assert(
      fc.property(fc.string(), fc.string(), (about, text) => {
        const sealed = seal(ring, about, text);
        expect(unseal(ring, about, sealed)).toBe(text.isWellFormed() ? text : unseal(ring, about, sealed));
        expect(seal(ring, about, text)).not.toBe(sealed);
      }),
    );
  });

  test("opens nowhere else, and not when any of it was changed", () => {
    const ring = readKeyRing(old);
    const sealed = seal(ring, "here", GIVEN.password);
    expect(() => unseal(ring, "there", sealed)).toThrow(expect.objectContaining({ code: "corrupt" }));
    const body = sealed.lastIndexOf(".") + 1;
    for (let at = body; at < sealed.length - 2; at++) {
      const other = sealed[at] === "A" ? "B" : "A";
      expect(() => unseal(ring, "here", sealed.slice(0, at) + other + sealed.slice(at + 1))).toThrow(
        expect.objectContaining({ code: "corrupt" }),
      );
    }
  });

  test("of a key that is not there names the key by its id", () => {
    const sealed = seal(readKeyRing(old), "here", "x");
    expect(() => unseal(readKeyRing(young), "here", sealed)).toThrow(readKeyRing(old)[0].id);
    expect(unseal(readKeyRing(`${young}\n${old}`), "here", sealed)).toBe("x");
  });

  test.each(["", "# only a remark", "c2hvcnQ=", "not a key at all, but long enough for one....", "zz".repeat(32)])(
    "a key must be 32 bytes: %j",
    (text) => {
      expect(() => readKeyRing(text)).toThrow(expect.objectContaining({ code: "invalid_configuration" }));
      if (text.length > 20) expect(() => readKeyRing(text)).not.toThrow(text.slice(0, 20));
    },
  );

  test("hexadecimal keys and files with remarks are read", async () => {
    const dir = await mkdtemp(join(tmpdir(), "onpoint-keys-"));
    const path = join(dir, "key");
    await writeFile(path, `# newest first\n${Buffer.from(young, "base64").toString("hex")}\n\n${old}\n`);
    expect(readKeyFile(path).map(({ id }) => id)).toEqual([readKeyRing(young)[0].id, readKeyRing(old)[0].id]);
    await rm(dir, { recursive: true });
    expect(() => readKeyFile(path)).toThrow(expect.objectContaining({ code: "invalid_configuration" }));
  });
});

describeEachDatabase("stored credentials", (store) => {
  test("can be opened, shown without anything secret, sealed with the next key and removed", async () => {
    const db = await store.open();
    await storeCredentials(db, readKeyRing(old), GIVEN);
    const both = readKeyRing(`${young}\n${old}`);
    expect(await openCredentials(db, both)).toEqual(GIVEN);
    const info = await credentialsInfo(db);
    expect(info).toMatchObject({ state: "unused", keyId: readKeyRing(old)[0].id });
    expect(await resealCredentials(db, both)).toBe(true);
    expect(await resealCredentials(db, both)).toBe(false);
    expect(await openCredentials(db, readKeyRing(young))).toEqual(GIVEN);
    const rows = JSON.stringify(await db.selectFrom("records_credentials").selectAll().execute());
    for (const secret of [GIVEN.loginId, GIVEN.password, GIVEN.otpSecret ?? "?", young, old]) {
      expect(rows).not.toContain(secret);
      expect(JSON.stringify(info)).not.toContain(secret);
    }
    expect(await removeCredentials(db)).toBe(true);
    expect(await openCredentials(db, both)).toBeUndefined();
  });

  test.each([
    [{ ...GIVEN, password: "" }, "the password is empty or too long"],
    [{ ...GIVEN, loginId: "x".repeat(101) }, "the loginId is empty or too long"],
    [{ ...GIVEN, otpSecret: "geheim" }, "the secret of the one-time codes is too short"],
  ])("are refused, without being repeated: %#", async (given, message) => {
    const db = await store.open();
    const stored = storeCredentials(db, readKeyRing(old), given);
    await expect(stored).rejects.toMatchObject({ code: "invalid_input", message });
  });
});
