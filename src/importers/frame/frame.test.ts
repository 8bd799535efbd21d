import { readFile } from "node:fs/promises";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import type { Db, Trx } from "#db/connection.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { importParts } from "./importer.ts";
import type { FrameResult } from "./importer.ts";
import { ProgressMeter } from "./progress.ts";
import type { ImportProgress } from "./progress.ts";
import { rejectsOf } from "./sink.ts";
import type { ReadyBatch, Sink } from "./sink.ts";
import type { PreparedSource, Row, SourcePart } from "./source.ts";

/** A collection the frame has never heard of: shelves, and the books on them. */
type Book = Row & { readonly shelf: string; readonly title: string };

async function makeTables(db: Db): Promise<void> {
  await sql`create table shelves (name text primary key)`.execute(db);
  await sql`create table books (id text primary key, shelf text not null references shelves, title text not null)`.execute(
    db,
  );
}

/** Twenty books; every seventh has no title. */
function part(name: string): SourcePart<Book> {
  return {
    key: `${name}:1`,
    label: name,
    size_bytes: 20,
    open: async (afterRow) => ({
      groups: (async function* rows() {
        for (let row = afterRow + 1; row <= 20; row += 1) {
          const rejects =
            row % 7 === 0 ? [{ reason: "no_title", message: "it has no title", hint: "give it one" }] : [];
          const sourceId = `${name}-${row}`;
          yield [
            {
              place: { file: name, row },
              sourceId,
              bytes: 1,
              rejects,
              shelf: `shelf ${row % 3}`,
              title: `Book ${row}`,
            },
          ];
        }
      })(),
      bytesTaken: () => 20,
      close: async () => undefined,
    }),
  };
}

function library(): PreparedSource<Book> {
  const rest = { notes: [], finish: async () => undefined, close: async () => undefined };
  return { source: "library", parts: [part("north"), part("south")], ...rest };
}

/** Of the titles of both parts: `Book 1` to `Book 20` without those of the sevens. */
const LETTERS = 2 * (8 * "Book 1".length + 10 * "Book 10".length);

type ReadyBooks = ReadyBatch<Book> & { readonly books: readonly Book[] };

function bookSink(beforeWrite: () => void = () => undefined): Sink<Book, ReadyBooks> {
  return {
    kinds: ["books"],
    batchesAhead: 2,
    prepare: async (batch) => ({
      batch,
      rejects: rejectsOf(batch.items),
      books: batch.items.filter(({ rejects }) => rejects.length === 0),
    }),
    write: async (trx: Trx, { books }) => {
      for (const { sourceId, shelf, title } of books) {
        await sql`insert into shelves values (${shelf}) on conflict do nothing`.execute(trx);
        await sql`insert into books values (${sourceId}, ${shelf}, ${title})`.execute(trx);
      }
      beforeWrite();
      const letters = books.reduce((sum, { title }) => sum + title.length, 0);
      return {
        tallies: { books: { added: books.length, updated: 0, unchanged: 0, removed: 0 } },
        sums: { printed: { titles: books.length, in: { letters } } },
      };
    },
  };
}

async function run(db: Db, sink: Sink<Book, ReadyBooks>, steps: ImportProgress[] = []): Promise<FrameResult> {
  const meter = new ProgressMeter((step) => steps.push(step));
  const limits = { items_max: 4, raw_bytes_max: 100 };
  return importParts({
    prepared: library(),
    sink,
    input: "all",
    db,
    dataDir: db.dataDir,
    meter,
    clock: systemClock,
    limits,
  });
}

describeEachDatabase("the import of a toy collection", (store) => {
  test("goes through parts, batches, positions and rejects, and on after an interruption", async () => {
    const db = await store.open();
    await makeTables(db);
    let batches = 0;
    const dying = bookSink(() => {
      batches += 1;
      if (batches % 3 === 0) throw new Error("killed");
    });
    const counts: number[] = [];
    let result: FrameResult | undefined;
    for (let attempts = 0; result === undefined && attempts < 20; attempts += 1) {
      result = await run(db, dying).catch((thrown: unknown) => {
        expect(String(thrown)).toContain("killed");
        return undefined;
      });
      const { rows } = await sql<{ n: number }>`select cast(count(*) as bigint) as n from books`.execute(db);
      counts.push(rows[0]?.n ?? 0);
    }
    expect(counts.length).toBeGreaterThan(3);
    expect(counts).toEqual(counts.toSorted((one, other) => one - other));
    expect(result?.run.resumed).toBe(true);
    expect(result?.counts).toMatchObject({
      rows: 40,
      raw_bytes: 40,
      tallies: { books: { added: 36, updated: 0, unchanged: 0, removed: 0 } },
      rejected: { no_title: 4 },
    });
    expect(counts.at(-1)).toBe(36);
    const lines = (await readFile(result?.rejectFile ?? "", "utf8")).trim().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { source_id: string }).source_id)).toEqual([
      "north-7",
      "north-14",
      "south-7",
      "south-14",
    ]);
    const runs = await db.selectFrom("import_runs").select(["source", "counts"]).execute();
    expect(runs).toHaveLength(1);
    expect(JSON.parse(runs[0]?.counts ?? "{}")).toMatchObject({
      rows: 40,
      books: { added: 36 },
      printed: { titles: 36, in: { letters: LETTERS } },
    });
    expect(await db.selectFrom("import_positions").selectAll().execute()).toEqual([]);
  });

  test("tells how far it is", async () => {
    const db = await store.open();
    await makeTables(db);
    const steps: ImportProgress[] = [];
    await run(db, bookSink(), steps);
    expect(steps).toHaveLength(10);
    expect(steps.at(-1)).toMatchObject({
      phase: "importing",
      label: "south",
      done_bytes: 40,
      total_bytes: 40,
      rows: 40,
    });
  });
});
