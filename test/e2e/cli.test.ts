import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { docxOf } from "#briefs/brief-files.fixture.ts";
import { VERSION } from "../../bin/version.ts";
import { onpoint, onpointJson, temporaryDirectory } from "./program.ts";
import type { Environment } from "./program.ts";

// Each test starts several processes, slowly on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

let settings: Environment;
beforeAll(async () => {
  settings = { ONPOINT_DATA_DIR: join(await temporaryDirectory(), "data"), ONPOINT_PORT: "0" };
  const { code, stderr } = await onpoint(settings, ["sample", "load"]);
  expect(stderr).not.toContain("unexpected failure");
  expect(code).toBe(0);
});

describe("help", () => {
  test("is printed of the program, of a group of commands and of a command", async () => {
    for (const path of [[], ["keys"], ["keys", "revoke"]]) {
      const { code, stdout } = await onpoint({}, [...path, "--help"]);
      expect([code, stdout], path.join(" ")).toEqual([
        0,
        expect.stringContaining(["Usage: onpoint", ...path].join(" ")),
      ]);
    }
  });

  test("a wrong command or option is told, with status 2", async () => {
    const wrong = await onpoint({}, ["serv"]);
    expect([wrong.code, wrong.stdout]).toEqual([2, ""]);
    expect(wrong.stderr).toContain("Did you mean serve?");
    expect((await onpoint(settings, ["import", "westlaw", "x"])).stderr).toContain("known sources: ");
    expect((await onpoint(settings, ["keys", "create"])).code).toBe(2);
  });
});

test("an older Node runs the one that comes with the packages, and is told what to do where there is none", async ({
  skip,
}) => {
  const older = "/usr/bin/node";
  if (!existsSync(older)) skip("no other Node is installed");
  const run = promisify(execFile);
  const { stdout: version } = await run(older, ["--version"]);
  if (Number(/\d+/u.exec(version)?.[0]) >= 24) skip("the installed Node is new enough");
  const entry = resolve(import.meta.dirname, "../../bin/onpoint.mjs");
  expect((await run(older, [entry, "--version"])).stdout.trim()).toBe(VERSION);
  expect(await run(older, [entry, "serv"]).catch((thrown: { code: number }) => thrown)).toMatchObject({ code: 2 });
  const alone = join(await temporaryDirectory(), "onpoint.mjs");
  await cp(entry, alone);
  const failed = await run(older, [alone, "serve"]).catch((thrown: { code: number; stderr: string }) => thrown);
  expect(failed).toMatchObject({ code: 2 });
  expect(failed.stderr).toMatch(/needs Node 24 or newer[\s\S]*npm ci/u);
});

test("wrong settings are listed all at once", async () => {
  const wrong = {
    ONPOINT_PROT: "1",
    ONPOINT_PORT: "eighty",
    ONPOINT_RATE_LIMIT_BURST: "0",
    ONPOINT_NONSENSE_AT_ALL: "x",
  };
  const { code, stderr } = await onpoint(wrong, ["serve"]);
  expect(code).toBe(2);
  expect(stderr).toContain("4 settings are wrong");
  expect(stderr).toContain("ONPOINT_PROT: is not a setting; did you mean ONPOINT_PORT?");
  for (const name of Object.keys(wrong)) expect(stderr).toContain(`${name}: `);
});

describe("commands on a data directory without a server", () => {
  test("the sample is indexed when it is loaded", async () => {
    const status = await onpointJson<{ lag: number; indexed: number }>(settings, ["index", "status"]);
    expect(status.lag).toBe(0);
    expect(status.indexed).toBeGreaterThan(50);
    const verified = await onpointJson<{ blocks: { faults: unknown[] }; records: { ok: boolean } }>(settings, [
      "index",
      "verify",
    ]);
    expect(verified).toMatchObject({ blocks: { faults: [] }, records: { ok: true } });
  });

  test("the index is built again to the same size, the citator too", async () => {
    const before = await onpointJson<{ indexed: number }>(settings, ["index", "status"]);
    expect(await onpointJson(settings, ["index", "rebuild", "--citator"])).toMatchObject({
      documents: before.indexed,
      skipped: 0,
    });
    expect(await onpointJson(settings, ["index", "status"])).toMatchObject({
      ...before,
      lag: 0,
      position: expect.any(Number),
      end: expect.any(Number),
      updatedAt: expect.any(String),
      laws: { lag: 0, updatedAt: expect.any(String) },
      filings: { lag: 0, updatedAt: expect.any(String) },
    });
  });

  test("the records are whole, and nothing is pending", async () => {
    expect(await onpointJson(settings, ["db", "check"])).toMatchObject({ ok: true, findings: [] });
    expect(await onpointJson(settings, ["db", "migrate", "--dry-run"])).toEqual({ applied: [], pending: [] });
    expect((await onpoint(settings, ["db", "migrate"])).stdout).toContain("up to date");
  });

  test("a stored text that was changed in the file is named", async () => {
    const data = join(await temporaryDirectory(), "data");
    await cp(settings["ONPOINT_DATA_DIR"] ?? "", data, { recursive: true });
    const changed = { ...settings, ONPOINT_DATA_DIR: data };
    const whole = await onpointJson<{ texts: { checked: number } }>(changed, ["db", "check", "--text"]);
    expect(whole).toMatchObject({ ok: true, findings: [], texts: { summed: 0 } });
    expect(whole.texts.checked).toBeGreaterThan(50);
    const file = new DatabaseSync(join(data, "records.sqlite"));
    const { opinion_id } = file.prepare("select opinion_id from opinion_texts limit 1").get() as { opinion_id: string };
    file.prepare("update opinion_texts set text = replace(text, 'the', 'teh') where opinion_id = ?").run(opinion_id);
    file.close();
    expect(await onpointJson(changed, ["db", "check"])).toMatchObject({ ok: true });
    const { code, stdout } = await onpoint(changed, ["db", "check", "--text"]);
    expect(code).toBe(4);
    expect(stdout).toContain("no longer what was written: 1");
    expect(stdout).toContain(opinion_id);
    expect((await onpoint(changed, ["db", "check", "--sum"])).stderr).toContain("onpoint db check --text --sum");
  });

  test("what is pending on a new directory is told and not applied", async () => {
    const empty = { ONPOINT_DATA_DIR: await temporaryDirectory() };
    const told = await onpointJson<{ applied: string[]; pending: string[] }>(empty, ["db", "migrate", "--dry-run"]);
    expect(told.applied).toEqual([]);
    expect(told.pending.length).toBeGreaterThan(0);
    expect(await onpointJson(empty, ["db", "migrate"])).toEqual({ applied: told.pending, pending: [] });
  });

  test("the doctor tells versions, sizes, lags and that no server answers", async () => {
    const { code, stdout } = await onpoint(settings, ["doctor"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/SQLite 3\.\d+/u);
    expect(stdout).toMatch(/index +follows the records/u);
    expect(stdout).toMatch(/dockets +\d+, of \d+ entries and \d+ filings, \d+ of them with their words/u);
    expect(stdout).not.toContain("!!");
  });

  test("the doctor names a record that is passed over, what is missing for it, and a job that was parked", async () => {
    const data = join(await temporaryDirectory(), "data");
    await cp(settings["ONPOINT_DATA_DIR"] ?? "", data, { recursive: true });
    const file = new DatabaseSync(join(data, "records.sqlite"));
    const held = file.prepare("select id, case_name from clusters limit 1").get() as { id: string; case_name: string };
    const note = file.prepare(
      "insert into unread_records values ('heads', 'decision', ?, 'reading it takes too long', '')",
    );
    note.run(held.id);
    const parked =
      "insert into jobs values ('nightly', 'nightly', 'null', 'parked', '', null, null, 8, 'no room', null, '2026-01-01')";
    file.exec(parked);
    file.close();
    const { code, stdout } = await onpoint({ ...settings, ONPOINT_DATA_DIR: data }, ["doctor"]);
    expect(code).not.toBe(0);
    expect(stdout).toMatch(/!! +decision passed over +/u);
    expect(stdout).toContain(`${held.case_name} (${held.id}): its record says only what its source says, because`);
    expect(stdout).toMatch(/!! +job nightly +failed 8 times in a row, last at 2026-01-01: no room; it is parked/u);
    const again = await onpoint({ ...settings, ONPOINT_DATA_DIR: data }, ["jobs", "retry"]);
    expect(again.stdout).toBe("To be tried again: nightly\n");
  });

  test("the doctor tells that PostgreSQL cannot be reached, and keeps its address to itself", async () => {
    const address = "postgres://someone:hush@127.0.0.1:1/nowhere";
    const { code, stdout, stderr } = await onpoint({ ...settings, ONPOINT_DATABASE_URL: address }, ["doctor"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/!! +records \(PostgreSQL\) +\S/u);
    expect(stdout + stderr).not.toContain("hush");
  });

  test("an import reports what came in, and the same again changes nothing", async () => {
    const file = join(await temporaryDirectory(), "two.jsonl");
    const good = {
      id: "1",
      court: "nysd",
      case_name: "Marlow v. Denby",
      opinions: [{ type: "lead", text: "Denied." }],
    };
    await writeFile(file, `${JSON.stringify(good)}\n{"id":"2"}\n`);
    const report = await onpointJson<{ counts: object; rejectFile: string }>(settings, ["import", "jsonl", file]);
    expect(report).toMatchObject({ counts: { decisions: { added: 1 }, rejected: 1 }, unchanged: false });
    expect(existsSync(report.rejectFile)).toBe(true);
    expect(await onpointJson(settings, ["import", "jsonl", file])).toMatchObject({ unchanged: true });
    expect(await onpointJson(settings, ["index", "status"])).toMatchObject({ lag: 0 });
  });

  test("text recognition that is not installed stops no import but of files that it may be needed for", async () => {
    const absent = `import { registerHooks } from "node:module";
      registerHooks({ resolve(name, context, next) { if (name.startsWith("tesseract.js")) throw new Error(name); return next(name, context); } });`;
    const file = join(await temporaryDirectory(), "one.jsonl");
    const opinions = [{ type: "lead", text: "Denied." }];
    await writeFile(file, JSON.stringify({ id: "1", court: "nysd", case_name: "Marlow v. Denby", opinions }));
    const without = {
      ONPOINT_DATA_DIR: await temporaryDirectory(),
      ONPOINT_TEXT_RECOGNITION: "yes",
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(absent)}`,
    };
    const refusal = "text recognition needs tesseract.js, not installed here";
    expect((await onpoint(without, ["import", "trial-filings", file])).stderr).toContain(refusal);
    expect(await onpointJson(without, ["import", "jsonl", file, "--no-index"])).toMatchObject({ unchanged: false });
  });

  test("an import of nothing is an error", async () => {
    const { code, stderr } = await onpoint(settings, ["import", "courtlistener", await temporaryDirectory()]);
    expect(code).not.toBe(0);
    expect(stderr).toContain("->");
  });

  test("an index left alone says that it is behind", async () => {
    const file = join(await temporaryDirectory(), "one.jsonl");
    const later = {
      id: "3",
      court: "nysd",
      case_name: "Odell v. Quist",
      opinions: [{ type: "lead", text: "Granted." }],
    };
    await writeFile(file, JSON.stringify(later));
    await onpointJson(settings, ["import", "jsonl", file, "--no-index"]);
    const { lag } = await onpointJson<{ lag: number }>(settings, ["index", "status"]);
    expect(lag).toBeGreaterThan(0);
    expect((await onpoint(settings, ["doctor"])).stdout).toMatch(
      /index +71 of 72 opinions, \d+ changes behind the records/u,
    );
  });
});

function paragraph(text: string | undefined): string {
  return `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
}

describe("cite check", () => {
  const BRIEF = [
    "The duty is settled. Ambrose v. Northgate Markets, Inc., 33 Samp. 2d 271 (Cal. Ct. App. 1993).",
    "So too Hollis v. Petrakis, 33 Samp. 2d 271 (Cal. Ct. App. 1993).",
    "See Ambrose v. Northgate Markets, Inc., 33 Samp. 2d 271 (Cal. Ct. App. 1971).",
    "Contra Nobody v. Someone, 977 Samp. 2d 4000 (Cal. 1999).",
    "And Doe v. Roe, 12 Zork. App. 345 (1980).",
  ].join("\n");
  type Row = {
    readonly text: string;
    readonly verdict: string;
    readonly reason: string;
    readonly matches: readonly { readonly case_name: string; readonly overall_treatment: string }[];
  };

  test("tells what is held, what differs, what is not held and what is no reporter", async () => {
    const file = join(await temporaryDirectory(), "brief.txt");
    await writeFile(file, BRIEF);
    const { code, stdout } = await onpoint(settings, ["cite", "check", file, "--json"]);
    const rows = JSON.parse(stdout) as Row[];
    expect(rows.map(({ verdict }) => verdict)).toEqual(["found", "differs", "differs", "not_held", "reporter_unknown"]);
    expect(rows[0]?.matches[0]).toMatchObject({ case_name: "Ambrose v. Northgate Markets, Inc." });
    expect(rows[1]?.reason).toContain("name");
    expect(rows[2]?.reason).toMatch(/year|date/u);
    expect(code).toBe(1);
  });

  test("a brief in which all agree ends with 0, read from standard input too", async () => {
    const { code, stdout } = await onpoint(settings, ["cite", "check", "-"], BRIEF.split("\n")[0]);
    expect(code).toBe(0);
    expect(stdout).toContain("Ambrose v. Northgate Markets");
    expect((await onpoint(settings, ["cite", "check", "-"], "No citation here.")).stdout).toContain("No citation");
  });

  test("a Word file is read with its notes, and the report holds what was found", async () => {
    const directory = await temporaryDirectory();
    const [file, report] = [join(directory, "brief.docx"), join(directory, "report.html")];
    const [first, second] = BRIEF.split("\n");
    const footnotes = `<w:footnote w:id="2">${paragraph(second)}</w:footnote>`;
    await writeFile(file, docxOf({ document: paragraph(first), footnotes }));
    const { code, stdout } = await onpoint(settings, ["cite", "check", file, "--html", report, "--json"]);
    expect((JSON.parse(stdout) as Row[]).map(({ verdict }) => verdict)).toEqual(["found", "differs"]);
    expect(code).toBe(1);
    const html = await readFile(report, "utf8");
    expect(html).toContain("Hollis v. Petrakis");
    expect(html).toContain("Ambrose v. Northgate Markets");
  });

  test("a file that is damaged is told, and ends with 2", async () => {
    const file = join(await temporaryDirectory(), "brief.pdf");
    await writeFile(file, "%PDF-1.7 and nothing more");
    const { code, stderr } = await onpoint(settings, ["cite", "check", file]);
    expect(stderr).toContain("brief.pdf is damaged");
    expect(code).toBe(2);
  });

  test("a file that is not there is told", async () => {
    const { code, stderr } = await onpoint(settings, ["cite", "check", "/nowhere/brief.txt"]);
    expect(code).toBe(2);
    expect(stderr).toContain("/nowhere/brief.txt is not there");
  });
});
