import { afterEach, describe, expect, test } from "vitest";
import { newKeyText } from "#accounts/key-text.ts";
import { createKey, revokeKey } from "#accounts/keys.ts";
import { OPERATOR } from "#accounts/principal.ts";
import { ok } from "#base/result.ts";
import { ask, startServer } from "./real-server.ts";
import type { RealServer } from "./real-server.ts";

let server: RealServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

describe("requests per key", () => {
  test("are counted down, then refused with a time to come back", async () => {
    server = await startServer({ rateLimit: { perMinute: 60, burst: 3 } });
    const answers = [];
    for (let count = 0; count < 5; count += 1) answers.push(await ask(server, "/v1/me"));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 429, 429]);
    const [first, , , refused] = answers;
    expect(first?.headers.get("ratelimit-policy")).toBe('"key";q=3;w=3');
    expect(answers.map((answer) => answer.headers.get("ratelimit")?.split(";")[1])).toEqual([
      "r=2",
      "r=1",
      "r=0",
      "r=0",
      "r=0",
    ]);
    expect(refused?.headers.get("retry-after")).toBe("1");
    expect(refused?.json).toMatchObject({ code: "rate_limited", status: 429 });
  });

  test("are counted by the grant of whoever asks, where there is one", async () => {
    const keys = {
      verifyKey: async (presented: string) =>
        ok({
          ...OPERATOR,
          id: presented,
          limits: { requests: presented === "granted" ? { perMinute: 6, burst: 2 } : null },
        }),
    };
    server = await startServer({ rateLimit: { perMinute: 60, burst: 1 } }, { keys });
    const askAs = async (key: string): Promise<[number, string | null, string | null]> => {
      const { status, headers } = await ask({ origin: server?.origin ?? "", key }, "/v1/me");
      return [status, headers.get("ratelimit-policy"), headers.get("retry-after")];
    };
    expect(await askAs("granted")).toEqual([200, '"key";q=2;w=20', null]);
    expect(await askAs("granted")).toEqual([200, '"key";q=2;w=20', null]);
    expect(await askAs("granted")).toEqual([429, '"key";q=2;w=20', "10"]);
    expect(await askAs("another")).toEqual([200, '"key";q=1;w=1', null]);
    expect(await askAs("another")).toEqual([429, '"key";q=1;w=1', "1"]);
  });

  test("do not count for pages and probes", async () => {
    server = await startServer({ rateLimit: { perMinute: 1, burst: 1 } });
    for (let count = 0; count < 3; count += 1) expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
    expect((await ask(server, "/v1/me")).status).toBe(200);
  });
});

async function pageFrom(address: string): Promise<Response> {
  return fetch(`${server?.origin}/opinions/999999/x`, { headers: { "X-Forwarded-For": address } });
}

describe("pages of decisions per address", () => {
  test("are counted down, then refused with a time to come back; the API answers as ever", async () => {
    server = await startServer({ pageLimit: { perMinute: 60, burst: 2 } });
    const answers = [];
    for (let count = 0; count < 3; count += 1) answers.push(await pageFrom(`10.0.0.${count}`));
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 429]);
    expect(answers[0]?.headers.get("ratelimit-policy")).toBe('"address";q=2;w=2');
    expect(answers.map(({ headers }) => headers.get("ratelimit")?.split(";")[1])).toEqual(["r=1", "r=0", "r=0"]);
    expect(answers[2]?.headers.get("retry-after")).toBe("1");
    expect(await answers[2]?.json()).toMatchObject({ code: "rate_limited", error: expect.stringContaining("address") });
    expect((await ask(server, "/v1/me")).status).toBe(200);
  });

  test("take nothing from the unknown keys of the same address, and are the proxy's where it is trusted", async () => {
    server = await startServer({
      pageLimit: { perMinute: 1, burst: 1 },
      failedKeyLimit: { perMinute: 1, burst: 1 },
      trustProxy: true,
    });
    expect((await pageFrom("10.0.0.1")).status).toBe(404);
    expect((await pageFrom("10.0.0.1")).status).toBe(429);
    expect((await pageFrom("10.0.0.2")).status).toBe(404);
    const guess = { headers: { Authorization: "Bearer guess", "X-Forwarded-For": "10.0.0.1" } };
    expect((await ask(server, "/v1/me", undefined, guess)).status).toBe(401);
  });
});

describe("unknown keys per address", () => {
  test("are counted and refused after a few; a good key works from there, also one never used before", async () => {
    server = await startServer({ failedKeyLimit: { perMinute: 1, burst: 2 } });
    const running = server;
    const { key: unused } = await createKey(running.db, { name: "never seen before" });
    const statusWith = async (key: string): Promise<number> =>
      (await ask(running, "/v1/me", undefined, { headers: { Authorization: `Bearer ${key}` } })).status;
    expect(await statusWith(running.key)).toBe(200);
    const guesses = [newKeyText(), newKeyText(), newKeyText()];
    expect([await statusWith(guesses[0]!), await statusWith(guesses[1]!), await statusWith(guesses[2]!)]).toEqual([
      401, 401, 429,
    ]);
    expect(await statusWith(unused)).toBe(200);
    expect(await statusWith(running.key)).toBe(200);
  });

  test("a key that was good before is no guess: many hosts behind one address come with one that has ended", async () => {
    server = await startServer({ failedKeyLimit: { perMinute: 1, burst: 1 } });
    const running = server;
    const { key, record } = await createKey(running.db, { name: "ended" });
    await revokeKey(running.db, record.id);
    const statusWith = async (presented: string): Promise<number> =>
      (await ask(running, "/v1/me", undefined, { headers: { Authorization: `Bearer ${presented}` } })).status;
    expect([await statusWith(key), await statusWith(key), await statusWith(key)]).toEqual([401, 401, 401]);
    expect([await statusWith(newKeyText()), await statusWith(newKeyText())]).toEqual([401, 429]);
    expect(await statusWith(key)).toBe(401);
  });

  test("behind a trusted proxy the address is the one the proxy saw, and only then", async () => {
    for (const trustProxy of [true, false]) {
      server = await startServer({ failedKeyLimit: { perMinute: 1, burst: 1 }, trustProxy });
      const running = server;
      const guessFrom = async (address: string): Promise<number> =>
        (
          await ask(running, "/v1/me", undefined, {
            headers: { Authorization: "Bearer guess", "X-Forwarded-For": `9.9.9.9, ${address}` },
          })
        ).status;
      expect(await guessFrom("10.0.0.1")).toBe(401);
      expect(await guessFrom("10.0.0.2")).toBe(trustProxy ? 401 : 429);
      await server.stop();
      server = undefined;
    }
  });
});

describe("pages of other origins", () => {
  test("may call only when configured", async () => {
    server = await startServer({ corsOrigins: ["https://app.example"] });
    const preflight = async (origin: string): Promise<Response> =>
      fetch(`${server?.origin}/v1/search`, {
        method: "OPTIONS",
        headers: {
          Origin: origin,
          "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": "authorization,content-type",
        },
      });
    const allowed = await preflight("https://app.example");
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get("access-control-allow-origin")).toBe("https://app.example");
    expect(allowed.headers.get("access-control-allow-headers")?.toLowerCase()).toContain("authorization");
    expect((await preflight("https://evil.example")).headers.get("access-control-allow-origin")).toBeNull();
    const answer = await ask(server, "/v1/me", undefined, { headers: { Origin: "https://app.example" } });
    expect(answer.headers.get("access-control-expose-headers")).toContain("RateLimit");
    expect(answer.headers.get("access-control-allow-origin")).toBe("https://app.example");
  });
});
