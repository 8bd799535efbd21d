import { crc32 } from "node:zlib";
import { assert, property, string } from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { silentLogger } from "#base/log.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import type { Db } from "#db/connection.ts";
import { hashOfKey, isKeyText, newKeyText } from "./key-text.ts";
import { auditEvents } from "./audit/audit.ts";
import { createKeyVerifier } from "./key-verifier.ts";
import type { KeyVerifier } from "./key-verifier.ts";
import { createKey, listKeys, parseExpiry, revokeKey } from "./keys.ts";

describe("the text of a key", () => {
  test("says what it is, is never the same and passes its own check", () => {
    const keys = Array.from({ length: 200 }, newKeyText);
    for (const key of keys) {
      expect(key).toMatch(/^op_live_[0-9A-Za-z]{49}$/u);
      expect(isKeyText(key)).toBe(true);
    }
    expect(new Set(keys).size).toBe(200);
  });

  test("one character wrong is noticed anywhere", () => {
    const key = newKeyText();
    for (let at = 0; at < key.length; at++) {
      const other = key[at] === "x" ? "y" : "x";
      expect(isKeyText(key.slice(0, at) + other + key.slice(at + 1))).toBe(false);
    }
  });

  test("a right checksum makes no key of a text that has not the form of one", () => {
    const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const withChecksum = (head: string): string => {
      let rest = crc32(head);
      const checksum = Array.from({ length: 6 }, () => {
        const digit = digits.charAt(rest % 62);
        rest = Math.floor(rest / 62);
        return digit;
      });
      return head + checksum.toReversed().join("");
    };
    const random = newKeyText().slice(8, -6);
    expect(isKeyText(withChecksum(`op_live_${random}`))).toBe(true);
    for (const head of [`op_test_${random}`, `op_live_${random}0`, `op_live_${random.slice(1)}`, random, "op_live_"]) {
      expect(isKeyText(withChecksum(head))).toBe(false);
    }
  });

  test("anything else is no key", () => {
    const key = newKeyText();
    for (const text of [
      "",
      " ",
      ` ${key}`,
      `${key} `,
      `${key}\n`,
      key.toUpperCase(),
      key.slice(0, -1),
      `${key}0`,
      "op_live_",
      "\0",
      "ключ",
    ]) {
      expect(isKeyText(text)).toBe(false);
    }
    assert(property(string({ unit: "binary" }), (text) => !isKeyText(text)));
    assert(property(string({ unit: "binary" }), (text) => !isKeyText(`op_live_${text}`)));
  });
});

const springDay = () => new Date("2026-03-01T12:00:00.000Z");

describe("the end of a key", () => {
  test.each([
    ["90d", "2026-05-30T12:00:00.000Z"],
    ["2026-03-01", "2026-03-02T00:00:00.000Z"],
    ["2028-02-29", "2028-03-01T00:00:00.000Z"],
    ["2027-01-31T12:00:00Z", "2027-01-31T12:00:00.000Z"],
    ["2027-01-31T12:00+02:00", "2027-01-31T10:00:00.000Z"],
  ])("%s", (text, moment) => expect(parseExpiry(text, springDay).toISOString()).toBe(moment));

  test.each([
    "",
    "soon",
    "0d",
    "99999d",
    "-1d",
    "2026-02-30",
    "2027-02-29",
    "2026-13-01",
    "2026-1-1",
    "01/31/2027",
    "2027-01-31T25:00:00Z",
    "2027-01-31T12:00:00",
  ])("%s is refused", (text) =>
    expect(() => parseExpiry(text, springDay)).toThrow(expect.objectContaining({ code: "invalid_input" })),
  );
});

const lastUse = async (db: Db): Promise<string | null | undefined> => (await listKeys(db))[0]?.lastUsedAt;

describeEachDatabase("API keys", (store) => {
  let now = new Date("2026-03-01T12:00:00.000Z");
  let passed_ms = 0;
  const clock = () => now;
  const setClock = (ms: number): void => {
    now = new Date(now.getTime() + ms);
  };
  const pass = (ms: number): void => {
    setClock(ms);
    passed_ms += ms;
  };
  const now_ms = () => passed_ms;
  const verifierOf = (db: Db): KeyVerifier => createKeyVerifier({ db, log: silentLogger, clock, now_ms });

  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test("a key opens, is listed without itself, and only its hash is kept", async () => {
    const db = await store.open();
    const { key, record } = await createKey(db, { name: "  Docket clerk ", scopes: ["historical"] }, clock);
    expect(record).toMatchObject({
      name: "Docket clerk",
      fullHistoricalAccess: true,
      expiresAt: null,
      lastUsedAt: null,
    });
    expect(key.startsWith(record.prefix)).toBe(true);
    expect(await verifierOf(db).verifyKey(key)).toEqual({
      ok: true,
      value: {
        kind: "key",
        id: record.id,
        key: { id: record.id, name: "Docket clerk" },
        team: null,
        scopes: ["historical"],
        plan: null,
        limits: { requests: null },
      },
    });
    expect(await listKeys(db)).toEqual([record]);
    const rows = JSON.stringify(await db.selectFrom("api_keys").selectAll().execute());
    expect(rows).toContain(hashOfKey(key));
    expect(rows).not.toContain(key);
  });

  test("a key that was not given them opens no superseded laws", async () => {
    const db = await store.open();
    const { key } = await createKey(db, { name: "plain" }, clock);
    expect(await verifierOf(db).verifyKey(key)).toMatchObject({ ok: true, value: { scopes: [] } });
  });

  test("what is no key, or not ours, is refused", async () => {
    const db = await store.open();
    const { key } = await createKey(db, { name: "one" }, clock);
    const verifier = verifierOf(db);
    for (const text of [
      "",
      key.replace("_", " "),
      `${key} `,
      "Bearer",
      "' or 1=1 --",
      "\0".repeat(57),
      "op_live_".padEnd(57, "é"),
    ]) {
      expect(await verifier.verifyKey(text)).toEqual({ ok: false, error: "malformed" });
    }
    expect(await verifier.verifyKey(newKeyText())).toEqual({ ok: false, error: "unknown" });
  });

  test("a key that was not there is looked for again at once", async () => {
    const db = await store.open();
    const verifier = verifierOf(db);
    const { key } = await createKey(db, { name: "restored" }, clock);
    const rows = await db.selectFrom("api_keys").selectAll().execute();
    await db.deleteFrom("api_keys").execute();
    expect(await verifier.verifyKey(key)).toEqual({ ok: false, error: "unknown" });
    await db.insertInto("api_keys").values(rows).execute();
    expect(await verifier.verifyKey(key)).toMatchObject({ ok: true });
  });

  test("a use that cannot be written is told in the log, and the key opens", async () => {
    const db = await store.open();
    const told: unknown[] = [];
    const log = { ...silentLogger, warn: (...said: unknown[]) => told.push(said.at(-1)) } as typeof silentLogger;
    const verifier = createKeyVerifier({ db, log, clock, now_ms });
    const { key } = await createKey(db, { name: "one" }, clock);
    expect(await verifier.verifyKey(key)).toMatchObject({ ok: true });
    vi.spyOn(db, "transaction").mockImplementation(() => {
      throw new Error("the disk is full");
    });
    await verifier.close();
    expect(told).toEqual(["the last use of some keys could not be written"]);
  });

  test("an expired key is refused from that moment on", async () => {
    const db = await store.open();
    const { key } = await createKey(db, { name: "one", expiresAt: parseExpiry("1d", clock) }, clock);
    const verifier = verifierOf(db);
    pass(24 * 3600 * 1000 - 1);
    expect(await verifier.verifyKey(key)).toMatchObject({ ok: true });
    pass(1);
    expect(await verifier.verifyKey(key)).toEqual({ ok: false, error: "expired" });
    await expect(createKey(db, { name: "late", expiresAt: new Date(0) }, clock)).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  test("a key revoked elsewhere is refused within two seconds, a new one opens at once", async () => {
    const db = await store.open();
    const elsewhere = await store.reopen(db);
    const verifier = verifierOf(db);
    const { key, record } = await createKey(elsewhere, { name: "one" }, clock);
    expect(await verifier.verifyKey(key)).toMatchObject({ ok: true });
    await revokeKey(elsewhere, record.prefix, clock);
    pass(1999);
    expect(await verifier.verifyKey(key)).toEqual({ ok: false, error: "revoked" });
  });

  test("a clock that is set back keeps no revoked key open", async () => {
    const db = await store.open();
    const verifier = verifierOf(db);
    const { key, record } = await createKey(db, { name: "one" }, clock);
    expect(await verifier.verifyKey(key)).toMatchObject({ ok: true });
    await revokeKey(db, record.prefix, clock);
    setClock(-3600_000);
    pass(1999);
    expect(await verifier.verifyKey(key)).toEqual({ ok: false, error: "revoked" });
  });

  test("a clock that is set back makes no key good again that had ended", async () => {
    const db = await store.open();
    const verifier = verifierOf(db);
    const { key } = await createKey(db, { name: "one", expiresAt: new Date(now.getTime() + 60_000) }, clock);
    expect(await verifier.verifyKey(key)).toMatchObject({ ok: true });
    setClock(60_000);
    expect(await verifier.verifyKey(key)).toEqual({ ok: false, error: "expired" });
    setClock(-3600_000);
    expect(await verifier.verifyKey(key)).toEqual({ ok: false, error: "expired" });
  });

  test("a clock that is set back keeps no last use from being written", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const db = await store.open();
    const verifier = verifierOf(db);
    const { key } = await createKey(db, { name: "one" }, clock);
    await verifier.verifyKey(key);
    await vi.advanceTimersByTimeAsync(5000);
    await vi.waitFor(async () => expect(await lastUse(db)).toBe(now.toISOString()));
    setClock(-3600_000);
    pass(60_000);
    await verifier.verifyKey(key);
    await vi.advanceTimersByTimeAsync(5000);
    await vi.waitFor(async () => expect(await lastUse(db)).toBe(now.toISOString()));
    await verifier.close();
  });

  test("many requests together look once", async () => {
    const db = await store.open();
    const verifier = verifierOf(db);
    const { key } = await createKey(db, { name: "one" }, clock);
    const looks = vi.spyOn(db, "selectFrom");
    const results = await Promise.all(Array.from({ length: 50 }, async () => verifier.verifyKey(key)));
    expect(results.every((result) => result.ok)).toBe(true);
    expect(looks).toHaveBeenCalledTimes(1);
  });

  test("revoking is by id, prefix or key, and twice is once", async () => {
    const db = await store.open();
    const made = [];
    for (const name of ["a", "b", "c"]) made.push(await createKey(db, { name }, clock));
    const [byId, byPrefix, byKey] = made;
    const first = await revokeKey(db, byId!.record.id.toUpperCase(), clock);
    pass(1000);
    expect(await revokeKey(db, byId!.record.id, clock)).toEqual(first);
    await revokeKey(db, byPrefix!.record.prefix, clock);
    await revokeKey(db, byKey!.key, clock);
    expect((await listKeys(db)).every((key) => key.revokedAt !== null)).toBe(true);
    const noted = await auditEvents(db, { limit: 9 });
    expect(noted.map(({ event, actorId, detail }) => [event, actorId, detail["name"]])).toEqual([
      ...["c", "b", "a"].map((name) => ["key_revoked", "operator", name]),
      ...["c", "b", "a"].map((name) => ["key_made", "operator", name]),
    ]);
    for (const text of ["", "op_live_", "%", "' or 1=1 --", "\0"]) {
      await expect(revokeKey(db, text, clock)).rejects.toMatchObject({ code: "not_found" });
    }
  });

  test("the last use is written apart from the request, at most once a minute, and when the service stops", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const db = await store.open();
    const verifier = verifierOf(db);
    const { key } = await createKey(db, { name: "one" }, clock);
    const writes = vi.spyOn(db, "transaction");
    const used = now.toISOString();
    await verifier.verifyKey(key);
    expect(writes).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5000);
    await vi.waitFor(async () => expect(await lastUse(db)).toBe(used));
    pass(30_000);
    await verifier.verifyKey(key);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(writes).toHaveBeenCalledTimes(1);
    await verifier.close();
    expect(await lastUse(db)).toBe(now.toISOString());
  });

  test("a use a minute after the last one written is written, one a little sooner waits", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const db = await store.open();
    const verifier = verifierOf(db);
    const { key } = await createKey(db, { name: "one" }, clock);
    await verifier.verifyKey(key);
    await vi.advanceTimersByTimeAsync(5000);
    await vi.waitFor(async () => expect(await lastUse(db)).toBe(now.toISOString()));
    const writes = vi.spyOn(db, "transaction");
    pass(59_999);
    await verifier.verifyKey(key);
    await vi.advanceTimersByTimeAsync(5000);
    expect(writes).not.toHaveBeenCalled();
    pass(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(writes).toHaveBeenCalledTimes(1);
    await vi.waitFor(async () => expect(await lastUse(db)).toBe(new Date(now.getTime() - 1).toISOString()));
    await verifier.close();
  });

  test("a last use that cannot be written harms no request", async () => {
    const db = await store.open();
    const verifier = verifierOf(db);
    const { key } = await createKey(db, { name: "one" }, clock);
    await verifier.verifyKey(key);
    vi.spyOn(db, "transaction").mockImplementation(() => {
      throw new Error("no space");
    });
    await verifier.close();
  });

  test("names are held to a form, and kept as they are", async () => {
    const db = await store.open();
    for (const name of ["", "   ", "x".repeat(101), "a\nb", "a\0b", "\u202egnp", "\ud800"]) {
      const refusal = { code: "invalid_input", faults: [{ path: "name" }] };
      await expect(createKey(db, { name }, clock)).rejects.toMatchObject(refusal);
    }
    const names = ["Robert'); DROP TABLE api_keys;--", "<script>alert(1)</script>", "O’Neill & Partner 🏛"];
    for (const name of names) await createKey(db, { name }, clock);
    expect((await listKeys(db)).map((key) => key.name).toSorted()).toEqual(names.toSorted());
  });
});
