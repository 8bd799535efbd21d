import { createServer } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { exchange } from "./exchange.ts";
import type { Ask } from "./exchange.ts";

const undo: (() => void)[] = [];
afterEach(() => undo.splice(0).forEach((step) => step()));

async function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  undo.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
}

function ask(url: URL, changes: Partial<Ask> = {}): Ask {
  return { url, method: "GET", headers: {}, timeout_ms: 5_000, size_bytes_max: 1_000, ...changes };
}

describe("an exchange", () => {
  test("gives the whole answer, of any status", async () => {
    const url = await serve((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => response.writeHead(418, { "X-Kind": "tea" }).end(Buffer.concat(parts)));
    });
    const answer = await exchange(ask(url, { method: "POST", body: Buffer.from("leaves") }));
    expect(answer.status).toBe(418);
    expect(answer.headers["x-kind"]).toBe("tea");
    expect(answer.body.toString()).toBe("leaves");
  });

  test("follows no redirect", async () => {
    const url = await serve((_, response) => response.writeHead(302, { Location: "http://127.0.0.1:1/" }).end());
    expect((await exchange(ask(url))).status).toBe(302);
  });

  test.each<[string, RequestListener, Partial<Ask>]>([
    ["nothing comes", () => undefined, { timeout_ms: 60 }],
    ["it never ends", (_, response) => void response.write("x"), { timeout_ms: 60 }],
    [
      "it breaks off",
      (_, response) => void response.writeHead(200, { "Content-Length": "9" }).write("x", () => response.destroy()),
      {},
    ],
    ["it is cut at once", (request) => void request.socket.destroy(), {}],
    ["it is too large", (_, response) => void response.end("x".repeat(1_001)), {}],
  ])("fails when %s, and then the request may have arrived", async (_what, listener, changes) => {
    const url = await serve(listener);
    await expect(exchange(ask(url, changes))).rejects.toMatchObject({ name: "ExchangeFailure", mayHaveArrived: true });
  });

  test("that finds nobody has certainly not arrived", async () => {
    const url = await serve(() => undefined);
    undo.splice(0).forEach((step) => step());
    await new Promise((resolve) => setTimeout(resolve, 20));
    await expect(exchange(ask(url))).rejects.toMatchObject({ mayHaveArrived: false });
  });

  test("that is cancelled ends", async () => {
    const url = await serve(() => undefined);
    await expect(exchange(ask(url, { signal: AbortSignal.abort() }))).rejects.toMatchObject({ mayHaveArrived: false });
    await expect(exchange(ask(url, { signal: AbortSignal.timeout(30) }))).rejects.toMatchObject({
      mayHaveArrived: true,
    });
  });

  test("with a name that lies within is refused before a connection is made", async () => {
    const url = await serve((_, response) => void response.end("secret"));
    url.hostname = "localhost";
    await expect(exchange(ask(url))).rejects.toMatchObject({
      mayHaveArrived: false,
      message: expect.stringContaining("does not lead to the public internet") as string,
    });
  });
});
