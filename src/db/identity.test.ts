import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SCHEMA } from "#schema/schema.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { backupDatabase } from "./backup/backup.ts";
import { restoreDatabase } from "./backup/restore.ts";
import { databaseIdentity } from "./identity.ts";

describeEachDatabase("the identity of a database", (store) => {
  test("is the same for everybody, and of no other database", async () => {
    const [one, other] = [await store.open(), await store.open()];
    const identity = await databaseIdentity(one);
    const all = await Promise.all(Array.from({ length: 5 }, async () => databaseIdentity(one)));
    expect(new Set([identity, ...all]).size).toBe(1);
    expect(identity).toMatch(/^[0-9a-z]{6,}$/u);
    expect(await databaseIdentity(other)).not.toBe(identity);
  });

  test("is another one after a backup was restored", async () => {
    const root = await mkdtemp(join(tmpdir(), "onpoint-identity-"));
    try {
      const original = await store.open();
      const identity = await databaseIdentity(original);
      await backupDatabase(original, SCHEMA, join(root, "copy"));
      const place = await store.place();
      await restoreDatabase(SCHEMA, join(root, "copy"), place);
      expect(await databaseIdentity(await store.reopen(place))).not.toBe(identity);
      expect(await databaseIdentity(original)).toBe(identity);
    } finally {
      await rm(root, { recursive: true });
    }
  });
});
