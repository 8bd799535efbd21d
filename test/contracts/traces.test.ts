import { once } from "node:events";
import { createServer } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { Writable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { loadSettings } from "#base/config/load.ts";
import { silentLogger } from "#base/log.ts";
import type { Logger } from "#base/log.ts";
import { TRACING_SETTINGS } from "#base/tracing/settings.ts";
import { startTracing } from "#base/tracing/start.ts";
import { inRequestSpan } from "#base/tracing/tracing.ts";
import { languageModel } from "#analysis/readers/model/provider.ts";
import { askEndpoint } from "#embedding/http/endpoint.ts";
import { Exchange } from "#index/opensearch/connection/exchange.ts";
import { exchange } from "#records/exchange/exchange.ts";
import { rerankService } from "#search/rerank/service.ts";
import { notedOf, startCollector } from "#test/trace-collector.ts";
import type { CollectedSpan, Collector } from "#test/trace-collector.ts";
import { ask, startServer } from "./real-server.ts";
import type { RealServer } from "./real-server.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const CALLER = "00f067aa0ba902b7";
const TRACEPARENT = `00-${TRACE}-${CALLER}-01`;

type Traced = Collector & {
  /** Ends tracing, which sends what waits. */
  readonly stop: () => Promise<void>;
  readonly named: (name: string) => CollectedSpan;
};

async function traced(settings: Record<string, string> = {}, log: Logger = silentLogger): Promise<Traced> {
  const collector = await startCollector();
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...settings };
  const stop = await startTracing(loadSettings(TRACING_SETTINGS, environment), "1.2.3", log);
  onTestFinished(async () => {
    await stop();
    await collector.close();
  });
  const named = (name: string): CollectedSpan => {
    const found = collector.spans.find((span) => span.name === name);
    if (found === undefined)
      throw new Error(`no span ${name} among ${collector.spans.map((one) => one.name).join(", ")}`);
    return found;
  };
  return { ...collector, stop, named };
}

async function served(): Promise<RealServer> {
  const server = await startServer();
  onTestFinished(async () => server.stop());
  return server;
}

test("a request goes on with its caller's trace, and the parts of a search hang below it", async () => {
  const { stop, named, spans, bodies } = await traced();
  const server = await served();
  const headers = { traceparent: TRACEPARENT, "X-Request-Id": "the-request" };
  const { status } = await ask(
    server,
    "/v1/search",
    { query: "negligen! W/10 privileged", mode: "keyword" },
    { headers },
  );
  expect(status).toBe(200);
  await stop();
  const request = named("POST /v1/search");
  expect(request).toMatchObject({ traceId: TRACE, parentSpanId: CALLER, kind: 2 });
  expect(notedOf(request)).toEqual({
    "http.request.method": "POST",
    "http.route": "/v1/search",
    "http.response.status_code": 200,
    "onpoint.request_id": "the-request",
    "onpoint.key_id": server.keyId,
  });
  const search = named("search");
  expect(search.parentSpanId).toBe(request.spanId);
  for (const part of ["read", "retrieve", "present"]) expect(named(part).parentSpanId).toBe(search.spanId);
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set([TRACE]));
  expect(bodies.join("")).not.toMatch(/negligen|privileged/u);
  expect(bodies.join("")).not.toContain(server.key);
});

test.each(["", "00-zz-00-01", `00-${"0".repeat(32)}-${CALLER}-01`, `ff-${TRACE}-${CALLER}-01`, "x".repeat(5000)])(
  "a traceparent that is none begins a trace of its own (%#)",
  async (traceparent) => {
    const { stop, named } = await traced();
    const server = await served();
    expect((await ask(server, "/v1/me", undefined, { headers: { traceparent } })).status).toBe(200);
    await stop();
    const span = named("GET /v1/me");
    expect(span.parentSpanId ?? "").toBe("");
    expect(span.traceId).not.toBe(TRACE);
  },
);

test("the call of a tool is a span of the message that made it, and says whether it failed", async () => {
  const { stop, spans, named } = await traced();
  const server = await served();
  const call = async (name: string, given: object) => {
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } };
    const headers = { Accept: "application/json, text/event-stream", traceparent: TRACEPARENT };
    return (await ask(server, "/mcp/v4", body, { headers })).text;
  };
  await call("search", { queries: [{ query: "privileged words", jurisdiction: "trial", states: ["California"] }] });
  await call("search", { queries: "none" });
  await stop();
  const calls = spans.filter(({ name }) => name === "tools/call search");
  expect(calls.map((span) => notedOf(span))).toEqual([
    { "gen_ai.tool.name": "search", "onpoint.tool.is_error": false },
    { "gen_ai.tool.name": "search", "onpoint.tool.is_error": true },
  ]);
  const messages = spans.filter(({ name }) => name === "POST /mcp/v4");
  expect(calls.map(({ parentSpanId }) => parentSpanId)).toEqual(messages.map(({ spanId }) => spanId));
  expect(messages.every(({ parentSpanId }) => parentSpanId === CALLER)).toBe(true);
  expect(named("retrieve").parentSpanId).toBe(calls[0]?.spanId);
});

test("probes are not traced, a failure is told of as one, and a request that nobody samples is not kept", async () => {
  const { stop, spans } = await traced();
  const server = await startServer({}, { search: { search: async () => Promise.reject(new Error("broken")) } });
  onTestFinished(async () => server.stop());
  await ask(server, "/healthz");
  await ask(server, "/v1/search", { query: "fraud" });
  await ask(server, "/v1/me", undefined, { headers: { traceparent: TRACEPARENT.replace(/01$/u, "00") } });
  await stop();
  const requests = spans.filter(({ kind }) => kind === 2);
  expect(requests.map(({ name, status }) => [name, status.code])).toEqual([["POST /v1/search", 2]]);
});

test("services that are asked in the course of a request are given the trace, and none without one", async () => {
  const { stop, spans } = await traced();
  const seen: IncomingHttpHeaders[] = [];
  const service = createServer((request, response) => {
    seen.push(request.headers);
    response.setHeader("Content-Type", "application/json");
    response.end('{"results":[]}');
  });
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  onTestFinished(() => void service.close());
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const signal = AbortSignal.timeout(10_000);
  const cluster = new Exchange({ connect_ms: 1000 });
  onTestFinished(() => cluster.close());
  const model = languageModel({ provider: "openai-compatible", url, model: "m", key: null } as never);
  const patience = { attempts: 1, timeout_ms: 5000, pause_ms: 1 };
  const asked: Record<string, () => Promise<unknown>> = {
    rerank: async () =>
      rerankService({ shape: "cohere", url, model: "m", key: undefined, timeout_ms: 5000 }).judge("q", ["t"], signal),
    embed: async () => askEndpoint({ url, model: "m", dimensions: 2, key: null }, ["t"], patience, signal),
    read: async () =>
      model.doGenerate({ prompt: [{ role: "user", content: [{ type: "text", text: "t" }] }], abortSignal: signal }),
    records: async () =>
      exchange({ url: new URL(url), method: "GET", headers: {}, timeout_ms: 5000, size_bytes_max: 1000 }),
    opensearch: async () => cluster.send(new URL(url), { method: "GET", path: "/", authorization: undefined, signal }),
  };
  // What they make of the answer is another test's matter.
  for (const one of Object.values(asked)) await one().catch(() => undefined);
  expect(seen.map(({ traceparent }) => traceparent)).toEqual(Object.keys(asked).map(() => undefined));
  seen.length = 0;
  await inRequestSpan("POST /v1/search", { traceparent: TRACEPARENT, tracestate: "vendor=1" }, async () => {
    for (const one of Object.values(asked)) await one().catch(() => undefined);
  });
  await stop();
  const clients = spans.filter(({ kind }) => kind === 3);
  expect(clients.map(({ name }) => name)).toEqual(Object.keys(asked));
  expect(seen.map(({ traceparent }) => traceparent)).toEqual(clients.map(({ spanId }) => `00-${TRACE}-${spanId}-01`));
  expect(new Set(seen.map(({ tracestate }) => tracestate))).toEqual(new Set(["vendor=1"]));
  expect(notedOf(clients[0]!)).toEqual({ "server.address": "127.0.0.1" });
});

test("a collector that takes nothing costs a line in the log, and a stop does not wait for it", async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const { stop } = await traced({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" }, pino({}, sink));
  for (let request = 0; request < 1200; request++) await inRequestSpan("GET /", {}, async () => undefined);
  await stop();
  await expect.poll(() => lines.length, { timeout: 15_000 }).toBe(1);
  expect(lines[0]).toContain("the collector of traces takes none; they are lost");
});

test("the settings bear OpenTelemetry's names, and the collector is told who speaks", async () => {
  const { stop, bodies, headers, spans } = await traced({
    OTEL_SERVICE_NAME: "legal-research",
    OTEL_EXPORTER_OTLP_HEADERS: "x-tenant=one, authorization=Bearer%20sesame",
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: "0",
  });
  await inRequestSpan("of nobody's trace", {}, async () => undefined);
  await inRequestSpan("of a caller's trace", { traceparent: TRACEPARENT }, async () => undefined);
  await stop();
  expect(spans.map(({ name }) => name)).toEqual(["of a caller's trace"]);
  expect(headers[0]).toMatchObject({ "x-tenant": "one", authorization: "Bearer sesame" });
  expect(bodies[0]).toContain("legal-research");
  for (const wrong of ["2", "x", "-1"]) {
    expect(() => loadSettings(TRACING_SETTINGS, { OTEL_TRACES_SAMPLER_ARG: wrong })).toThrow(/1 setting is wrong/u);
  }
  for (const wrong of ["sesame", "a b=1", "name=%zz"]) {
    expect(() => loadSettings(TRACING_SETTINGS, { OTEL_EXPORTER_OTLP_HEADERS: wrong })).toThrow(/1 setting is wrong/u);
  }
});
