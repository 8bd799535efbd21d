import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { OFFERS } from "#importers/fetch/offers.fixture.ts";
import { inventedBulkTables, writeBulkFiles } from "#test/importers/bulk-files.ts";
import { onpoint, serve, temporaryDirectory } from "../e2e/program.ts";
import type { Environment } from "../e2e/program.ts";

/**
 * The first hour of four people, command by command, on publishers' files that are a directory here (`--mirror`). Each
 * says at its end how many commands it took and how long.
 */
vi.setConfig({ testTimeout: 900_000 });

const MINUTE_MS = 60_000;

class Person {
  readonly #who: string;
  readonly #settings: Environment;
  readonly #begun_ms = performance.now();
  commands = 0;

  constructor(who: string, settings: Environment) {
    this.#who = who;
    this.#settings = settings;
  }

  /** A command that must end with this status; what it said. */
  async types(words: readonly string[], status = 0): Promise<string> {
    this.commands += 1;
    const { code, stdout, stderr } = await onpoint(this.#settings, words);
    expect(code, `${words.join(" ")}: ${stderr}`).toBe(status);
    return stdout + stderr;
  }

  /** Fails where it took more commands than it does today. */
  done(commandsMost: number): void {
    const minutes = (performance.now() - this.#begun_ms) / MINUTE_MS;
    process.stderr.write(`${this.#who}: ${this.commands} commands, ${minutes.toFixed(1)} minutes\n`);
    expect(this.commands).toBeLessThanOrEqual(commandsMost);
  }
}

async function mirrorOf(files: Readonly<Record<string, Buffer | string>>): Promise<string> {
  const mirror = await temporaryDirectory();
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(mirror, path)), { recursive: true });
    await writeFile(join(mirror, path), content);
  }
  return mirror;
}

async function asks(origin: string, key: string, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${origin}${path}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
    },
    body: JSON.stringify(body),
  });
  expect(response.status, path).toBe(200);
  return (await response.json()) as Record<string, unknown>;
}

const keyIn = (said: string): string => /op_live_\w+/u.exec(said)?.[0] ?? "";

const BUCKET = "com-courtlistener-storage.s3-us-west-2.amazonaws.com";

/** CourtListener's bucket with invented decisions, packed by the machine's own bzip2. */
async function bucket(): Promise<string> {
  const tables = inventedBulkTables(60);
  const folder = await temporaryDirectory();
  const bulk = join(folder, BUCKET, "bulk-data");
  await writeBulkFiles(bulk, tables);
  await writeFile(join(bulk, "courts-2024-03-31.csv"), "id,full_name,short_name,citation_string\n");
  const kinds = ["courts", "dockets", "citations", "opinion-clusters", "opinions"];
  const names = kinds.map((kind) => `${kind}-2024-03-31.csv`);
  await promisify(execFile)("bzip2", names, { cwd: bulk });
  const entries = names.map((name) => `<Contents><Key>bulk-data/${name}.bz2</Key><Size>1</Size></Contents>`);
  await writeFile(join(folder, BUCKET, "?list-type=2&prefix=bulk-data%2F"), `<List>${entries.join("")}</List>`);
  return folder;
}

test("a litigator has one state and its circuit, searches them and checks a brief", async () => {
  const folder = await temporaryDirectory();
  const dataDir = join(folder, "data");
  const settings = { ONPOINT_DATA_DIR: dataDir, ONPOINT_SAMPLE: "no" };
  const person = new Person("litigator", settings);
  const from = ["--mirror", await bucket(), "--to", join(folder, "bulk")];
  const plan = await person.types(["plan", "courtlistener", "--no-measure", ...from]);
  expect(plan).toContain("in 5 files");
  const courts = ["--courts", "cal,ca2", "--since", "1940"];
  const said = await person.types(["fetch", "courtlistener", ...courts, "--import", "--yes", ...from]);
  expect(said).toMatch(/\d+ of 60 decisions are of the chosen courts and days/u);
  const again = await person.types(["fetch", "courtlistener", ...courts, "--import", "--yes", ...from]);
  expect(again).toContain("Nothing has changed since the last import");
  const brief = join(folder, "brief.txt");
  await writeFile(brief, "See Nobody v. Someone, 977 U.S. 4000 (1999).");
  expect(await person.types(["cite", "check", brief], 1)).toContain("before you file");
  const server = await serve(settings);
  const page = await fetch(`${server.origin}/?q=referee`, { headers: { Accept: "text/html" } });
  expect(await page.text()).toMatch(/Results 1–\d+ of \d+/u);
  await server.stop();
  person.done(4);
});

test("a librarian has the U.S. Code, the C.F.R. and a code of her own state", async () => {
  const folder = await temporaryDirectory();
  const settings = { ONPOINT_DATA_DIR: join(folder, "data"), ONPOINT_SAMPLE: "no" };
  const person = new Person("librarian", settings);
  const wanted = ["usc", "ecfr", "dc-code"] as const;
  for (const name of wanted) {
    const { asked = [], files = {} } = OFFERS[name] ?? {};
    const from = ["--mirror", await mirrorOf(files), "--to", join(folder, name)];
    expect(await person.types(["fetch", name, ...asked, "--import", "--yes", ...from])).toContain("Downloaded to");
  }
  const key = keyIn(await person.types(["keys", "create", "--name", "library"]));
  const server = await serve(settings);
  for (const name of wanted) {
    const law = await asks(server.origin, key, "/v1/laws/get", { citation: OFFERS[name]?.cites });
    expect(JSON.stringify(law)).toContain("No troll shall toll");
  }
  await server.stop();
  person.done(4);
});

test("a developer makes a key, calls the API and the tools", async () => {
  const settings = { ONPOINT_DATA_DIR: join(await temporaryDirectory(), "data") };
  const person = new Person("developer", settings);
  const server = await serve(settings);
  const key = keyIn(await person.types(["keys", "create", "--name", "development"]));
  const found = await asks(server.origin, key, "/v1/search", { query: "9 Samp. 310" });
  expect(JSON.stringify(found)).toContain("Fallowell");
  const description = (await (await fetch(`${server.origin}/openapi.json`)).json()) as { readonly paths: object };
  expect(Object.keys(description.paths).length).toBeGreaterThan(10);
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call" };
  const params = { name: "search", arguments: { queries: [{ query: "9 Samp. 310" }] } };
  expect(JSON.stringify(await asks(server.origin, key, "/mcp", { ...call, params }))).toContain("Fallowell");
  await server.stop();
  person.done(1);
});

test("an operator sets a service up, backs it up, restores it and would upgrade it", async () => {
  const folder = await temporaryDirectory();
  const settings = { ONPOINT_CONFIG: join(folder, "onpoint.env") };
  const person = new Person("operator", settings);
  const setup = await onpoint({}, ["init", "--yes", "--dir", folder, "--service", "systemd"]);
  person.commands += 1;
  expect([setup.code, setup.stderr.includes("unexpected")]).toEqual([0, false]);
  expect(await readFile(join(folder, "onpoint.service"), "utf8")).toContain(`ReadWritePaths=${join(folder, "data")}`);
  const server = await serve(settings);
  expect(await person.types(["users", "first-owner"])).toContain("/first-owner");
  expect(await person.types(["backup", join(folder, "backup")])).toContain("Backed up 51 decisions");
  await server.stop();
  expect(await person.types(["db", "migrate", "--dry-run"])).toContain("up to date");
  const restored = { ...settings, ONPOINT_DATA_DIR: join(folder, "restored") };
  const elsewhere = new Person("operator, elsewhere", restored);
  expect(await elsewhere.types(["restore", join(folder, "backup")])).toContain("Restored 51 decisions");
  expect(await elsewhere.types(["db", "check"])).toContain("The records are whole.");
  expect(await person.types(["doctor"])).not.toContain("!!");
  person.commands += elsewhere.commands;
  person.done(7);
});
