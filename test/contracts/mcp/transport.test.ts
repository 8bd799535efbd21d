import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LIMITS } from "#base/limits.ts";
import { TOOL_CONTRACTS } from "#contracts/contracts.ts";
import { request as httpRequest } from "node:http";
import { ask, startServer } from "../real-server.ts";
import type { RealServer } from "../real-server.ts";
import { CLIENTS } from "./clients.ts";

const ORIGIN = "https://app.example";
let server: RealServer;
beforeAll(async () => {
  server = await startServer({ corsOrigins: [ORIGIN] });
});
afterAll(async () => server.stop());

const ADDRESSES = new Map([
  ["/mcp", TOOL_CONTRACTS[0]!],
  ...TOOL_CONTRACTS.map((one) => [`/${one.name.replace("-", "/")}`, one] as const),
]);

const LIST = { jsonrpc: "2.0", id: 7, method: "tools/list" };
const post = async (address: string, body: unknown = LIST, headers: Record<string, string> = {}) =>
  ask(server, address, body, { headers });

describe.each([...ADDRESSES])("%s", (address, contract) => {
  test.each(Object.entries(CLIENTS))("%s is told the tools as they are frozen", async (_name, connect) => {
    const client = await connect(server, address);
    expect(await client.tools()).toEqual(contract.tools);
    expect(client.instructions).toBe(contract.instructions);
    await client.close();
  });

  test("serves the current protocol to those who ask for it, and the former one to those who open with it", async () => {
    const revisions = await Promise.all(
      Object.values(CLIENTS).map(async (connect) => {
        const client = await connect(server, address);
        await client.close();
        return client.revision;
      }),
    );
    expect(revisions).toEqual(["2026-07-28", "2025-11-25", "2025-11-25"]);
  });

  test("a slash at the end is the same address", async () => {
    const [plain, slashed] = await Promise.all([post(address), post(`${address}/`)]);
    expect(plain.status).toBe(200);
    expect(slashed.json).toEqual(plain.json);
  });

  test("without a key: 401 with a challenge that names no document", async () => {
    const { status, headers } = await post(address, LIST, { Authorization: "" });
    expect(status).toBe(401);
    expect(headers.get("www-authenticate")).toMatch(/^Bearer /u);
    expect(headers.get("www-authenticate")).not.toContain("resource_metadata");
  });

  test("a list of tools is small", () => {
    expect(JSON.stringify(contract.tools).length).toBeLessThan(20_000);
    for (const { title, description, annotations } of contract.tools) {
      expect(title).not.toBe("");
      expect(description.length).toBeGreaterThan(60);
      expect(Object.keys(annotations).toSorted()).toEqual([
        "destructiveHint",
        "idempotentHint",
        "openWorldHint",
        "readOnlyHint",
      ]);
    }
  });
});

describe("what stands before the tools", () => {
  test.each(["/mcp/v5", "/mcp/v", "/mcp/v04", "/mcp/4", "/mcp/V4"])("%s is none", async (address) => {
    expect((await post(address)).status).toBe(404);
  });

  test.each([undefined, "*/*", "application/json", "text/event-stream", "text/html"])("Accept: %s", async (accept) => {
    const { status, json, headers } = await post("/mcp", LIST, accept === undefined ? {} : { Accept: accept });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json");
    expect(json).toMatchObject({ id: 7, result: { tools: expect.any(Array) } });
  });

  test.each(["GET", "DELETE", "PUT"])("%s is refused, and said what is taken", async (method) => {
    const { status, headers } = await ask(server, "/mcp/v4", undefined, { method });
    expect(status).toBe(405);
    expect(headers.get("allow")).toBe("POST, OPTIONS");
  });

  test("a browser may ask whether it may", async () => {
    const preflight = { Origin: ORIGIN, "Access-Control-Request-Method": "POST", Authorization: "" };
    const { status, headers } = await ask(server, "/mcp/v4", undefined, { method: "OPTIONS", headers: preflight });
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe(ORIGIN);
    expect(headers.get("access-control-allow-headers")?.toLowerCase()).toContain("mcp-protocol-version");
    const refused = await post("/mcp/v4", LIST, { Origin: ORIGIN, Authorization: "" });
    expect(refused.headers.get("access-control-expose-headers")).toContain("WWW-Authenticate");
  });

  test.each(["https://evil.example", "null", "http://localhost:1"])("pages of %s are kept out", async (origin) => {
    expect((await post("/mcp/v4", LIST, { Origin: origin })).status).toBe(403);
  });

  test.each([
    ["law.example.org", 200],
    ["law.example.org:8443", 200],
    ["localhost", 200],
    ["[::1]:8080", 200],
    ["evil.example", 403],
    ["127.0.0.1.evil.example", 403],
  ])("called %s: %i", async (host, status) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const body = JSON.stringify(LIST);
    const headers = {
      Host: host,
      Authorization: `Bearer ${server.key}`,
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(body),
    };
    const { port } = new URL(server.origin);
    const asked = httpRequest(
      { hostname: "127.0.0.1", port, path: "/mcp/v4", method: "POST", headers, agent: false },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      },
    );
    asked.on("error", reject).end(body);
    expect(await promise).toBe(status);
  });

  test.each([
    ["", 400, -32_700],
    ["{", 400, -32_700],
    ["[]", 400, -32_600],
    ['"x"', 400, -32_600],
  ])("%j is no message", async (body, status, code) => {
    const answer = await post("/mcp/v4", body);
    expect([answer.status, (answer.json["error"] as { code: number }).code]).toEqual([status, code]);
  });

  test("a body of another type or beyond the limit is refused", async () => {
    expect((await post("/mcp/v4", LIST, { "Content-Type": "text/plain" })).status).toBe(415);
    const large = { ...LIST, params: { cursor: "x".repeat(LIMITS.request_body_bytes_max) } };
    expect((await post("/mcp/v4", large)).status).toBe(413);
  });

  test("requests are counted as they are over HTTP", async () => {
    const { headers } = await post("/mcp/v4");
    expect(headers.get("ratelimit-policy")).toContain('"key"');
  });
});

const call = async (name: string, args: unknown, address = "/mcp/v4") =>
  (await post(address, { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } })).json;

describe("calls that cannot be answered", () => {
  test("a tool that is none is named with those there are", async () => {
    expect(await call("findInOpinion", {})).toMatchObject({
      error: { code: -32_602, message: expect.stringContaining("no tool is called findInOpinion here; there are ") },
    });
  });

  test("a field that is none is named with the nearest", async () => {
    expect(await call("searchLaws", { query: "fraud", state: ["DC"] })).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: {
        isError: true,
        content: [
          {
            type: "text",
            text: "the arguments of searchLaws have faults: state: unknown field; did you mean states?",
          },
        ],
      },
    });
  });

  test.each([
    ["search", { queries: "fraud" }, '; call it with {"queries":[{"query":"…"}]}'],
    ["search", { query: "fraud" }, '; call it with {"queries":[{"query":"…"}]}'],
    ["searchLaws", {}, '; call it with {"query":"…"}'],
  ])("%s of %j: what would be of the right shape is shown", async (tool, args, shape) => {
    const { result } = (await call(tool, args)) as { result: { isError: boolean; content: { text: string }[] } };
    expect(result.isError).toBe(true);
    expect(result.content[0]?.text.endsWith(shape), result.content[0]?.text).toBe(true);
  });

  test.each([[[LIST, LIST]], [[LIST]], [[]]])(
    "a list of messages is refused, and none of it is answered: %j",
    async (body) => {
      const { status, json } = await post("/mcp/v4", body);
      expect(status).toBe(400);
      expect(json).toMatchObject({
        id: null,
        error: { code: -32_600, message: expect.stringContaining("one message") },
      });
    },
  );

  test("what fails inside is told in one sentence, and none of it gets out", async () => {
    const broken = await startServer(
      {},
      { search: { search: async () => Promise.reject(new Error("password=hunter2 at /srv/db")) } },
    );
    const answer = await ask(broken, "/mcp", {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "searchLaws", arguments: { query: "fraud" } },
    });
    await broken.stop();
    expect(answer.text).not.toContain("hunter2");
    expect(answer.json).toMatchObject({ result: { isError: true, content: [{ type: "text" }] } });
  });
});
