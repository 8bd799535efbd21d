import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { OnpointError } from "#base/errors.ts";
import { silentLogger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { findByDocket } from "#opinions/store/dockets.ts";
import { findByCitations, readOpinions } from "#opinions/store/read.ts";
import { bulkCsv, inventedBulkTables, writeBulkFiles } from "#test/importers/bulk-files.ts";
import type { BulkRow, BulkTable, BulkTables } from "#test/importers/bulk-files.ts";
import { digestOfRecords } from "#test/importers/store-rows.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { runImport } from "../importer.ts";
import type { ImportOptions } from "../importer.ts";
import { bunzip2Program } from "../input/bunzip2.ts";
import type { ImportReport } from "../report.ts";

const directories: string[] = [];
const databases: Db[] = [];
afterEach(async () => {
  for (const db of databases.splice(0)) await db.close();
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true, force: true });
});

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "onpoint-bulk-"));
  directories.push(directory);
  return directory;
}

async function newDatabase(): Promise<Db> {
  const db = await openRecords({ dataDir: await newDirectory() });
  databases.push(db);
  return db;
}

async function bulkDirectory(
  tables: Partial<BulkTables>,
  options?: Parameters<typeof writeBulkFiles>[2],
): Promise<string> {
  const directory = await newDirectory();
  await writeBulkFiles(directory, tables, options);
  return directory;
}

function importInto(db: Db, path: string, more: Partial<ImportOptions> = {}): Promise<ImportReport> {
  return runImport({
    source: "courtlistener",
    paths: [path],
    db,
    dataDir: db.dataDir,
    log: silentLogger,
    workers: 1,
    ...more,
  });
}

async function rejectsOf(report: ImportReport): Promise<Record<string, unknown>[]> {
  if (report.rejectFile === null) return [];
  const text = await readFile(report.rejectFile, "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** Without what tells how much was read for them. */
async function recordsIn(db: Db): Promise<Record<string, string>> {
  const reading = new Set(["outbox", "counters", "import_positions", "import_runs"]);
  return Object.fromEntries(Object.entries(await digestOfRecords(db)).filter(([table]) => !reading.has(table)));
}

/** The tables with some columns of some rows changed. */
function changed(
  tables: BulkTables,
  table: keyof BulkTables,
  changes: Readonly<Record<number, Readonly<Record<string, string | null>>>>,
): BulkTables {
  const rows = tables[table].rows.map((row, index) => ({ ...row, ...changes[index] }));
  return { ...tables, [table]: { ...tables[table], rows } };
}

describeEachDatabase("CourtListener's bulk files", (store) => {
  test("become decisions with court, docket, citations and opinions", async () => {
    const db = await store.open();
    const report = await importInto(db, await bulkDirectory(inventedBulkTables(6)));
    expect(report.counts).toMatchObject({
      rows: 14,
      decisions: { added: 6, updated: 0, unchanged: 0, removed: 0 },
      opinions: { added: 8, updated: 0, unchanged: 0, removed: 0 },
      rejected: 0,
    });
    const [found] = await findByCitations(db, ["4 samp. 3"]);
    const [lead, dissent] = await readOpinions(db, found?.opinionIds ?? [], { content: true });
    expect(lead).toMatchObject({
      source: "courtlistener",
      sourceId: "30",
      caseName: "Party3 v. Denby",
      caption: 'Alice PARTY3, Plaintiff, v. DENBY & "SONS", INC.',
      slug: "alice-party3-plaintiff-v-denby-sons-inc",
      courtId: "ny",
      docketNumber: "1:03-cv-00003",
      dateFiled: "1913-04-13",
      datePrecision: "day",
      publishStatus: "published",
      type: "lead",
      textSource: "xml_harvard",
    });
    expect(lead?.citations.map(({ citedAs }) => citedAs)).toEqual(["4 Samp. 3", "77 Samp. 2d 3"]);
    expect(lead?.content?.text).toContain('It is "ordered" \\ in 30.');
    expect(lead?.content?.html).toMatch(/<svc-ps[^>]*>4<\/svc-ps>/u);
    expect(dissent).toMatchObject({ type: "dissent", author: "Vale", workId: lead?.workId });
    expect(await findByDocket(db, { courtId: "ny", docketNumber: "03-cv-3" })).toEqual(found?.opinionIds);
  });

  test("of chosen courts and days is what an import of their rows alone would be", async () => {
    const tables = inventedBulkTables(60);
    const { dockets, clusters, citations, opinions } = tables;
    const courtOf = new Map(dockets.rows.map(({ id, court_id }) => [id, court_id]));
    const isChosen = (row: BulkRow): boolean =>
      ["ca2", "cal"].includes(courtOf.get(row["docket_id"] ?? "") ?? "") && (row["date_filed"] ?? "") >= "1940";
    const ids = new Set(clusters.rows.filter(isChosen).map(({ id }) => id));
    expect(ids.size).toBeGreaterThan(5);
    const of = (table: BulkTable, column: string): BulkTable => ({
      ...table,
      rows: table.rows.filter((row) => ids.has(row[column] ?? "")),
    });
    const alone = await store.open();
    const part = { dockets, clusters: of(clusters, "id"), citations, opinions: of(opinions, "cluster_id") };
    await importInto(alone, await bulkDirectory(part));
    const db = await store.open();
    const choice = { courts: ["cal", "ca2"], since: "1940-01-01" };
    const directory = await bulkDirectory(tables);
    const report = await importInto(db, directory, { choice });
    expect(report).toMatchObject({
      counts: { rejected: 0, decisions: { added: ids.size } },
      notes: [`${ids.size} of 60 decisions are of the chosen courts and days; the others are passed over`],
    });
    expect(await recordsIn(db)).toEqual(await recordsIn(alone));
    expect((await importInto(db, directory, { choice })).unchanged).toBe(true);
    expect((await importInto(db, directory)).counts.decisions).toMatchObject({ added: 60 - ids.size });
  });

  test("a choice that no decision meets is refused, and so is one without the clusters file", async () => {
    const db = await store.open();
    const { opinions, ...others } = inventedBulkTables(6);
    const none = importInto(db, await bulkDirectory({ ...others, opinions }), { choice: { since: "2020-01-01" } });
    await expect(none).rejects.toMatchObject({
      code: "invalid_input",
      message: expect.stringContaining("none of the 6 decisions") as string,
    });
    const blind = importInto(db, await bulkDirectory({ opinions }), { choice: { courts: ["cal"] } });
    await expect(blind).rejects.toMatchObject({
      code: "invalid_input",
      hint: expect.stringContaining("--courts") as string,
    });
  });

  test("a second import changes nothing and says so", async () => {
    const db = await store.open();
    const directory = await bulkDirectory(inventedBulkTables(40));
    await importInto(db, directory);
    const before = await digestOfRecords(db);
    const report = await importInto(db, directory);
    expect(report).toMatchObject({
      unchanged: true,
      counts: { decisions: { unchanged: 40 }, opinions: { unchanged: 53 } },
    });
    expect({ ...(await digestOfRecords(db)), import_runs: "" }).toEqual({ ...before, import_runs: "" });
  });

  test("what changed in a later file is updated, and nothing else", async () => {
    const db = await store.open();
    const tables = inventedBulkTables(9);
    const directory = await bulkDirectory(tables);
    await importInto(db, directory);
    const later = changed(
      changed(tables, "opinions", { 0: { plain_text: "", xml_harvard: "<opinion><p>Amended.</p></opinion>" } }),
      "dockets",
      { 4: { docket_number: "99-1" } },
    );
    await writeBulkFiles(directory, later, { date: "2024-06-30" });
    const report = await importInto(db, directory);
    expect(report.counts).toMatchObject({
      decisions: { added: 0, updated: 1, unchanged: 8 },
      opinions: { added: 0, updated: 1, unchanged: 11 },
    });
  });

  test("SQL and HTML in every string stay strings", async () => {
    const db = await store.open();
    const hostile = `Robert'); DROP TABLE opinions;-- <script>alert("1")</script>\0 \\"`;
    const tables = inventedBulkTables(2);
    const everywhere = changed(
      changed(
        changed(tables, "clusters", {
          0: { case_name: hostile, case_name_full: hostile, judges: hostile, headmatter: hostile },
        }),
        "dockets",
        { 0: { case_name: hostile, case_name_full: hostile, docket_number: hostile } },
      ),
      "opinions",
      {
        0: {
          plain_text: hostile,
          xml_harvard: `<opinion><p onclick="x">${hostile}</p></opinion>`,
          author_str: hostile,
        },
      },
    );
    const report = await importInto(
      db,
      await bulkDirectory(changed(everywhere, "citations", { 0: { reporter: hostile } })),
    );
    expect(report.counts.rejected).toBe(0);
    const [record] = await readOpinions(db, (await findByCitations(db, ["77 Samp. 2d 1"]))[0]?.opinionIds ?? [], {
      content: true,
    });
    expect(record?.caption).toContain("Robert'); DROP TABLE opinions;--");
    expect(record?.docketNumber).toContain("<script>");
    expect(record?.content?.html).not.toMatch(/<script|onclick/u);
    expect(record?.content?.text).toContain("DROP TABLE opinions");
    expect((await importInto(db, report.input)).unchanged).toBe(true);
  });
});

function bzip2(text: string): Buffer {
  return spawnSync("bzip2", ["-c"], { input: text, maxBuffer: 1e9 }).stdout;
}

async function* whole(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

describe("files of every compression", () => {
  test.each([
    [".gz", gzipSync],
    [".zst", zstdCompressSync],
    ...(bunzip2Program() === undefined ? [] : [[".bz2", bzip2] as const]),
  ] as const)("%s reads as the plain file", async (suffix, compress) => {
    const { openInput } = await import("../input/open.ts");
    const text = bulkCsv(inventedBulkTables(300, 400).opinions);
    const path = join(await newDirectory(), `opinions.csv${suffix}`);
    await writeFile(path, compress(text));
    const input = openInput(path);
    let read = "";
    for (let next = await input.chunks.next(); next.done !== true; next = await input.chunks.next()) {
      read += next.value.toString("latin1");
    }
    expect(read).toBe(Buffer.from(text).toString("latin1"));
    expect(input.bytesTaken()).toBeGreaterThan(0);
  });

  test.skipIf(bunzip2Program() === undefined)(
    "bzip2 without its program falls to JavaScript, and tells damage",
    async () => {
      const { bunzip2 } = await import("../input/bunzip2.ts");
      const packed = bzip2("one line\n".repeat(50_000));
      const read = async (bytes: Buffer): Promise<number> => {
        let length = 0;
        for await (const chunk of bunzip2(whole(bytes), null)) length += chunk.length;
        return length;
      };
      expect(await read(packed)).toBe(450_000);
      await expect(read(packed.subarray(0, packed.length - 40))).rejects.toThrow();
    },
  );
});

async function failure(promise: Promise<unknown>): Promise<OnpointError> {
  const thrown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (thrown instanceof OnpointError) return thrown;
  throw new Error(`not the error expected: ${String(thrown)}`);
}

describe("bad input", () => {
  const store = { open: newDatabase };

  test.each([
    [".gz", gzipSync],
    [".zst", zstdCompressSync],
  ] as const)(
    "a truncated %s file: what stands before the end is kept, and the whole file completes it",
    async (suffix, compress) => {
      const db = await store.open();
      const tables = inventedBulkTables(400, 600);
      const directory = await bulkDirectory({ ...tables, opinions: { ...tables.opinions, rows: [] } });
      const path = join(directory, `opinions-2024-06-30.csv${suffix}`);
      const packed = compress(bulkCsv(tables.opinions));
      await writeFile(path, packed.subarray(0, Math.floor(packed.length * 0.6)));
      const error = await failure(importInto(db, directory));
      expect(error).toMatchObject({ code: "corrupt", hint: expect.stringContaining("fetch it again") as string });
      expect(error.message).toContain(`opinions-2024-06-30.csv${suffix}`);
      const kept = await sql<{ n: number }>`select count(*) as n from opinions`.execute(db);
      expect(kept.rows[0]?.n).toBeGreaterThan(0);
      await writeFile(path, packed);
      const report = await importInto(db, directory);
      expect(report).toMatchObject({ resumed: true, counts: { rejected: 0, decisions: { added: 400 } } });
      const all = await sql<{ n: number }>`select count(*) as n from opinions`.execute(db);
      expect(all.rows[0]?.n).toBe(533);
    },
  );

  test("a missing column is named before anything is written", async () => {
    const db = await store.open();
    const tables = inventedBulkTables(3);
    const columns = tables.opinions.columns.filter((column) => column !== "cluster_id");
    const error = await failure(
      importInto(db, await bulkDirectory({ ...tables, opinions: { ...tables.opinions, columns } })),
    );
    expect(error.message).toBe("opinions-2024-03-31.csv lacks the column cluster_id");
    expect((await digestOfRecords(db))["clusters"]).toMatch(/^0 /u);
  });

  test("a table of opinions without any text column", async () => {
    const db = await store.open();
    const tables = inventedBulkTables(1);
    const columns = ["id", "type", "cluster_id"];
    const error = await failure(
      importInto(db, await bulkDirectory({ ...tables, opinions: { ...tables.opinions, columns } })),
    );
    expect(error.message).toContain("no column with text");
  });

  test("a directory with nothing in it, one that is not there, and files that are something else", async () => {
    const db = await store.open();
    const directory = await newDirectory();
    expect(await failure(importInto(db, directory))).toMatchObject({ code: "invalid_input" });
    expect(await failure(importInto(db, join(directory, "nowhere")))).toMatchObject({ code: "not_found" });
    await writeFile(join(directory, "opinion-clusters-2024-03-31.csv"), Buffer.from("id,docket_id\n", "utf16le"));
    await writeFile(join(directory, "opinions-2024-03-31.csv"), "");
    expect((await failure(importInto(db, directory))).message).toContain("UTF-8");
  });

  test("two files of one kind and date are refused, older ones passed over", async () => {
    const db = await store.open();
    const directory = await bulkDirectory(inventedBulkTables(3));
    await writeBulkFiles(directory, inventedBulkTables(2), { date: "2023-12-31" });
    expect((await importInto(db, directory)).counts.decisions.added).toBe(3);
    await writeBulkFiles(
      directory,
      { clusters: inventedBulkTables(2).clusters },
      { suffix: ".gz", compress: gzipSync },
    );
    const error = await failure(importInto(db, directory));
    expect(error.message).toContain("opinion-clusters-2024-03-31.csv, opinion-clusters-2024-03-31.csv.gz");
  });

  test("bad rows are left out, each with place, reason and what would work", async () => {
    const db = await store.open();
    const tables = inventedBulkTables(12);
    const broken = changed(
      changed(
        changed(changed(tables, "dockets", { 0: { court_id: "nyds" }, 1: { court_id: null } }), "clusters", {
          2: { date_filed: "1899-02-30" },
          3: { date_filed: "last week" },
          4: { docket_id: "777" },
        }),
        "citations",
        { 20: { cluster_id: "eleven" } },
      ),
      "opinions",
      { 15: { cluster_id: "4040" } },
    );
    const report = await importInto(db, await bulkDirectory(broken));
    const rejects = await rejectsOf(report);
    expect(
      rejects.map(({ file, source_id, reason }) => `${String(file)} ${String(source_id)} ${String(reason)}`),
    ).toEqual([
      "citations-2024-03-31.csv 22 bad_row",
      "opinion-clusters-2024-03-31.csv 1 unknown_court",
      "opinion-clusters-2024-03-31.csv 2 no_court",
      "opinion-clusters-2024-03-31.csv 4 bad_date",
      "opinion-clusters-2024-03-31.csv 5 no_court",
      "opinions-2024-03-31.csv 10 no_decision",
      "opinions-2024-03-31.csv 20 no_decision",
      "opinions-2024-03-31.csv 40 no_decision",
      "opinions-2024-03-31.csv 50 no_decision",
      "opinions-2024-03-31.csv 121 no_decision",
    ]);
    expect(rejects[1]).toMatchObject({ row: 1, line: 2, hint: expect.stringContaining("nysd") as string });
    expect(report.counts.rejected).toBe(rejects.length);
    expect(report.rejected[0]).toEqual({ reason: "no_decision", count: 5 });
    const lowered = await db.selectFrom("clusters").selectAll().where("source_id", "=", "3").executeTakeFirst();
    expect(lowered).toMatchObject({ date_filed: "1899-02-01", date_precision: "month" });
    const again = await importInto(db, report.input);
    expect(again).toMatchObject({ unchanged: true, counts: { rejected: rejects.length } });
    expect(again.rejectFile).not.toBe(report.rejectFile);
  });

  test("without dockets or citations, decisions come as far as they can, and held ones lose nothing", async () => {
    const { clusters, opinions, citations, dockets } = inventedBulkTables(5);
    const db = await store.open();
    const cited = {
      ...citations,
      rows: citations.rows.map((row) => (row["id"] === "2" ? { ...row, reporter: "U.S." } : row)),
    };
    const poor = await importInto(db, await bulkDirectory({ clusters, opinions, citations: cited }));
    expect(poor.notes.join()).toContain("no dockets file");
    expect(poor.counts).toMatchObject({ decisions: { added: 1 }, rejected: 4 + 5 });
    expect(poor.rejected).toContainEqual({ reason: "no_court", count: 4 });

    const given = await importInto(db, await bulkDirectory({ clusters, opinions }), { courtId: "ca2" });
    expect(given.counts).toMatchObject({ decisions: { added: 4, unchanged: 1 }, rejected: 0 });

    const full = await bulkDirectory({ clusters, opinions, citations, dockets });
    expect((await importInto(db, full)).counts.decisions).toMatchObject({ updated: 5 });
    const before = await digestOfRecords(db);
    expect((await importInto(db, await bulkDirectory({ clusters, opinions }))).unchanged).toBe(true);
    expect(await digestOfRecords(db)).toMatchObject({
      clusters: before["clusters"] ?? "",
      cluster_citations: before["cluster_citations"] ?? "",
    });
  });

  test("opinions alone are added to decisions that are held", async () => {
    const { clusters, dockets, opinions } = inventedBulkTables(5);
    const db = await store.open();
    expect((await importInto(db, await bulkDirectory({ clusters, dockets }))).notes.join()).toContain("without text");
    const report = await importInto(db, await bulkDirectory({ opinions }));
    expect(report.counts).toMatchObject({ opinions: { added: 6 }, rejected: 0 });
  });

  test("stopping by a signal keeps what is committed, and the next run goes on", async () => {
    const db = await store.open();
    const directory = await bulkDirectory(inventedBulkTables(600, 1500));
    const stop = new AbortController();
    const stopped = importInto(db, directory, {
      signal: stop.signal,
      onProgress: ({ phase, rows }) => {
        if (phase === "importing" && rows > 600) stop.abort();
      },
    });
    await expect(stopped).rejects.toThrow(/abort/iu);
    const report = await importInto(db, directory);
    expect(report).toMatchObject({
      resumed: true,
      counts: { decisions: { added: 600 }, opinions: { added: 800 }, rejected: 0 },
    });
  });

  test("two imports of one input at once: nothing is done twice, and the records are whole", async () => {
    const db = await store.open();
    const directory = await bulkDirectory(inventedBulkTables(300, 900));
    const outcomes = await Promise.allSettled([importInto(db, directory), importInto(db, directory)]);
    // The other is refused, or came late enough to find everything done or only the run left to be ended.
    const told = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
    expect(told.length).toBeGreaterThan(0);
    for (const { counts } of told) expect(counts.decisions.added + counts.decisions.unchanged).toBe(300);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: "conflict" });
    }
    const again = await importInto(db, directory);
    expect(again).toMatchObject({
      unchanged: true,
      counts: { decisions: { unchanged: 300 }, opinions: { unchanged: 400 } },
    });
  });

  test("progress tells bytes, rows and rate, and ends at the whole", async () => {
    const db = await store.open();
    const told: { done_bytes: number; total_bytes: number; rows: number; raw_mb_per_s: number }[] = [];
    const report = await importInto(db, await bulkDirectory(inventedBulkTables(50, 100)), {
      onProgress: (progress) => {
        if (progress.phase === "importing") told.push(progress);
      },
    });
    expect(told.at(-1)?.done_bytes).toBe(told.at(-1)?.total_bytes);
    expect(told.at(-1)?.rows).toBe(report.counts.rows);
    expect(told.every(({ raw_mb_per_s }) => raw_mb_per_s > 0)).toBe(true);
  });
});

test("a full disk stops the import with what is committed, and room lets it go on", async () => {
  const db = await newDatabase();
  const directory = await bulkDirectory(inventedBulkTables(400, 1200));
  await sql`pragma max_page_count = 300`.execute(db);
  await expect(importInto(db, directory)).rejects.toMatchObject({ code: "storage_full" });
  await sql`pragma max_page_count = 1000000`.execute(db);
  const report = await importInto(db, directory);
  expect(report).toMatchObject({ resumed: true, counts: { decisions: { added: 400 }, opinions: { added: 533 } } });
});
