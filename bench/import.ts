import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { silentLogger } from "#base/log.ts";
import { openRecords } from "#schema/open.ts";
import { runImport } from "#importers/importer.ts";
import { openInput } from "#importers/input/open.ts";
import type { ImportReport } from "#importers/report.ts";
import type { SourceName } from "#importers/sources.ts";
import { requireSharedData, SHARED_DATA } from "../test/real/shared-data.ts";
import { childrenCpu_s } from "./clock.ts";

/**
 * Import rate in MB of raw (decompressed) text a second, into SQLite, without indexing, and where the time goes.
 *
 *     node bench/import.ts [--save]
 *
 * Wall time depends on who else uses the machine; CPU time, of this process and of the decompressor, much less.
 * `--save` writes bench/import.json.
 */
const CASES: readonly { readonly source: SourceName; readonly path: string }[] = [
  { source: "courtlistener", path: join(SHARED_DATA, "courtlistener-bulk") },
  { source: "cap", path: join(SHARED_DATA, "cap.tar.gz") },
];
const TARGET_MB_PER_S = 8;

type Measured = {
  readonly source: SourceName;
  readonly raw_mb: number;
  readonly wall_s: number;
  readonly raw_mb_per_s: number;
  readonly cpu_s: { readonly process: number; readonly decompressor: number };
  /** The rate two free cores could reach: raw text by half of all CPU time. */
  readonly raw_mb_per_s_by_cpu: number;
  readonly resident_mb_max: number;
  readonly stages_s: Record<string, number>;
  readonly again_s: number;
};

function processCpu_s(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

async function measure({ source, path }: (typeof CASES)[number]): Promise<Measured> {
  const dataDir = await mkdtemp(join(tmpdir(), "onpoint-bench-"));
  const db = await openRecords({ dataDir });
  try {
    const importOnce = (): Promise<ImportReport> =>
      runImport({ source, paths: [path], db, dataDir, log: silentLogger });
    const before = { process: processCpu_s(), children: childrenCpu_s() };
    const report = await importOnce();
    const cpu_s = { process: processCpu_s() - before.process, decompressor: childrenCpu_s() - before.children };
    const again = await importOnce();
    if (!again.unchanged) throw new Error("the second import changed something");
    const raw_mb = report.counts.raw_bytes / 1e6;
    const wall_s = report.elapsed_ms / 1000;
    const { times } = report;
    return {
      source,
      raw_mb: rounded(raw_mb),
      wall_s: rounded(wall_s),
      raw_mb_per_s: rounded(raw_mb / wall_s),
      cpu_s: { process: rounded(cpu_s.process), decompressor: rounded(cpu_s.decompressor) },
      raw_mb_per_s_by_cpu: rounded(raw_mb / ((cpu_s.process + cpu_s.decompressor) / 2)),
      resident_mb_max: Math.round(process.resourceUsage().maxRSS / 1024),
      stages_s: Object.fromEntries(
        Object.entries(times)
          .filter(([name]) => name.endsWith("_ms"))
          .map(([name, ms]) => [name.replace(/_ms$/u, ""), rounded(ms / 1000)]),
      ),
      again_s: rounded(again.elapsed_ms / 1000),
    };
  } finally {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** What decompression alone takes: the floor of an import from bzip2 on one core. */
async function decompress_s(path: string): Promise<number> {
  const started_ms = performance.now();
  const { chunks } = openInput(path);
  let next = await chunks.next();
  while (next.done !== true) next = await chunks.next();
  return (performance.now() - started_ms) / 1000;
}

/** Each source is measured in a process of its own: memory and CPU time are its alone. */
function measureApart(source: SourceName): Measured {
  const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), source], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (child.status !== 0) throw new Error(`measuring ${source} ended with ${child.status}`);
  return JSON.parse(child.stdout) as Measured;
}

async function main(): Promise<void> {
  requireSharedData();
  const results = CASES.map(({ source }) => measureApart(source));
  for (const { source, raw_mb, wall_s, raw_mb_per_s, cpu_s, resident_mb_max, ...more } of results) {
    console.log(`${source}: ${raw_mb} MB of raw text`);
    console.log(`  wall ${wall_s} s = ${raw_mb_per_s} MB/s (target ${TARGET_MB_PER_S} on 2 cores)`);
    console.log(`  CPU ${cpu_s.process} s here, ${cpu_s.decompressor} s decompressor`);
    console.log(`  two free cores could reach ${more.raw_mb_per_s_by_cpu} MB/s by CPU time`);
    console.log(`  resident memory at most ${resident_mb_max} MB; a second import takes ${more.again_s} s`);
    for (const [stage, seconds] of Object.entries(more.stages_s)) console.log(`    ${stage.padEnd(18)} ${seconds} s`);
  }
  const alone_s = rounded(await decompress_s(join(SHARED_DATA, "courtlistener-bulk/opinions-2026-06-30.csv.bz2")));
  const load = rounded(loadavg()[0] ?? 0);
  console.log(`opinions.csv.bz2 decompressed and thrown away: ${alone_s} s; load of the machine ${load}`);
  if (!process.argv.includes("--save")) return;
  const machine = { cores: availableParallelism(), node: process.version, load };
  const text = JSON.stringify({ machine, results, decompress_alone_s: alone_s }, null, 2);
  writeFileSync(new URL("import.json", import.meta.url), `${text}\n`);
}

const alone = CASES.find(({ source }) => source === process.argv[2]);
if (alone === undefined) await main();
else process.stdout.write(JSON.stringify(await measure(alone)));
