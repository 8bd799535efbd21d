import { Client as CurrentClient, SSEClientTransport as CurrentSse } from "@modelcontextprotocol/client";
import { Client as FormerClient } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport as FormerSse } from "@modelcontextprotocol/sdk/client/sse.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPERATOR } from "#accounts/principal.ts";
import { silentLogger } from "#base/log.ts";
import { mcpV4 } from "#contracts/mcp-v4/mcp-v4.ts";
import type { ServedContract } from "#mcp/tool.ts";
import { sseTransport } from "#mcp/transports/sse.ts";
import { ask, startServer } from "../real-server.ts";
import type { RealServer } from "../real-server.ts";

let server: RealServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(async () => server.stop());

const INFO = { name: "tests", version: "1" };
const ARGUMENTS = { query: "berthing fee", states: ["Avalon"] };

describe("the official clients over the older transport", () => {
  test("of the current generation", async () => {
    const client = new CurrentClient(INFO);
    const requestInit = { headers: { Authorization: `Bearer ${server.key}` } };
    await client.connect(new CurrentSse(new URL(`${server.origin}/mcp/v4/sse`), { requestInit }));
    expect((await client.listTools()).tools).toEqual(mcpV4.tools);
    expect(await client.callTool({ name: "searchLaws", arguments: ARGUMENTS })).not.toHaveProperty("isError", true);
    await client.close();
  });

  test("of the former one", async () => {
    const client = new FormerClient(INFO);
    const requestInit = { headers: { Authorization: `Bearer ${server.key}` } };
    await client.connect(new FormerSse(new URL(`${server.origin}/mcp/v4/sse`), { requestInit }));
    expect((await client.listTools()).tools).toEqual(mcpV4.tools);
    expect(await client.callTool({ name: "searchLaws", arguments: ARGUMENTS })).not.toHaveProperty("isError", true);
    await client.close();
  });
});

describe("a stream", () => {
  test("wants a key, is said to be deprecated, and takes messages of its own caller alone", async () => {
    expect((await ask(server, "/mcp/v4/sse", undefined, { headers: { Authorization: "" } })).status).toBe(401);
    const abort = new AbortController();
    const headers = { Authorization: `Bearer ${server.key}` };
    const stream = await fetch(`${server.origin}/mcp/v4/sse`, { headers, signal: abort.signal });
    expect(stream.headers.get("deprecation")).toBe("@1785196800");
    const first = new TextDecoder().decode((await stream.body!.getReader().read()).value);
    const endpoint = /data: (?<address>\S+)/u.exec(first)?.groups?.["address"] ?? "";
    expect(endpoint).toMatch(/^\/mcp\/v4\/message\?sessionId=[\w-]{36}$/u);
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
    expect((await ask(server, endpoint, ping)).status).toBe(202);
    expect((await ask(server, endpoint, { ping: true })).status).toBe(400);
    expect((await ask({ ...server, key: server.historicalKey }, endpoint, ping)).status).toBe(404);
    expect((await ask(server, "/mcp/v4/message?sessionId=x", ping)).status).toBe(404);
    abort.abort();
    await expect.poll(async () => (await ask(server, endpoint, ping)).status).toBe(404);
  });

  test("is one of few, ends when nobody uses it, and leaves nothing behind", async () => {
    const caller = { principal: OPERATOR, signal: new AbortController().signal };
    const served = { contract: mcpV4 } as ServedContract;
    const options = { served, version: "1", log: silentLogger, messageAddress: "/message" };
    const limits = { sessions_max: 3, sessionsOfCaller_max: 2, idle_ms: 20, keepAlive_ms: 5 };
    const transport = sseTransport(options, limits);
    const streams = [transport.open(caller), transport.open(caller)];
    expect(transport.open(caller).status).toBe(429);
    const texts = await Promise.all(streams.map(async (stream) => stream.text()));
    for (const text of texts) expect(text).toMatch(/^event: endpoint\ndata: \S+\n\n(?:: still here\n\n)*$/u);
    for (let at = 0; at < 1000; at += 1) {
      const opened = transport.open(caller);
      expect(opened.status).toBe(200);
      await opened.body!.cancel();
    }
  });
});
