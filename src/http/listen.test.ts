import { connect } from "node:net";
import type { Socket } from "node:net";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { listen } from "./listen.ts";
import type { ListenAt, Listening } from "./listen.ts";
import { createMetrics } from "./metrics.ts";
import type { Metrics } from "./metrics.ts";

/** More than the system's buffers of both ends take in. */
const LARGE_BYTES = 32 * 1024 * 1024;
const BODY = new Uint8Array(LARGE_BYTES).fill(0x61);

let listening: Listening;
let metrics: Metrics;
const clients: Socket[] = [];

afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await listening.stop(0);
});

/** Answers `/<ms>` with a large body after so many milliseconds. */
async function answer(request: Request): Promise<Response> {
  await sleep(Number(new URL(request.url).pathname.slice(1)));
  return new Response(BODY);
}

async function start(limits: Partial<ListenAt["waiting"]>): Promise<void> {
  metrics = createMetrics();
  const waiting = { stalled_ms: 60_000, waiting_bytes_max: 1024 * LARGE_BYTES, ...limits };
  listening = await listen({ fetch: answer, drain: () => undefined, metrics }, { host: "127.0.0.1", port: 0, waiting });
}

const readBody = async (request: Request): Promise<Response> => new Response(await request.text());

test("a body that does not come is cut when that was said, and not at some later look", async () => {
  listening = await listen(
    { fetch: readBody, drain: () => undefined },
    { host: "127.0.0.1", port: 0, request_ms: 500 },
  );
  const client = connect(listening.port, "127.0.0.1").on("error", () => undefined);
  clients.push(client);
  client.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf");
  let said = "";
  client.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await expect.poll(() => client.destroyed || client.readableEnded).toBe(true);
  expect(said).toContain("408");
});

/** A client that reads nothing of what it asked for until it is told to. */
async function askAndPause(times = 1, delay_ms = 0): Promise<Socket> {
  const client = connect(listening.port, "127.0.0.1").on("error", () => undefined);
  clients.push(client);
  await once(client, "connect");
  client.pause();
  client.write(`GET /${delay_ms} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times));
  return client;
}

/** Reads until the server ends it or as much has come as was asked for; with pauses when wanted. */
async function readAll(client: Socket, pause_ms = 0): Promise<number> {
  let received = 0;
  for await (const chunk of client) {
    const before = received;
    received += (chunk as Buffer).length;
    if (received > LARGE_BYTES) break;
    if (pause_ms > 0 && Math.floor(received / 2 ** 21) > Math.floor(before / 2 ** 21)) await sleep(pause_ms);
  }
  return received;
}

async function cuts(reason: string): Promise<number> {
  const { values } = await metrics.cutAnswers.get();
  return values.find(({ labels }) => labels.reason === reason)?.value ?? 0;
}

test("a client that leaves ends what it asked for, and no other's", async () => {
  const asked: { readonly path: string; readonly signal: AbortSignal }[] = [];
  const held = Promise.withResolvers<void>();
  const fetch = async (request: Request): Promise<Response> => {
    const path = new URL(request.url).pathname;
    asked.push({ path, signal: request.signal });
    await (path === "/held" ? held.promise : undefined);
    return new Response("done");
  };
  listening = await listen({ fetch, drain: () => undefined }, { host: "127.0.0.1", port: 0 });
  const ask = async (path: string): Promise<Socket> => {
    const client = connect(listening.port, "127.0.0.1").on("error", () => undefined);
    clients.push(client);
    client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await expect.poll(() => asked.some((one) => one.path === path), { timeout: 20_000 }).toBe(true);
    return client;
  };
  const leaving = await ask("/held");
  await once(await ask("/whole"), "data");
  leaving.destroy();
  await expect.poll(() => asked[0]?.signal.aborted, { timeout: 20_000 }).toBe(true);
  expect(asked[1]?.signal.aborted).toBe(false);
  held.resolve();
});

describe("a client that does not take its answer", () => {
  test("is cut when it takes nothing", async () => {
    await start({ stalled_ms: 300 });
    const client = await askAndPause();
    await expect.poll(async () => cuts("stalled"), { timeout: 20_000 }).toBe(1);
    expect(await readAll(client).catch(() => 0)).toBeLessThan(LARGE_BYTES);
  });

  test("is cut also when the answer was longer in the making than one may be silent", async () => {
    await start({ stalled_ms: 300 });
    const client = await askAndPause(1, 1000);
    await expect.poll(async () => cuts("stalled"), { timeout: 20_000 }).toBe(1);
    expect(await readAll(client).catch(() => 0)).toBeLessThan(LARGE_BYTES);
  });

  test("has all of it when it reads slowly, and when the answer is long in the making", async () => {
    await start({ stalled_ms: 1500 });
    const client = await askAndPause(1, 4000);
    expect(await readAll(client, 150)).toBeGreaterThan(LARGE_BYTES);
    expect(await cuts("stalled")).toBe(0);
  });

  test("is cut before newer ones when too much waits altogether", async () => {
    await start({ waiting_bytes_max: 2.5 * LARGE_BYTES });
    for (let count = 0; count < 4; count += 1) await askAndPause(1, 0);
    await expect.poll(async () => cuts("too_much_waiting"), { timeout: 20_000 }).toBe(2);
    const [first, , third, last] = clients;
    expect(await readAll(first!).catch(() => 0)).toBeLessThan(LARGE_BYTES);
    expect(await readAll(third!)).toBeGreaterThan(LARGE_BYTES);
    expect(await readAll(last!)).toBeGreaterThan(LARGE_BYTES);
  });

  test("cannot hold more by asking many times on one connection", async () => {
    await start({ waiting_bytes_max: 2.5 * LARGE_BYTES });
    const client = await askAndPause(5, 10);
    await expect.poll(async () => cuts("too_much_waiting"), { timeout: 20_000 }).toBeGreaterThan(0);
    expect(await readAll(client).catch(() => 0)).toBeLessThan(LARGE_BYTES);
  });
});

test("a connection that is silent between requests is closed", async () => {
  await start({ stalled_ms: 300 });
  const client = connect(listening.port, "127.0.0.1");
  clients.push(client);
  await once(client, "close");
  expect(await cuts("stalled")).toBe(0);
});

test("told to stop, it answers as long as notice is given, and takes no connection after that", async () => {
  let isDraining = false;
  const app = { fetch: async () => new Response(String(isDraining)), drain: () => (isDraining = true) };
  listening = await listen(app, { host: "127.0.0.1", port: 0 });
  const ask = async (): Promise<string> => {
    const response = await fetch(listening.address, { headers: { Connection: "close" } });
    return response.text();
  };
  expect(await ask()).toBe("false");
  const stopped = listening.stop(1_000, 500);
  expect(await ask()).toBe("true");
  await stopped;
  await expect(ask()).rejects.toThrow("fetch failed");
});
