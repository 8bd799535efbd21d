import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { OnpointError } from "#base/errors.ts";
import { configurationPage, loadConfig } from "./settings.ts";

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfig(environment);
  } catch (thrown) {
    if (thrown instanceof OnpointError) return thrown.faults.map((fault) => `${fault.path} ${fault.message}`);
    throw thrown;
  }
  return [];
}

describe("loadConfig", () => {
  test("without anything set, everything has a default", () => {
    const config = loadConfig({});
    expect(config.host).toBe("127.0.0.1");
    expect(config.port).toBe(8080);
    expect(config.databaseUrl).toBeNull();
    expect(config.corsOrigins).toEqual([]);
  });

  test("what tests are told is no setting, and the programs they start take no offence", () => {
    const given = { ONPOINT_TEST_SCREENSHOTS: "/pictures" };
    expect(loadConfig(given)).toEqual(loadConfig({}));
  });

  test("all faults are told at once, each with the name and what would be right", () => {
    const faults = faultsOf({
      ONPOINT_PORT: "80a",
      ONPOINT_API_URL: "http://x.example/v2",
      ONPOINT_LOG_LEVEL: "loud",
      ONPOINT_PROT: "1",
    });
    expect(faults).toEqual([
      "ONPOINT_PROT is not a setting; did you mean ONPOINT_PORT?",
      'ONPOINT_PORT must be a whole number from 0 to 65535 (got "80a")',
      'ONPOINT_API_URL must be an address ending in /v1 (got "http://x.example/v2")',
      'ONPOINT_LOG_LEVEL must be one of trace, debug, info, warn, error, silent (got "loud")',
    ]);
  });

  test("a fault in a secret does not repeat the secret", () => {
    const faults = faultsOf({ ONPOINT_DATABASE_URL: "mysql://user:hunter2@127.0.0.1/x" });
    expect(faults).toHaveLength(1);
    expect(faults[0]).not.toContain("hunter2");
  });

  test("the name under which people keep their key is none of ours, and no fault", () => {
    expect(faultsOf({ ONPOINT_KEY: "op_live_x" })).toEqual([]);
    expect(faultsOf({ ONPOINT_KEYS: "op_live_x" })).toHaveLength(1);
  });

  test("the file stands behind the environment", () => {
    const file = join(mkdtempSync(join(tmpdir(), "onpoint-config-")), "onpoint.env");
    writeFileSync(file, "# a comment\nONPOINT_PORT=9000\nONPOINT_HOST=127.0.0.2\n");
    const config = loadConfig({ ONPOINT_CONFIG: file, ONPOINT_PORT: "9100" });
    expect(config.port).toBe(9100);
    expect(config.host).toBe("127.0.0.2");
    expect(config.file).toBe(file);
  });

  test("a named file that is not there is a fault, not a silence", () => {
    expect(() => loadConfig({ ONPOINT_CONFIG: "/nowhere/onpoint.env" })).toThrow(/not there/u);
  });

  test.each([
    ["http://a.example/", "http://a.example"],
    ["https://a.example/law/", "https://a.example/law"],
  ])("a slash at the end of %s goes", (given, wanted) => {
    expect(loadConfig({ ONPOINT_BASE_URL: given }).baseUrl).toBe(wanted);
  });

  test("the reference page is the one in docs", () => {
    const page = readFileSync(new URL("../docs/operating/configuration.md", import.meta.url), "utf8");
    expect(page).toBe(configurationPage());
  });
});
