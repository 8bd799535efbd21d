import { createWriteStream } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress } from "node:zlib";
import { expect, test } from "vitest";
import { bulkCsv, inventedBulkTables, writeBulkFiles } from "#test/importers/bulk-files.ts";
import { startImport } from "./kill-loop.ts";

/** It takes 480 to 550, as the collector comes in time or not; with the field of 200 MB held it would take more than this. */
const RESIDENT_MIB_MAX = 640;
const HUGE_FIELD_BYTES = 200e6;
const ROUNDS = 24;

/** Opinions by the thousand, many times over, with a field of 200 MB between them. */
function* opinionFile(): Generator<string> {
  const text = bulkCsv(inventedBulkTables(1000, 900).opinions);
  const header_chars = text.indexOf("\n") + 1;
  yield text;
  yield '"999001","","f","","020lead","';
  for (let sent_bytes = 0; sent_bytes < HUGE_FIELD_BYTES; sent_bytes += 1e6) yield "x".repeat(1e6);
  yield '","","","1"\n';
  // The same opinions again, each time with other words: all of them are cleaned and written anew.
  for (let round = 1; round < ROUNDS; round += 1)
    yield text.slice(header_chars).replaceAll("referee", `referee${round}`);
}

test("memory stays bounded over a large file with a field of 200 MB in it", { timeout: 900_000 }, async () => {
  const directory = await mkdtemp(join(tmpdir(), "onpoint-memory-"));
  const dataDir = await mkdtemp(join(tmpdir(), "onpoint-memory-"));
  try {
    const { clusters, dockets } = inventedBulkTables(1000);
    await writeBulkFiles(directory, { clusters, dockets });
    const file = createWriteStream(join(directory, "opinions-2024-03-31.csv.zst"));
    await pipeline(Readable.from(opinionFile()), createZstdCompress(), file);
    const report = await startImport(dataDir, "courtlistener", directory).ended;
    expect(report?.counts.raw_bytes).toBeGreaterThan(350e6);
    expect(report?.counts).toMatchObject({ decisions: { added: 1000 }, rejected: 1 });
    const [reject = ""] = (await readFile(report?.rejectFile ?? "", "utf8")).split("\n");
    expect(JSON.parse(reject)).toMatchObject({ row: 1334, source_id: "999001", reason: "bad_row" });
    expect((report?.rss_max_kib ?? Infinity) / 1024).toBeLessThan(RESIDENT_MIB_MAX);
  } finally {
    await rm(directory, { recursive: true, force: true });
    await rm(dataDir, { recursive: true, force: true });
  }
});
