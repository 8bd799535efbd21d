import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { addDecision } from "#test/records.ts";
import { checkDatabase } from "./check.ts";
import { transaction } from "./connection.ts";
import { openRecords } from "#schema/open.ts";
import { SCHEMA } from "#schema/schema.ts";
import { isUniqueViolation, storageFailure } from "./failures.ts";

const sqlite = (errcode: number) => Object.assign(new Error("sqlite"), { code: "ERR_SQLITE_ERROR", errcode });
const withCode = (code: string) => Object.assign(new Error("system"), { code });

test.each([
  [sqlite(13), "storage_full"],
  [sqlite(11), "corrupt"],
  [sqlite(267), "corrupt"],
  [sqlite(26), "corrupt"],
  [sqlite(5), "unavailable"],
  [sqlite(517), "unavailable"],
  [sqlite(10), "unavailable"],
  [sqlite(522), "unavailable"],
  [sqlite(14), "invalid_configuration"],
  [sqlite(1032), "invalid_configuration"],
  [withCode("ENOSPC"), "storage_full"],
  [withCode("53100"), "storage_full"],
  [withCode("XX001"), "corrupt"],
  [withCode("08006"), "unavailable"],
  [withCode("57P01"), "unavailable"],
  [withCode("ECONNREFUSED"), "unavailable"],
  [withCode("28P01"), "unavailable"],
  [withCode("3D000"), "unavailable"],
  [withCode("42501"), "invalid_configuration"],
])("%o is %s", (thrown, code) => {
  expect(storageFailure(thrown)).toMatchObject({ code, cause: thrown });
});

test("what is not about storage comes back as it was", () => {
  for (const thrown of [sqlite(2067), withCode("23505"), withCode("42601"), new Error("plain"), "text", null]) {
    expect(storageFailure(thrown)).toBe(thrown);
  }
  expect(isUniqueViolation(sqlite(787))).toBe(false);
  expect(isUniqueViolation(null)).toBe(false);
});

test("a full disk fails the transaction and keeps nothing of it; the next one that fits is kept", async ({
  onTestFinished,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), "onpoint-test-"));
  const db = await openRecords({ dataDir });
  onTestFinished(async () => {
    await db.close();
    await rm(dataDir, { recursive: true });
  });
  await sql`PRAGMA max_page_count = 60`.execute(db);
  const text = "words ".repeat(200_000);
  const writing = transaction(db, async (trx) => addDecision(trx, { name: "Alder v. Birch", texts: [text] }));
  await expect(writing).rejects.toMatchObject({ code: "storage_full" });
  expect(await db.selectFrom("clusters").select("id").execute()).toEqual([]);
  await transaction(db, async (trx) => addDecision(trx, { name: "Cedar v. Dogwood", texts: ["short"] }));
  expect((await checkDatabase(db, SCHEMA)).findings).toEqual([]);
});
