import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { backupDatabase } from "#db/backup/backup.ts";
import { restoreDatabase } from "#db/backup/restore.ts";
import { checkDatabase } from "#db/check.ts";
import { openDatabase } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { migrate } from "#db/migrations.ts";
import type { Schema } from "#db/schema.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import type { Place } from "#test/postgres.ts";
import { openRecords } from "./open.ts";
import { SCHEMA } from "./schema.ts";

const LAST_OLD = "0004-citator-decisions";

/** What the program knew that wrote the old database. */
const OLD_TABLES: ReadonlySet<string> = new Set(
  [
    "cases clusters cluster_citations opinions opinion_texts outbox counters projections indexed_opinions",
    "import_runs import_positions api_keys citing_edges citing_keys citator_decisions treatment_summaries",
  ].flatMap((names) => names.split(" ")),
);

/** Primary keys that were others then. */
const OLD_KEYS: Readonly<Record<string, readonly string[]>> = {
  citing_edges: ["citing_opinion_id", "authority"],
  citing_keys: ["lookup_key", "citing_opinion_id", "authority"],
};

function oldSchema(): Schema {
  const primaryKeys = {
    ...Object.fromEntries(Object.entries(SCHEMA.primaryKeys).filter(([table]) => OLD_TABLES.has(table))),
    ...OLD_KEYS,
  };
  const names = Object.keys(SCHEMA.migrations);
  const known = names.slice(0, names.indexOf(LAST_OLD) + 1);
  const migrations = Object.fromEntries(
    known.flatMap((name) => Object.entries(SCHEMA.migrations).filter(([key]) => key === name)),
  );
  return { ...SCHEMA, migrations, primaryKeys: primaryKeys as Schema["primaryKeys"], checks: [] };
}

/** Id, source, court, docket number and its key as it was made then, caption, and the day of its one decision. */
const OLD_CASES = [
  ["a1", "court-a", "ca9", "Nos. 92-190, 92-191", "92-190", "Alder v. Birch", "1993-01-02"],
  ["b1", "court-b", "ca9", "92-0191", "92-191", "ALDER v. BIRCH, INC.", "1993-01-02"],
  ["c1", "court-c", "ca9", "92-190", "92-190", "Cedar v. Dogwood", "1993-01-02"],
  ["d1", "court-a", "ca2", "92-190", "92-190", "Alder v. Birch", "1993-01-02"],
  ["e1", "court-a", "kanctapp", "56,911", "56", "Elm v. Fir", "1985-08-29"],
  ["f1", "court-a", "kanctapp", "56,223", "56", "Gorse v. Hazel", "1985-02-07"],
  ["g1", "court-a", "ala", "45", "45", "Ivy v. Juniper", "1920-01-01"],
  ["g2", "court-a", "ala", "45", "45", "Ivy v. Juniper", "1999-01-01"],
  ["h1", "court-a", "ala", null, null, "Larch v. Maple", null],
] as const;

async function oldDatabase(place: Place): Promise<Db> {
  const db = await openDatabase(SCHEMA, { ...place, migrations: "leave" });
  await migrate(db, SCHEMA, LAST_OLD);
  for (const [at, [id, source, court, number, key, caption, day]] of OLD_CASES.entries()) {
    await sql`insert into cases (id, source, source_id, court_id, docket_number, docket_key, caption)
      values (${id}, ${source}, ${id}, ${court}, ${number}, ${key}, ${caption})`.execute(db);
    await sql`insert into clusters (id, source, source_id, case_id, work_id, public_number, court_id, case_name, slug,
        date_filed, date_precision, publish_status, content_hash)
      values (${`k${id}`}, ${source}, ${id}, ${id}, ${`w${id}`}, ${at + 1}, ${court}, ${caption}, 'slug',
        ${day}, 'day', 'published', '')`.execute(db);
  }
  await sql`insert into counters (name, value) values ('public_number', ${OLD_CASES.length})`.execute(db);
  return db;
}

async function expectCarriedOver(db: Db): Promise<void> {
  const cases = await db
    .selectFrom("cases")
    .select(["id", "matter_id", "docket_key", "caption"])
    .orderBy("id")
    .execute();
  expect(cases.map(({ id, matter_id, docket_key }) => [id, matter_id, docket_key])).toEqual([
    ["a1", "a1", "92-190"],
    ["b1", "a1", "92-191"],
    ["c1", "c1", "92-190"],
    ["d1", "d1", "92-190"],
    ["e1", "e1", "56911"],
    ["f1", "f1", "56223"],
    ["g1", "g1", "45"],
    ["g2", "g2", "45"],
    ["h1", "h1", null],
  ]);
  expect(cases.map(({ caption }) => caption)).toEqual(OLD_CASES.map(([, , , , , caption]) => caption));
  const dockets = await db.selectFrom("case_dockets").selectAll().orderBy("case_id").orderBy("ordinal").execute();
  expect(
    dockets.map(({ case_id, ordinal, docket_number, docket_key }) => [case_id, ordinal, docket_number, docket_key]),
  ).toEqual([
    ["a1", 0, "Nos. 92-190", "92-190"],
    ["a1", 1, "92-191", "92-191"],
    ["b1", 0, "92-0191", "92-191"],
    ["c1", 0, "92-190", "92-190"],
    ["d1", 0, "92-190", "92-190"],
    ["e1", 0, "56,911", "56911"],
    ["f1", 0, "56,223", "56223"],
    ["g1", 0, "45", "45"],
    ["g2", 0, "45", "45"],
  ]);
  const clusters = await db.selectFrom("clusters").select(["id", "case_id"]).orderBy("id").execute();
  expect(clusters).toEqual(OLD_CASES.map(([id]) => ({ id: `k${id}`, case_id: id })));
}

describeEachDatabase("a database of the program before matters", (store) => {
  test("is carried over when it is opened", async () => {
    const place = await store.place();
    await (await oldDatabase(place)).close();
    const db = await openRecords(place);
    await expectCarriedOver(db);
    expect((await checkDatabase(db, SCHEMA)).findings.filter(({ what }) => !/outbox|opinions/u.test(what))).toEqual([]);
    await db.close();
  });

  test("can be restored from a backup it made", async () => {
    const root = await mkdtemp(join(tmpdir(), "onpoint-old-"));
    const old = await oldDatabase(await store.place());
    try {
      await backupDatabase(old, oldSchema(), join(root, "copy"));
      const place = await store.place();
      await restoreDatabase(SCHEMA, join(root, "copy"), place);
      const db = await openRecords(place);
      await expectCarriedOver(db);
      await db.close();
    } finally {
      await old.close();
      await rm(root, { recursive: true });
    }
  });
});
