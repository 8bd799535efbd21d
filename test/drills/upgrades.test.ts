import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { onpoint, search, serve, temporaryDirectory, until } from "#test/e2e/program.ts";
import type { Environment, ServerProcess } from "#test/e2e/program.ts";

vi.setConfig({ testTimeout: 900_000 });

const ROOT = resolve(import.meta.dirname, "../..");
const READY_MS_MAX = 300_000;
/** Programs of before: records and index alone; accounts, dockets, filings and vectors; the cluster. */
const COMMITS = ["2dc930b7", "c8890a8e", "95b85d50"] as const;

function isHere(commit: string): boolean {
  try {
    execFileSync("git", ["cat-file", "-e", `${commit}^{commit}`], { cwd: ROOT, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** The program as it was, with today's packages or, where these no longer fit, its own. */
async function programOf(commit: string): Promise<string> {
  const dir = await temporaryDirectory();
  execFileSync("sh", ["-c", 'git archive "$0" | tar -x -C "$1"', commit, dir], { cwd: ROOT });
  const entry = join(dir, "bin/onpoint.mjs");
  symlinkSync(join(ROOT, "node_modules"), join(dir, "node_modules"));
  if ((await onpoint({}, ["--help"], "", entry)).code === 0) return entry;
  unlinkSync(join(dir, "node_modules"));
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: dir, stdio: "ignore" });
  return entry;
}

const WORDS = ["bailment", "estoppel", "laches", "waiver", "easement", "subrogation", "novation", "replevin"];
const PLAIN = ["carrier", "goods", "notice", "damages", "contract", "landlord", "tenant", "statute", "jury", "verdict"];

function decision(number: number): object {
  const word = (at: number): string => PLAIN[(number * 31 + at * at * 7 + at) % PLAIN.length] ?? "";
  const prose = Array.from({ length: 300 }, (_, at) => word(at)).join(" ");
  const ruled = `We hold that ${WORDS[number % WORDS.length]} bars the ${word(number)}. See Alder v. Birch, ${(number % 90) + 1} Samp. ${number + 1} (1990).`;
  return {
    id: String(number),
    case_name: `Party${number} v. Other${number % 17}`,
    court: number % 2 === 0 ? "ca9" : "nysd",
    date_filed: `${1980 + (number % 40)}-05-06`,
    citations: [`${(number % 90) + 1} Samp. ${number}`],
    opinions: [{ type: "lead", text: `${ruled} ${prose}` }],
  };
}

/** Tables that are made of the others, or tell how far that has come; and what a server writes when it starts or is asked. */
const DERIVED = /^(?:projections|counters|indexed_opinions|citing_|citator_|treatment_|kysely_|sqlite_|sequences)/u;
const SERVED = /^(?:ledger|one_time_links|request_buckets|oauth_keys)$|^last_used/u;

/** Signing keys of applications: a newer program makes those of a kind that an older one had not, and keeps the others. */
function signingKeysOf(file: string): readonly unknown[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const isThere = db.prepare("select 1 from sqlite_schema where name = 'oauth_keys'").get() !== undefined;
    return isThere ? db.prepare("select id, purpose, value, created_at from oauth_keys order by id").all() : [];
  } finally {
    db.close();
  }
}

/**
 * Columns that newer rules work out anew from the others: keys of docket numbers, what is folded of sightings, and by which
 * rules heads were read.
 */
const MADE_ANEW: ReadonlySet<string> = new Set([
  "cases.docket_key",
  "case_dockets.docket_key",
  "clusters.reading_version",
  "dockets.coverage",
  "dockets.content_hash",
]);

/** By `table.column`: how many rows there are, and a sum over what they hold under which key. */
type Sums = Readonly<Record<string, string>>;

/** Of all columns, or of those that another state has. Lines of the outbox that came later are passed over. */
function sumsOf(file: string, before?: Sums): Sums {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const named = db.prepare("select name from sqlite_schema where type = 'table' order by name").all();
    const tables = named.map(({ name }) => String(name)).filter((name) => !DERIVED.test(name) && !SERVED.test(name));
    const sums = tables.flatMap((table) => {
      const lines = db.prepare(`select * from ${table} ${table === "outbox" ? `where seq <= ${LINES}` : ""}`).all();
      const columns = db.prepare(`select name, pk from pragma_table_info('${table}')`).all();
      const keys = columns.filter(({ pk }) => pk !== 0).map(({ name }) => String(name));
      return columns
        .map(({ name }) => String(name))
        .filter((name) => !SERVED.test(name) && (before === undefined || `${table}.${name}` in before))
        .map((name) => [`${table}.${name}`, `${lines.length} rows ${sumOf(lines, [...keys, name])}`] as const);
    });
    return Object.fromEntries(sums);
  } finally {
    db.close();
  }
}

/** Lines of the outbox that every directory here has before it is served by this program, and that nothing takes out. */
const LINES = 500;

function sumOf(lines: readonly Record<string, unknown>[], columns: readonly string[]): string {
  const told = lines.map((line) =>
    JSON.stringify(columns.map((name) => (line[name] instanceof Uint8Array ? [...line[name]] : line[name]))),
  );
  return createHash("sha256").update(told.toSorted().join("\n")).digest("hex");
}

const QUESTIONS = [...WORDS, "negligence", '"common carrier"', "bars W/5 notice", "verdict AND landlord"];

async function answersOf(server: ServerProcess, key: string): Promise<Record<string, readonly string[]>> {
  const answers: Record<string, readonly string[]> = {};
  for (const question of QUESTIONS) {
    const { status, names } = await search(server, key, question);
    expect(status, question).toBe(200);
    answers[question] = names.toSorted();
  }
  return answers;
}

async function totalsOf(server: ServerProcess, key: string): Promise<Record<string, number | undefined>> {
  const totals: Record<string, number | undefined> = {};
  for (const question of QUESTIONS) totals[question] = (await search(server, key, question)).totalOfAll;
  return totals;
}

/** Reads from outside again and again, as a viewer or a backup agent does. */
function readOutside(file: string): () => Promise<void> {
  const script = `import select, sqlite3, sys
while not select.select([sys.stdin], [], [], 0.05)[0]:
    db = sqlite3.connect(sys.argv[1], timeout=10)
    db.execute("select count(*) from clusters").fetchone()
    db.close()`;
  const child = spawn("python3", ["-c", script, file], { stdio: ["pipe", "ignore", "ignore"] });
  child.on("error", () => undefined);
  onTestFinished(() => void child.kill("SIGKILL"));
  const closed = once(child, "close");
  return async () => {
    child.stdin?.end();
    await closed.catch(() => undefined);
  };
}

describe("a data directory of an earlier program", () => {
  test.for(COMMITS)(
    "of %s is served by this one under load: nothing is lost, the same is found",
    async (commit, { skip }) => {
      if (!isHere(commit)) skip(`the commit ${commit} is not in this clone`);
      const entry = await programOf(commit);
      const dataDir = join(await temporaryDirectory(), "data");
      const settings: Environment = {
        ONPOINT_DATA_DIR: dataDir,
        ONPOINT_RATE_LIMIT_PER_MINUTE: "100000",
        ONPOINT_RATE_LIMIT_BURST: "100000",
      };
      const file = join(dataDir, "records.sqlite");
      const own = join(await temporaryDirectory(), "own.jsonl");
      writeFileSync(own, Array.from({ length: 240 }, (_, at) => JSON.stringify(decision(at + 1))).join("\n"));
      for (const args of [
        ["sample", "load"],
        ["import", "jsonl", own],
      ]) {
        const { code, stderr } = await onpoint(settings, args, "", entry);
        expect(code, stderr).toBe(0);
      }
      const made = await onpoint(settings, ["keys", "create", "--name", "Before"], "", entry);
      const key = /op_live_\w+/u.exec(made.stdout)?.[0] ?? "";
      const old = await serve(settings, entry);
      const before = { answers: await answersOf(old, key), totals: await totalsOf(old, key) };
      expect(Object.values(before.totals).filter((total) => (total ?? 0) > 0).length).toBeGreaterThan(8);
      // Killed, so that the log of the old program is there to be read by this one.
      await old.stop("SIGKILL");
      const held = sumsOf(file);
      const signing = signingKeysOf(file);
      expect(Object.keys(held).length).toBeGreaterThan(40);

      const endReading = readOutside(file);
      const server = await serve(settings);
      const statuses = new Set<number>();
      const over = new AbortController();
      onTestFinished(() => over.abort());
      const load = Promise.all(
        [0, 1].map(async (client) => {
          for (let at = client; !over.signal.aborted; at++) {
            statuses.add((await search(server, key, QUESTIONS[at % QUESTIONS.length] ?? "")).status);
          }
        }),
      );
      await until(async () => {
        const ready = await fetch(`${server.origin}/readyz`);
        const text = await ready.text();
        return ready.status === 200 && !text.includes("behind the records") ? true : undefined;
      }, READY_MS_MAX);
      over.abort();
      await load;
      await endReading();
      expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
      expect(await totalsOf(server, key)).toEqual(before.totals);
      expect(await answersOf(server, key)).toEqual(before.answers);
      expect((await server.stop()).code).toBe(0);

      expect(signingKeysOf(file)).toEqual(expect.arrayContaining([...signing]));
      const after = sumsOf(file, held);
      expect(Object.keys(after)).toEqual(Object.keys(held));
      const changed = Object.keys(held).filter((column) => after[column] !== held[column]);
      expect(changed.filter((column) => !MADE_ANEW.has(column))).toEqual([]);
      const check = await onpoint(settings, ["db", "check", "--text"]);
      expect([check.code, check.stdout]).toEqual([0, expect.stringContaining("The records are whole.")]);
    },
  );
});
