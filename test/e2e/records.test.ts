import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { onpoint, onpointJson, temporaryDirectory } from "./program.ts";

// Each step is a process, which starts slowly on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

test("the account of the records system is entered, shown without secrets, sealed anew and removed", async () => {
  const dataDir = join(await temporaryDirectory(), "data");
  const key = (await onpoint({}, ["records", "credentials", "key"])).stdout.trim();
  const other = (await onpoint({}, ["records", "credentials", "key"])).stdout.trim();
  const settings = { ONPOINT_DATA_DIR: dataDir, ONPOINT_RECORDS_KEY: key };
  const set = ["records", "credentials", "set", "--login", "the-firm", "--one-time-codes"];
  const without = await onpoint({ ONPOINT_DATA_DIR: dataDir }, set, "a password of ours\nGEZDGNBVGY3TQOJQ\n");
  expect(without.code).toBe(2);
  expect(without.stderr).toContain("there is no key to encrypt the account with");
  const bad = await onpoint(settings, set, "a password of ours\nnot-base32!\n");
  expect(bad.code).toBe(2);
  expect(bad.stderr).toContain("the secret of the one-time codes is not base32");
  const entered = await onpoint(settings, set, "a password of ours\nGEZDGNBVGY3TQOJQ\n");
  expect(entered.code).toBe(0);
  const shown = await onpoint(settings, ["records", "credentials", "show"]);
  expect(shown.stdout).toMatch(/^unused \(entered \d{4}-\d{2}-\d{2}, sealed with key [0-9a-f]{8}\)$/mu);
  const rotated = await onpoint({ ...settings, ONPOINT_RECORDS_KEY: `${other}\n${key}` }, [
    "records",
    "credentials",
    "rotate",
  ]);
  expect(rotated.stderr).toContain("older keys can go");
  for (const { stdout, stderr } of [bad, entered, shown, rotated])
    expect(stdout + stderr).not.toMatch(/a password of ours|GEZDGNBV|the-firm|not-base32!/u);
  expect((await onpoint(settings, ["records", "credentials", "remove"])).stderr).toContain("Removed.");
});

test("prices, queue, charges and open purchases are told", async () => {
  const settings = { ONPOINT_DATA_DIR: join(await temporaryDirectory(), "data") };
  const quoted = await onpoint(settings, ["records", "quote", "document", "--pages", "4"]);
  expect(quoted.stdout).toMatch(/^document: at most \$0\.\d\d \(4 pages by the page; \$0\.1\d a page\)$/mu);
  expect((await onpoint(settings, ["records", "quote", "transcript"])).stdout).toContain(
    "has no most until its pages are known",
  );
  expect((await onpoint(settings, ["records", "quote", "novel"])).code).toBe(2);
  expect(await onpointJson(settings, ["records", "queue"])).toEqual([]);
  expect((await onpoint(settings, ["records", "ledger", "--from", "2026-01-01"])).stdout).toBe(
    "billed_at,account,court,description,criteria,pages,amount,purchase,told_by\n",
  );
  expect(await onpointJson(settings, ["records", "statement", "--day", "2026-11-23"])).toEqual({
    quarter: "2026-Q4",
    charges: 0,
    pages: 0,
    accrued_cents: 0,
    waiver_cents: 3_000,
    owed_cents: 0,
  });
  expect(await onpointJson(settings, ["records", "open"])).toEqual([]);
  const settle = await onpoint(settings, ["records", "settle", "0123456789abcdef", "--nothing"]);
  expect(settle.stderr).toContain("no purchase 0123456789abcdef is asking or received");
  const archive = await onpoint(settings, ["records", "archive", "nysd", "1:24-cv-01234"]);
  expect(archive.stderr).toContain("the public archive is switched off");
});
