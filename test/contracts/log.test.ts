import { connect } from "node:net";
import { Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { expect, test } from "vitest";
import { OnpointError } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import { ask, startServer } from "./real-server.ts";

type Line = Readonly<Record<string, unknown>>;

function collected(): { readonly logger: Logger; readonly requests: () => Line[]; readonly lines: string[] } {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const requests = (): Line[] => lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === "request");
  return { logger: pino({ level: "debug" }, sink), requests, lines };
}

test("a client that leaves in the middle of its body is no failure of ours", async () => {
  const { logger, requests } = collected();
  const server = await startServer({}, {}, logger);
  const socket = connect(Number(new URL(server.origin).port), "127.0.0.1");
  const head = `POST /v1/opinions/get HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\nContent-Type: application/json\r\n`;
  socket.write(`${head}Content-Length: 500\r\n\r\n{"cit`);
  await sleep(200);
  socket.destroy();
  const chunked = connect(Number(new URL(server.origin).port), "127.0.0.1");
  chunked.write(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"cit\r\n`);
  await sleep(200);
  chunked.destroy();
  await expect.poll(requests).toHaveLength(2);
  await server.stop();
  for (const line of requests()) {
    expect(line).toMatchObject({ level: 30, status: 400, route: "/v1/opinions/get" });
    expect(line).not.toHaveProperty("err");
  }
});

test.each([
  ["a client that was cut by a stop", 50, 30],
  ["a client that waits for it", 60_000, 50],
])("a search that ends as unavailable, for %s", async (_name, deadline_ms, level) => {
  const { logger, requests } = collected();
  const inside = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<never>();
  const search = {
    search: async () => {
      inside.resolve();
      return ended.promise;
    },
  };
  const server = await startServer({}, { search }, logger);
  const asked = ask(server, "/v1/search", { query: "endless", mode: "keyword" }).catch(() => undefined);
  await inside.promise;
  const stopped = server.stop(deadline_ms);
  if (level === 30) await asked;
  ended.reject(new OnpointError("unavailable", "the search index is closed"));
  await stopped;
  await expect.poll(requests).toHaveLength(1);
  expect((await asked)?.status).toBe(level === 30 ? undefined : 503);
  expect(requests()[0]).toMatchObject({ level, status: 503, route: "/v1/search" });
  expect("err" in requests()[0]!).toBe(level === 50);
});

test("every request is one line with its id, and no line holds a key, a token or a body", async () => {
  const { logger, requests: requestLines, lines } = collected();
  const server = await startServer({ metricsToken: "the-metrics-token" }, {}, logger);
  await ask(
    server,
    "/v1/citations/check",
    { text: "privileged words" },
    { headers: { "X-Request-Id": "from-the-caller" } },
  );
  await ask(server, "/v1/me?key=in-the-address");
  await ask(server, "/v1/me", undefined, { headers: { Authorization: "Bearer a-mistyped-key" } });
  await ask(server, "/metrics", undefined, { headers: { Authorization: "Bearer the-metrics-token" } });
  await ask(server, "/v1/search", "not json at all");
  await ask(server, "/downloads/what-opens-a-download");
  await ask(server, `/${encodeURIComponent('\n{"level":60,"msg":"forged"}')}`);
  await server.stop();

  const requests = requestLines();
  expect(requests.map(({ route, status }) => [route, status])).toEqual([
    ["/v1/citations/check", 200],
    ["/v1/me", 200],
    ["/v1/me", 401],
    ["/metrics", 200],
    ["/v1/search", 400],
    ["/downloads/:token", 404],
    ["unmatched", 404],
  ]);
  expect(requests[0]).toMatchObject({ request_id: "from-the-caller", method: "POST", key_id: server.keyId });
  expect(requests[2]).not.toHaveProperty("key_id");
  const all = lines.join("");
  for (const secret of [
    server.key,
    "a-mistyped-key",
    "the-metrics-token",
    "privileged words",
    "not json",
    "in-the-address",
    "what-opens-a-download",
  ]) {
    expect(all).not.toContain(secret);
  }
  expect(lines.every((line) => line.endsWith("\n") && line.indexOf("\n") === line.length - 1)).toBe(true);
});

test.each([
  ["/v1/laws/search", { query: "privileged OR secret!" }],
  [
    "/mcp/v4",
    {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "search",
        arguments: { queries: [{ query: "privileged OR secret!", jurisdiction: "trial", states: ["California"] }] },
      },
    },
  ],
])("so is one of laws or filings (%s)", async (path, body) => {
  const { logger, lines } = collected();
  const server = await startServer({ slowRequest_ms: 0.001 }, { at: { embedsFilings: true } }, logger);
  const { status, text } = await ask(server, path, body, {
    headers: { Accept: "application/json, text/event-stream" },
  });
  await server.stop();
  expect(status, text).toBe(200);
  const slow = lines.map((line) => JSON.parse(line) as Line).find(({ msg }) => msg === "slow request");
  expect(slow).toMatchObject({ route: path, readings: expect.arrayContaining(["xxxxxxxxxx OR xxxxxx*"]) });
  const parts = (slow?.["parts"] ?? []) as { readonly name: string }[];
  expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining(["read", "retrieve", "present"]));
  expect(lines.join("")).not.toMatch(/privileged|secret/u);
});

test("a slow request is told of with its parts and the shape of its query, and none of its words", async () => {
  const { logger, lines } = collected();
  const server = await startServer({ slowRequest_ms: 1 }, {}, logger);
  await ask(server, "/v1/search", { query: "negligen! W/10 (privileged OR secret)", mode: "keyword" });
  await server.stop();
  const slow = lines.map((line) => JSON.parse(line) as Line).find(({ msg }) => msg === "slow request");
  expect(slow).toMatchObject({ level: 40, route: "/v1/search", readings: ["xxxxxxxx* W/10 (xxxxxxxxxx OR xxxxxx)"] });
  const parts = (slow?.["parts"] ?? []) as { readonly name: string }[];
  expect(parts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["key", "search", "read", "retrieve", "present"]),
  );
  expect(lines.join("")).not.toMatch(/privileged|secret|negligen/u);
});
