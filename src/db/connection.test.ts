import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { sql } from "kysely";
import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision } from "#test/records.ts";
import { snapshot, sqlitePath, transaction } from "./connection.ts";
import type { Trx } from "./connection.ts";
import { openRecords } from "#schema/open.ts";
import { SCHEMA } from "#schema/schema.ts";
import { isUniqueViolation } from "./failures.ts";
import { migrate, refuseNewerSchema, schemaState } from "./migrations.ts";
import { insertRows } from "./rows.ts";
import type { Schema } from "./schema.ts";

const caseRow = (id: string) => ({
  id,
  source: "test",
  source_id: id,
  matter_id: id,
  court_id: "ca9",
  source_court_id: "ca9",
  source_docket_number: null,
  docket_number: null,
  docket_key: null,
  caption: "Alder v. Birch",
  date_filed: null,
  date_terminated: null,
});

/** A migration as a later program may have it. */
const addingTable = (name: string): Schema["migrations"] => ({
  [name]: { up: async (db: Kysely<unknown>) => db.schema.createTable(name).addColumn("id", "text").execute() },
});

const addCase = async (trx: Trx, id: string): Promise<void> => insertRows(trx, "cases", [caseRow(id)]);

describeEachDatabase("the database", (store) => {
  test("a transaction is kept whole or not at all", async () => {
    const db = await store.open();
    await transaction(db, async (trx) => addCase(trx, "kept"));
    const failed = transaction(db, async (trx) => {
      await addCase(trx, "lost");
      throw new Error("stop");
    });
    await expect(failed).rejects.toThrow("stop");
    const ids = await db.selectFrom("cases").select("id").execute();
    expect(ids.map((row) => row.id)).toEqual(["kept"]);
  });

  test("readers see the last commit while a writer is at work", async () => {
    const db = await store.open();
    await transaction(db, async (trx) => {
      await addCase(trx, "a");
      expect(await db.selectFrom("cases").select("id").execute()).toEqual([]);
      expect(await trx.selectFrom("cases").select("id").execute()).toHaveLength(1);
    });
    expect(await db.selectFrom("cases").select("id").execute()).toHaveLength(1);
  });

  test("a snapshot does not move", async () => {
    const db = await store.open();
    const count = await snapshot(db, async (view) => {
      expect(await view.selectFrom("cases").select("id").execute()).toEqual([]);
      await transaction(db, async (trx) => addCase(trx, "a"));
      return (await view.selectFrom("cases").select("id").execute()).length;
    });
    expect(count).toBe(0);
  });

  test("writers take turns, in one process and between two", async () => {
    const first = await store.open();
    const second = await store.reopen(first);
    await transaction(first, async (trx) => insertRows(trx, "counters", [{ name: "n", value: 0 }]));
    const bump = (db: typeof first) =>
      transaction(db, async (trx) => {
        await trx
          .updateTable("counters")
          .set((row) => ({ value: row("value", "+", 1) }))
          .execute();
        await trx.selectFrom("counters").selectAll().execute();
      });
    await Promise.all(Array.from({ length: 20 }, async (_, index) => bump(index % 2 === 0 ? first : second)));
    expect(await first.selectFrom("counters").select("value").executeTakeFirst()).toEqual({ value: 20 });
  });

  test("values come back alike: bytes, whole numbers, sums, U+0000 and lone surrogates", async () => {
    const db = await store.open();
    await transaction(db, async (trx) => {
      await insertRows(trx, "cases", [{ ...caseRow("c"), caption: "a\0b \ud800 \u{1f3db}" }]);
      await insertRows(trx, "counters", [
        { name: "x", value: 2 ** 40 },
        { name: "y", value: 1 },
      ]);
    });
    const { caption } = await db.selectFrom("cases").select("caption").executeTakeFirstOrThrow();
    expect(caption).toBe("a\u{fffd}b \u{fffd} \u{1f3db}");
    const sum = await db
      .selectFrom("counters")
      .select((row) => row.fn.sum<number>("value").as("sum"))
      .executeTakeFirst();
    expect(sum).toEqual({ sum: 2 ** 40 + 1 });
    const found = await db
      .selectFrom("cases")
      .select("id")
      .where("caption", "=", "x\0'; drop table cases; --")
      .execute();
    expect(found).toEqual([]);
    await transaction(db, async (trx) => addDecision(trx, { name: "Cedar v. Dogwood" }));
    const { offset_map } = await db.selectFrom("opinion_texts").select("offset_map").executeTakeFirstOrThrow();
    expect(offset_map).toStrictEqual(new Uint8Array([0, 255, 7]));
  });

  test("text sorts by code point", async () => {
    const db = await store.open();
    const ids = ["b", "B", "a", "Z", "é", "_"];
    await transaction(db, async (trx) => insertRows(trx, "cases", ids.map(caseRow)));
    const rows = await db.selectFrom("cases").select("id").orderBy("id").execute();
    expect(rows.map((row) => row.id)).toEqual(["B", "Z", "_", "a", "b", "é"]);
  });

  test("a foreign key holds, and a second row with the same key is known for what it is", async () => {
    const db = await store.open();
    const orphan = transaction(db, async (trx) =>
      insertRows(trx, "opinion_texts", [{ opinion_id: "none", html: "", text: "", offset_map: new Uint8Array() }]),
    );
    await expect(orphan).rejects.toThrow(/foreign key/iu);
    await transaction(db, async (trx) => addCase(trx, "a"));
    const again = await transaction(db, async (trx) => addCase(trx, "a")).catch((thrown: unknown) => thrown);
    expect(isUniqueViolation(again)).toBe(true);
    expect(await db.selectFrom("cases").select("id").execute()).toHaveLength(1);
  });

  test("opening again changes nothing; two that open at once make the tables once", async () => {
    const place = await store.place();
    const [first, second] = await Promise.all([openRecords(place), openRecords(place)]);
    expect((await schemaState(first, SCHEMA)).pending).toEqual([]);
    expect(await migrate(second, SCHEMA)).toEqual([]);
    await first.close();
    await second.close();
  });

  test("a database of a newer program is refused", async () => {
    const db = await store.open();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01T00:00:00.000Z')`.execute(
      db,
    );
    await expect(store.reopen(db)).rejects.toMatchObject({ code: "schema_too_new" });
  });

  test("a program goes on beside a newer one whose migrations only add, and says so when one does not", async () => {
    const db = await store.open();
    const adding = {
      ...SCHEMA,
      migrations: { ...SCHEMA.migrations, ...addingTable("9998-later") },
      additive: ["9998-later"],
    };
    expect(await migrate(db, adding)).toEqual(["9998-later"]);
    await refuseNewerSchema(db, SCHEMA);
    const beside = await store.reopen(db);
    await transaction(beside, async (trx) => addCase(trx, "a"));
    expect(
      await migrate(db, { ...adding, migrations: { ...adding.migrations, ...addingTable("9999-other") } }),
    ).toEqual(["9999-other"]);
    const refusal = { code: "schema_too_new", message: expect.stringMatching(/\(it has 9999-other\)/u) as string };
    await expect(refuseNewerSchema(beside, SCHEMA)).rejects.toMatchObject(refusal);
    await expect(store.reopen(db)).rejects.toMatchObject(refusal);
  });
});

test("a file that is no database is called damaged", async ({ onTestFinished }) => {
  const dataDir = await mkdtemp(`${tmpdir()}/onpoint-test-`);
  onTestFinished(async () => rm(dataDir, { recursive: true }));
  await writeFile(sqlitePath(dataDir), "not a database, whatever its name".repeat(100));
  await expect(openRecords({ dataDir })).rejects.toMatchObject({ code: "corrupt" });
});

test("a PostgreSQL that does not answer is unavailable", async () => {
  const opening = openRecords({ dataDir: ".", databaseUrl: "postgres://nobody@127.0.0.1:1/none" });
  await expect(opening).rejects.toMatchObject({ code: "unavailable" });
});
