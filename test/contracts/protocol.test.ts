import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newKeyText } from "#accounts/key-text.ts";
import { createKey, revokeKey } from "#accounts/keys.ts";
import { problem } from "#contracts/http-v1/schema/problem.ts";
import { ask, startServer } from "./real-server.ts";
import type { RealServer } from "./real-server.ts";

let server: RealServer;
beforeAll(async () => {
  server = await startServer({ failedKeyLimit: { perMinute: 60_000, burst: 1000 } });
});
afterAll(async () => server.stop());

/** The status of a request whose address goes out as it stands. */
async function statusOfRaw(path: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const { hostname, port } = new URL(server.origin);
  const headers = { Authorization: `Bearer ${server.key}` };
  const asked = httpRequest({ hostname, port, path, headers, agent: false }, (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  });
  asked.on("error", reject).end();
  return promise;
}

describe("addresses that are not written plainly", () => {
  test.each(["/docs/../v1/me", "/docs/%2e%2E/v1/me", "/v1/./me", "/v1/%6de", "//v1/me", "/v1//me", "/v1%2Fme"])(
    "%s is none",
    async (path) => {
      expect(await statusOfRaw(path)).toBe(404);
    },
  );

  test.each(["/v1/me", "/v1/me?path=/../x//%2e", "/healthz"])("%s is one", async (path) => {
    expect(await statusOfRaw(path)).toBe(200);
  });
});

describe("keys", () => {
  const refused: readonly (readonly [string, (key: string) => string | undefined, string])[] = [
    ["no header", () => undefined, 'Bearer realm="onpoint"'],
    ["another scheme", () => "Basic dXNlcjpwYXNz", 'error="invalid_token"'],
    ["an unknown key", () => "Bearer nobody", 'error="invalid_token"'],
    ["a key of our form that was never made", () => `Bearer ${newKeyText()}`, 'error="invalid_token"'],
    ["two keys", (key) => `Bearer ${key} ${key}`, 'error="invalid_token"'],
    ["a key cut in two", (key) => `Bearer ${key.slice(0, 20)} ${key.slice(20)}`, 'error="invalid_token"'],
    ["the key without the scheme", (key) => key, 'error="invalid_token"'],
    ["nothing after the scheme", () => "Bearer", 'error="invalid_token"'],
    ["a very long key", (key) => `Bearer ${key.repeat(100)}`, 'error="invalid_token"'],
    ["SQL", () => "Bearer '/**/or/**/1=1--", 'error="invalid_token"'],
  ];

  test.each(refused)("%s: 401 with a challenge", async (_name, header, challenge) => {
    const authorization = header(server.key);
    const response = await fetch(
      `${server.origin}/v1/me`,
      authorization === undefined ? {} : { headers: { Authorization: authorization } },
    );
    expect(response.status).toBe(401);
    expect(response.headers.get("www-authenticate")).toContain(challenge);
    const body = problem.parse(await response.json());
    expect(body.code).toBe("unauthorized");
    expect(JSON.stringify(body)).not.toContain(server.key);
  });

  test("a revoked key is refused in the same words as an unknown one", async () => {
    const { key, record } = await createKey(server.db, { name: "soon revoked" });
    await revokeKey(server.db, record.id);
    const answers = [];
    for (const each of [key, newKeyText()]) {
      answers.push(
        await ask(server, "/v1/me", undefined, {
          headers: { Authorization: `Bearer ${each}`, "X-Request-Id": "the-same-id" },
        }),
      );
    }
    expect(answers.map((answer) => answer.status)).toEqual([401, 401]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
  });

  test("the scheme's case does not matter", async () => {
    expect(
      (await ask(server, "/v1/me", undefined, { headers: { Authorization: `bearer ${server.key}` } })).status,
    ).toBe(200);
  });

  test("a key without account has its own id and no subscription", async () => {
    expect((await ask(server, "/v1/me")).json).toEqual({ userId: server.keyId, subscriptionStatus: "active" });
  });
});

describe("bodies", () => {
  const URL_PATH = "/v1/opinions/get";

  test.each([
    ["an empty body", "", "the body is empty"],
    ["white space", "  \n", "the body is empty"],
    ["half an object", '{"citations": ["1 Samp. 1"', "the body is not JSON: "],
    ["a trailing comma", '{"citations": ["1 Samp. 1",]}', "the body is not JSON: Unexpected token ']'"],
    ["two documents", "{} {}", "at position 3"],
    ["NaN", '{"page": NaN}', "the body is not JSON: Unexpected token 'N'"],
  ])("%s: 400", async (_name, body, error) => {
    const answer = await ask(server, URL_PATH, body);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: "malformed_json", error: expect.stringContaining(error) });
  });

  test.each([
    ['{"citations": ["1 Samp. 1"], "citations": ["2 Samp. 2"]}', "citations"],
    ['{"docket": {"number": "1", "number": "2", "court_id": "x"}}', "docket.number"],
    [`{"${"k".repeat(1000)}": 1, "${"k".repeat(1000)}": 2}`, `${"k".repeat(80)}…`],
  ])("a key given twice: 422 with the key", async (body, path) => {
    const answer = await ask(server, URL_PATH, body);
    expect(answer.status).toBe(422);
    expect(answer.json).toMatchObject({ code: "invalid_input", error: `${path}: is given twice` });
    expect(answer.json["errors"]).toEqual([{ path, message: "is given twice" }]);
  });

  test("bytes that are not UTF-8: 400", async () => {
    const answer = await ask(server, URL_PATH, undefined, {
      method: "POST",
      body: Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x7d]),
    });
    expect(answer.json).toMatchObject({ status: 400, error: "the body is not UTF-8 text" });
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json; charset=latin1",
    "application/jsonx",
  ])("content type %s: 415", async (type) => {
    const answer = await ask(server, URL_PATH, "{}", { headers: { "Content-Type": type } });
    expect(answer.status).toBe(415);
    expect(answer.json["code"]).toBe("unsupported_media_type");
  });

  test.each([
    "application/json",
    "application/json;charset=UTF-8",
    'Application/JSON; charset="utf-8"',
    "application/vnd.firm+json",
  ])("content type %s is read", async (type) => {
    expect(
      (await ask(server, URL_PATH, { citations: ["1 Samp. 1"] }, { headers: { "Content-Type": type } })).status,
    ).toBe(200);
  });

  test("a byte order mark is not part of the JSON", async () => {
    expect((await ask(server, URL_PATH, `\ufeff{"citations":["1 Samp. 1"]}`)).status).toBe(200);
  });

  test("a compressed body is refused by name", async () => {
    const answer = await ask(server, URL_PATH, "{}", { headers: { "Content-Encoding": "gzip" } });
    expect(answer.json).toMatchObject({ status: 415, error: "compressed bodies are not read" });
  });

  test("a declared 50 MB is refused before any of it is sent", async () => {
    const head = `POST /v1/opinions/get HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\nContent-Type: application/json\r\nContent-Length: ${50 * 1024 * 1024}\r\n\r\n`;
    const answer = await rawAnswer(head);
    expect(answer).toContain("HTTP/1.1 413");
    expect(answer).toContain('"code":"too_large"');
    expect(answer.toLowerCase()).toContain("connection: close");
  });

  test.each([
    ["declared", true],
    ["in chunks", false],
  ])("a client that sends 6 MB (%s) before it reads has its answer", async (_name, isDeclared) => {
    const size_bytes = 6 * 1024 * 1024;
    const frame = isDeclared ? `Content-Length: ${size_bytes}` : "Transfer-Encoding: chunked";
    const head = `POST /v1/opinions/get HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${server.key}\r\nContent-Type: application/json\r\n${frame}\r\n\r\n`;
    const body = "x".repeat(size_bytes);
    const answer = await rawAnswer(
      isDeclared ? head + body : `${head}${size_bytes.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    );
    expect(answer).toContain("HTTP/1.1 413");
    expect(answer).toContain('"code":"too_large"');
  });

  test("400,000 characters are read however they are written", async () => {
    const body = `{"text":"${"\\u00a7".repeat(400_000)}"}`;
    expect((await ask(server, "/v1/citations/check", body)).status).toBe(200);
    expect((await ask(server, "/v1/citations/check", `{"text":"${"\\u00a7".repeat(400_001)}"}`)).status).toBe(422);
  });

  test("50 MB in chunks are cut off after the first", async () => {
    const chunk = "x".repeat(64 * 1024);
    let sent_bytes = 0;
    const status = await new Promise<number | undefined>((resolve) => {
      const request = httpRequest(server.origin + URL_PATH, {
        method: "POST",
        headers: { Authorization: `Bearer ${server.key}`, "Content-Type": "application/json" },
      });
      let answered: number | undefined;
      request.on("response", (response) => {
        answered = response.statusCode;
        response.resume();
        resolve(answered);
      });
      request.on("error", () => resolve(answered));
      const pump = (): void => {
        if (answered !== undefined || sent_bytes >= 50 * 1024 * 1024 || request.destroyed) return;
        sent_bytes += chunk.length;
        if (request.write(chunk)) setImmediate(pump);
        else request.once("drain", pump);
      };
      pump();
    });
    expect(status).toBe(413);
    expect(sent_bytes).toBeLessThan(20 * 1024 * 1024);
  });
});

describe("addresses and methods", () => {
  test.each([
    ["GET", "/v1/opinions/get", "POST"],
    ["PUT", "/v1/search", "POST"],
    ["POST", "/v1/me", "GET, HEAD"],
    ["DELETE", "/v1/court/list", "GET, HEAD"],
    ["POST", "/healthz", "GET, HEAD"],
    ["OPTIONS", "/v1/me", "GET, HEAD"],
  ])("%s %s: 405 and what is allowed", async (method, path, allow) => {
    const answer = await ask(server, path, undefined, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe(allow);
    expect(answer.json["code"]).toBe("method_not_allowed");
  });

  test.each(["/v1", "/v1/", "/v1/opinion/get", "/v2/search", "/", "/v1/%00", "/..%2f..%2fetc/passwd", "/v1/search/"])(
    "%s: 404",
    async (path) => {
      const answer = await ask(server, path);
      expect(answer.status).toBe(404);
      expect(problem.parse(answer.json).code).toBe("not_found");
    },
  );

  test("an unknown address of the API is not told without a key", async () => {
    expect((await fetch(`${server.origin}/v1/nowhere`)).status).toBe(401);
  });
});

describe("what every answer carries", () => {
  test("a request id, timings and the security headers", async () => {
    const { headers } = await ask(server, "/v1/opinions/get", { citations: ["1 Samp. 1"] });
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/u);
    expect(headers.get("server-timing")).toMatch(
      /^key;dur=[\d.]+, lookup;dur=[\d.]+, read;dur=[\d.]+, total;dur=[\d.]+$/u,
    );
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("strict-transport-security")).toContain("max-age");
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });

  test.each([
    ["from-the-caller.1", true],
    ["short", false],
    ["with space and more", false],
    ["x".repeat(65), false],
    ['"}{"level":60,"msg":"forged', false],
  ])("the request id %j is taken over: %s", async (given, isTaken) => {
    const { headers } = await ask(server, "/v1/me", undefined, { headers: { "X-Request-Id": given } });
    expect(headers.get("x-request-id") === given).toBe(isTaken);
  });

  test("HEAD is GET without the body", async () => {
    const answer = await ask(server, "/v1/court/list", undefined, { method: "HEAD" });
    expect(answer.status).toBe(200);
    expect(answer.text).toBe("");
    expect(answer.headers.get("etag")).not.toBeNull();
  });
});

describe("GET /court/list", () => {
  test("lists every court and need not be sent twice", async () => {
    const first = await ask(server, "/v1/court/list");
    expect((first.json["courts"] as unknown[]).length).toBeGreaterThan(400);
    const etag = first.headers.get("etag") ?? "";
    expect((await ask(server, "/v1/court/list", undefined, { headers: { "If-None-Match": etag } })).status).toBe(304);
    expect(
      (await ask(server, "/v1/court/list", undefined, { headers: { "If-None-Match": `"other", ${etag}` } })).status,
    ).toBe(304);
    expect((await ask(server, "/v1/court/list", undefined, { headers: { "If-None-Match": '"other"' } })).status).toBe(
      200,
    );
  });
});

async function rawAnswer(text: string): Promise<string> {
  const { port } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(Number(port), "127.0.0.1", () => socket.write(text));
    socket.on("data", (data) => {
      answer += data.toString();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}
