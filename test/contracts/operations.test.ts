import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { OnpointError } from "#base/errors.ts";
import { listen } from "#http/listen.ts";
import { ask, startServer } from "./real-server.ts";
import type { RealServer } from "./real-server.ts";

let server: RealServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const beingRepaired = async (): Promise<string> => {
  throw new Error("the index is being repaired");
};

/** A server whose search fails so. */
const failWith = async (thrown: unknown): Promise<RealServer> =>
  startServer({}, { search: { search: async () => Promise.reject(thrown) } });

describe("probes", () => {
  test("/healthz and /readyz answer without a key", async () => {
    server = await startServer();
    expect(await (await fetch(`${server.origin}/healthz`)).json()).toEqual({ status: "ok" });
    const ready = await fetch(`${server.origin}/readyz`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toEqual({
      status: "ready",
      checks: [{ name: "records", status: "ok", detail: "SQLite" }],
    });
  });

  test("/readyz is 503 and names what fails", async () => {
    server = await startServer({}, { checks: [{ name: "index", check: beingRepaired }] });
    const ready = await fetch(`${server.origin}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({
      status: "not ready",
      checks: [{ name: "index", status: "failed", detail: "the index is being repaired" }],
    });
  });
});

describe("/metrics", () => {
  test("counts requests by route, on loopback", async () => {
    server = await startServer();
    await ask(server, "/v1/me");
    await ask(server, `/${"x".repeat(300)}`);
    const text = await (await fetch(`${server.origin}/metrics`)).text();
    expect(text).toContain('onpoint_http_requests_total{method="GET",route="/v1/me",status="200"} 1');
    expect(text).toContain('onpoint_http_requests_total{method="GET",route="unmatched",status="404"} 1');
    expect(text).toContain('onpoint_http_request_duration_seconds_bucket{le="0.005",method="GET",route="/v1/me"}');
    expect(text).toContain("process_cpu_seconds_total");
  });

  test("not through a proxy, and with a token only to who has it", async () => {
    server = await startServer();
    const proxied = await fetch(`${server.origin}/metrics`, { headers: { "X-Forwarded-For": "8.8.8.8" } });
    expect(proxied.status).toBe(403);
    await server.stop();
    server = await startServer({ metricsToken: "the-metrics-token" });
    const statusWith = async (headers: Record<string, string>): Promise<number> =>
      (await fetch(`${server?.origin}/metrics`, { headers })).status;
    expect(await statusWith({})).toBe(401);
    expect(await statusWith({ Authorization: "Bearer wrong" })).toBe(401);
    expect(await statusWith({ Authorization: "Bearer the-metrics-token", "X-Forwarded-For": "8.8.8.8" })).toBe(200);
  });
});

describe("failures inside", () => {
  const search = { query: "negligence", mode: "keyword" };

  test("a defect is a 500 that tells nothing", async () => {
    server = await failWith(new Error("SELECT secret FROM /var/lib/onpoint"));
    const answer = await ask(server, "/v1/search", search);
    expect(answer.status).toBe(500);
    expect(answer.text).not.toMatch(/secret|SELECT|\/var\/lib|at .*\.ts/u);
    expect(answer.json["request_id"]).toBe(answer.headers.get("x-request-id"));
  });

  test.each([
    [new OnpointError("unavailable", "the index is being built"), 503, "unavailable"],
    [new OnpointError("storage_full", "no space on /dev/sda1"), 503, "unavailable"],
    [new OnpointError("corrupt", "segment 7 is damaged"), 500, "internal"],
    [new OnpointError("unsupported", "mode semantic is not offered", { hint: "ask for keyword" }), 501, "unsupported"],
    [
      new OnpointError("invalid_input", "unbalanced quotation mark at 3", {
        faults: [{ path: "query", message: "at 3" }],
      }),
      400,
      "malformed_query",
    ],
    [
      new OnpointError("invalid_input", "no such state", {
        faults: [{ path: "filters.states[0]", message: "Texxas" }],
      }),
      422,
      "invalid_input",
    ],
  ])("%s is %i", async (thrown, status, code) => {
    server = await failWith(thrown);
    const answer = await ask(server, "/v1/search", search);
    expect(answer.status).toBe(status);
    expect(answer.json["code"]).toBe(code);
    expect(answer.text).not.toContain("/dev/sda1");
    expect(answer.headers.has("retry-after")).toBe(status === 503);
  });
});

describe("a stop", () => {
  test("finishes what is in flight, says no to what comes after, and ends at the deadline", async () => {
    const held = Promise.withResolvers<void>();
    const inside = Promise.withResolvers<void>();
    const running = await startServer(
      {},
      {
        search: {
          search: async () => {
            inside.resolve();
            await held.promise;
            throw new OnpointError("unsupported", "the answer of the slow request");
          },
        },
      },
    );
    const slow = ask(running, "/v1/search", { query: "slow", mode: "keyword" });
    await inside.promise;
    const stopped = running.stop(20_000);
    await expect(connects(running.origin)).resolves.toBe(false);
    held.resolve();
    const answer = await slow;
    expect(answer.json["error"]).toBe("the answer of the slow request");
    expect(answer.headers.get("connection")).toBe("close");
    await stopped;
  });

  test("cuts a request that never ends", async () => {
    const inside = Promise.withResolvers<void>();
    const running = await startServer(
      {},
      {
        search: {
          search: async () => {
            inside.resolve();
            return new Promise<never>(() => undefined);
          },
        },
      },
    );
    const cut = ask(running, "/v1/search", { query: "endless", mode: "keyword" }).catch(() => "cut");
    await inside.promise;
    await running.stop(50);
    expect(await cut).toBe("cut");
  });

  test("a port in use is told as such", async () => {
    server = await startServer();
    const port = Number(new URL(server.origin).port);
    const app = { fetch: () => new Response(""), drain: () => undefined };
    await expect(listen(app, { host: "127.0.0.1", port })).rejects.toMatchObject({ code: "port_in_use" });
    await expect(listen(app, { host: "203.0.113.9", port: 0 })).rejects.toMatchObject({
      code: "invalid_configuration",
    });
  });
});

async function connects(origin: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    socket.on("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}
