import { request } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { onpoint, serve, temporaryDirectory } from "./program.ts";
import type { Environment, ServerProcess } from "./program.ts";

// Each test starts several processes, slowly on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const KEY = /op_live_\w+/u;

type Printed = { readonly url: string; readonly headers: [string, string][]; readonly body: string };

/** The command of the banner, as a shell would read it. */
function printedRequest(banner: string): Printed {
  const command = /curl -s (?<url>\S+) \\\n(?<rest>[\s\S]+?)\n\n/u.exec(banner)?.groups;
  const quoted = [...(command?.["rest"] ?? "").matchAll(/-(?<flag>[Hd]) '(?<value>[^']+)'/gu)];
  const headers = quoted.flatMap(({ groups }) =>
    groups?.["flag"] === "H" ? [groups["value"]!.split(": ") as [string, string]] : [],
  );
  const body = quoted.find(({ groups }) => groups?.["flag"] === "d")?.groups?.["value"] ?? "";
  return { url: command?.["url"] ?? "", headers, body };
}

describe("the first start and the second", () => {
  let settings: Environment;
  let first: ServerProcess;
  beforeAll(async () => {
    settings = { ONPOINT_DATA_DIR: join(await temporaryDirectory(), "data") };
    first = await serve(settings);
  });

  test("says where it listens, what it holds and where", () => {
    expect(first.said.stdout).toMatch(/listens on http:\/\/127\.0\.0\.1:\d+ \(ready in/u);
    expect(first.said.stdout).toMatch(/corpus +\d+ invented sample decisions/u);
    expect(first.said.stdout).toContain(settings["ONPOINT_DATA_DIR"]);
  });

  test("the printed command finds sample decisions with the printed key", async () => {
    expect(first.said.stdout).toMatch(KEY);
    const { url, headers, body } = printedRequest(first.said.stdout);
    const response = await fetch(url, { method: "POST", headers, body });
    expect(response.status).toBe(200);
    const { results } = (await response.json()) as { readonly results: readonly unknown[] };
    expect(results.length).toBeGreaterThan(0);
  });

  test("is healthy, ready, and tells how far the index and the citator are", async () => {
    expect((await fetch(`${first.origin}/healthz`)).status).toBe(200);
    const ready = await fetch(`${first.origin}/readyz`);
    const { status, checks } = (await ready.json()) as {
      readonly status: string;
      readonly checks: readonly { readonly name: string; readonly detail: string }[];
    };
    expect([ready.status, status]).toEqual([200, "ready"]);
    for (const name of ["index", "citator"])
      expect(checks.find((check) => check.name === name)?.detail).toBe("up to date");
  });

  test("a port that is taken is refused with the way out", async () => {
    const other = { ONPOINT_DATA_DIR: await temporaryDirectory(), ONPOINT_PORT: new URL(first.origin).port };
    const { code, stderr } = await onpoint({ ...other, ONPOINT_SAMPLE: "no" }, ["serve"]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/port \d+ on 127\.0\.0\.1 is taken[\s\S]*ONPOINT_PORT/u);
  });

  test("a second server on the data directory is refused, naming the first", async () => {
    const { code, stderr } = await onpoint({ ...settings, ONPOINT_PORT: "0" }, ["serve"]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/another server is running on this data directory \(process \d+, since/u);
  });

  test("SIGTERM finishes the request in flight and takes no other", async () => {
    const { url, headers, body } = printedRequest(first.said.stdout);
    const answered = Promise.withResolvers<{ status: number; text: string }>();
    const asked = request(url, { method: "POST", headers: Object.fromEntries(headers) }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => answered.resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.on("error", answered.reject);
    asked.write(body.slice(0, 10));
    await fetch(`${first.origin}/healthz`);
    const ended = first.stop("SIGTERM");
    await expect
      .poll(() =>
        fetch(`${first.origin}/healthz`).then(
          (one) => one.status,
          () => "refused",
        ),
      )
      .not.toBe(200);
    asked.end(body.slice(10));
    const { status, text } = await answered.promise;
    expect(status).toBe(200);
    expect(JSON.parse(text).results.length).toBeGreaterThan(0);
    expect((await ended).code).toBe(0);
  });

  test("a later start names the command that makes a key, and shows none", async () => {
    const second = await serve(settings);
    expect(second.said.stdout).toContain("npx onpoint keys create --name");
    const { code, stdout, stderr } = await second.stop("SIGINT");
    expect(code).toBe(0);
    expect(stdout + stderr).not.toMatch(KEY);
  });
});

test("no key is made where others can reach the server", async () => {
  const settings = { ONPOINT_DATA_DIR: await temporaryDirectory(), ONPOINT_SAMPLE: "no" };
  const server = await serve({ ...settings, ONPOINT_HOST: "0.0.0.0" });
  const { stdout } = await server.stop();
  expect(stdout).toContain("keys create --name");
  expect(stdout).not.toMatch(KEY);
  const { stdout: listed } = await onpoint(settings, ["keys", "list", "--json"]);
  expect(JSON.parse(listed)).toEqual([]);
});

test("a database from a newer version is refused and left alone", async () => {
  const dataDir = await temporaryDirectory();
  const settings = { ONPOINT_DATA_DIR: dataDir, ONPOINT_SAMPLE: "no", ONPOINT_PORT: "0" };
  await onpoint(settings, ["db", "migrate"]);
  const file = new DatabaseSync(join(dataDir, "records.sqlite"));
  file
    .prepare("INSERT INTO kysely_migration (name, timestamp) VALUES (?, ?)")
    .run("9999-later", "2040-01-01T00:00:00Z");
  file.close();
  for (const command of [["serve"], ["db", "check"], ["keys", "list"]]) {
    const { code, stderr } = await onpoint(settings, command);
    expect(code, command.join(" ")).toBe(2);
    expect(stderr).toMatch(/written by a newer program \(it has 9999-later\)[\s\S]*->/u);
  }
});
