import { Writable } from "node:stream";
import { pino } from "pino";
import { expect, test } from "vitest";
import { ask, startServer } from "./real-server.ts";

type Line = Readonly<Record<string, unknown>>;

test("every request is one line with its id, and no line holds a key, a token or a body", async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const server = await startServer({ metricsToken: "the-metrics-token" }, {}, pino({ level: "debug" }, sink));
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
  await ask(server, `/${encodeURIComponent('\n{"level":60,"msg":"forged"}')}`);
  await server.stop();

  const requests = lines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === "request");
  expect(requests.map(({ route, status }) => [route, status])).toEqual([
    ["/v1/citations/check", 200],
    ["/v1/me", 200],
    ["unmatched", 401],
    ["/metrics", 200],
    ["/v1/search", 400],
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
  ]) {
    expect(all).not.toContain(secret);
  }
  expect(lines.every((line) => line.endsWith("\n") && line.indexOf("\n") === line.length - 1)).toBe(true);
});
