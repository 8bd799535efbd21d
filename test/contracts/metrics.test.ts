import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pino } from "pino";
import { afterEach, expect, test } from "vitest";
import type { Logger } from "#base/log.ts";
import type { ServiceMeasures } from "#http/service-measures.ts";
import { ROOT } from "../house/source-files.ts";
import { CLIENTS } from "./mcp/clients.ts";
import { startServer } from "./real-server.ts";
import type { RealServer } from "./real-server.ts";

let server: RealServer | undefined;
afterEach(async () => server?.stop());

const MEASURES: ServiceMeasures = {
  behind: { opinions: 0, citator: 7 },
  indexes: { opinions: { documents: 51, size_bytes: 1000, damaged: 1 } },
  imports: { unfinished: 1, finished: 2 },
  spent: { used_usd: 3.1, held_usd: 0.5 },
};

const metricsOf = async ({ origin }: RealServer): Promise<string> => (await fetch(`${origin}/metrics`)).text();

function collected(): { readonly logger: Logger; readonly lines: () => Record<string, unknown>[] } {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  return { logger: pino(sink), lines: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

test("calls of tools are measured by tool and outcome, and the log line names them", async () => {
  const { logger, lines } = collected();
  server = await startServer({}, {}, logger);
  const client = await Object.values(CLIENTS)[0]?.(server, "/mcp/v4");
  const queries = [{ query: "negligence" }];
  await client?.call("search", { queries });
  const wrong = await client?.call("search", { queries: 12 });
  expect(wrong?.isError).toBe(true);
  await client?.call("a-name-of-the-callers-own", {}).catch(() => undefined);
  await client?.close();
  const text = await metricsOf(server);
  const calls = [...text.matchAll(/^onpoint_tool_calls_total\{(.+)\} (\d+)$/gmu)].map(([, labels]) => labels);
  const tools = lines().flatMap(({ tools: called }) => (called as unknown[] | undefined) ?? []);
  expect(calls.map((labels) => /tool="(.+?)",outcome="(.+?)"/u.exec(labels ?? "")?.slice(1))).toEqual(
    expect.arrayContaining([
      ["search", "error"],
      ["unknown", "error"],
    ]),
  );
  expect(text).not.toContain("callers-own");
  expect(text).toMatch(/^onpoint_tool_call_duration_seconds_count\{tool="search"\} 2$/mu);
  expect(tools).toEqual(expect.arrayContaining([{ tool: "search", is_error: true }]));
  expect(tools).toHaveLength(3);
});

test("what the records and indexes tell is measured, and nothing of it while they do not answer", async () => {
  let measures: ServiceMeasures | undefined = MEASURES;
  server = await startServer({}, { measures: async () => measures ?? Promise.reject(new Error("no records")) });
  const text = await metricsOf(server);
  for (const line of [
    'onpoint_projection_behind_changes{projection="citator"} 7',
    'onpoint_projection_behind_seconds{projection="opinions"} 0',
    'onpoint_index_documents{collection="opinions"} 51',
    'onpoint_index_damaged_parts{collection="opinions"} 1',
    'onpoint_imports{state="unfinished"} 1',
    'onpoint_spending_month_dollars{state="used"} 3.1',
  ]) {
    expect(text.split("\n")).toContain(line);
  }
  measures = undefined;
  expect(await metricsOf(server)).not.toMatch(/^onpoint_index_documents\{/mu);
});

test("the page for operators lists every measure with its labels, and no other", async () => {
  server = await startServer({}, { measures: async () => MEASURES });
  const page = readFileSync(join(ROOT, "docs/operating/measurements.md"), "utf8");
  const listed = new Map(
    [...page.matchAll(/^\| `(onpoint_\w+)` \| (\w+) \|/gmu)].map(([, name, type]) => [name, type]),
  );
  const text = await metricsOf(server);
  const served = new Map([...text.matchAll(/^# TYPE (onpoint_\w+) (\w+)$/gmu)].map(([, name, type]) => [name, type]));
  expect(served.size).toBeGreaterThan(20);
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(served));
});
