import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openRecords } from "#schema/open.ts";
import type { ImportReport } from "#importers/report.ts";
import { digestOfRecords } from "#test/importers/store-rows.ts";
import { BEGUN } from "./import-begun.ts";

const CHILD = fileURLToPath(new URL("import-child.ts", import.meta.url));

/** An import that was killed so often is let run to its end. */
const KILLS_A_STORE = 6;

/** What an import tells of itself at its end, of decisions or of laws. */
type AnyReport = Pick<ImportReport, "elapsed_ms" | "resumed" | "rejectFile"> & { readonly counts: object };
export type ChildReport<Report extends AnyReport = ImportReport> = Report & { readonly rss_max_kib: number };
export type Outcome = { readonly records: Record<string, string>; readonly rejects: string };

/**
 * Starts an import in a process of its own. `begun` comes when its code is loaded and nothing is done yet (also when it
 * ends before), `ended` gives its report, or undefined when it was killed.
 */
export function startImport<Report extends AnyReport = ImportReport>(
  dataDir: string,
  source: string,
  path: string,
): {
  readonly child: ChildProcess;
  readonly begun: Promise<void>;
  readonly ended: Promise<ChildReport<Report> | undefined>;
} {
  const child = spawn(process.execPath, [CHILD, dataDir, source, path], { stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let errors = "";
  const begun = new Promise<void>((resolve) => {
    child.stdout.once("data", () => resolve());
    child.once("close", () => resolve());
  });
  child.stdout.on("data", (part: Buffer) => (out += part.toString()));
  child.stderr.on("data", (part: Buffer) => (errors += part.toString()));
  const ended = new Promise<ChildReport<Report> | undefined>((resolve, reject) => {
    child.on("close", (status, signal) => {
      if (signal === "SIGKILL") resolve(undefined);
      else if (status === 0) resolve(JSON.parse(out.slice(BEGUN.length)) as ChildReport<Report>);
      else reject(new Error(`the import ended with ${status}: ${errors.slice(0, 2000)}`));
    });
  });
  return { child, begun, ended };
}

/** What an import leaves: every row of the records and the reject file. */
export async function outcomeIn(dataDir: string): Promise<Outcome> {
  const db = await openRecords({ dataDir });
  try {
    const names = await readdir(join(dataDir, "rejects")).catch((): string[] => []);
    const rejects = await Promise.all(names.map((name) => readFile(join(dataDir, "rejects", name), "utf8")));
    return { records: await digestOfRecords(db), rejects: rejects.join("") };
  } finally {
    await db.close();
  }
}

export type KillLoop<Report extends AnyReport = ImportReport> = {
  readonly uninterrupted: Outcome;
  readonly report: ChildReport<Report>;
  /** One for each import that was killed at least once and then ran to its end. */
  readonly interrupted: readonly {
    readonly kills: number;
    readonly outcome: Outcome;
    readonly report: ChildReport<Report>;
  }[];
  readonly kills: number;
};

/**
 * Imports once in peace, then again and again from nothing, killed with SIGKILL at random moments and taken up
 * again, until it has been killed `kills_wanted` times.
 */
export async function killLoop<Report extends AnyReport = ImportReport>(
  source: string,
  path: string,
  kills_wanted: number,
): Promise<KillLoop<Report>> {
  return inNewDirectory(async (peaceDir) => {
    const peaceful = startImport<Report>(peaceDir, source, path);
    await peaceful.begun;
    const began_ms = performance.now();
    const report = await peaceful.ended;
    const took_ms = performance.now() - began_ms;
    if (report === undefined) throw new Error("nobody was to kill this one");
    const uninterrupted = await outcomeIn(peaceDir);
    const interrupted: KillLoop<Report>["interrupted"][number][] = [];
    let kills = 0;
    while (kills < kills_wanted) {
      const finished = await inNewDirectory((dir) => importThroughKills(dir, source, path, { report, took_ms }));
      kills += finished.kills;
      if (finished.kills > 0) interrupted.push(finished);
    }
    return { uninterrupted, report, interrupted, kills };
  });
}

async function importThroughKills<Report extends AnyReport>(
  dataDir: string,
  source: string,
  path: string,
  peaceful: { readonly report: ChildReport<Report>; readonly took_ms: number },
): Promise<KillLoop<Report>["interrupted"][number]> {
  for (let kills = 0; ; kills += 1) {
    const { child, begun, ended } = startImport<Report>(dataDir, source, path);
    await begun;
    // From its beginning, not from the start of the process: on a busy machine loading the code takes longer than the work.
    const moment_ms = Math.random() * peaceful.took_ms;
    const timer = kills < KILLS_A_STORE ? setTimeout(() => child.kill("SIGKILL"), moment_ms) : undefined;
    const report = await ended;
    clearTimeout(timer);
    if (report !== undefined) return { kills, report, outcome: await outcomeIn(dataDir) };
    // Killed after its last transaction, before it could say so: there is nothing left to take up.
    if (await isFinished(dataDir))
      return { kills: kills + 1, report: peaceful.report, outcome: await outcomeIn(dataDir) };
  }
}

async function isFinished(dataDir: string): Promise<boolean> {
  const db = await openRecords({ dataDir });
  try {
    const run = await db.selectFrom("import_runs").select("id").where("finished_at", "is not", null).executeTakeFirst();
    return run !== undefined;
  } finally {
    await db.close();
  }
}

async function inNewDirectory<Value>(work: (directory: string) => Promise<Value>): Promise<Value> {
  const directory = await mkdtemp(join(tmpdir(), "onpoint-kill-"));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
