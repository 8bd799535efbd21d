import { expect, onTestFinished, test, vi } from "vitest";
import { DroppingProxy } from "#test/dropping-proxy.ts";
import { Connection } from "./connection.ts";
import type { ConnectionOptions } from "./connection.ts";
import { host, says } from "./host.fixture.ts";

const ASKED = { method: "POST", path: "/x/_search", body: { size: 0 } } as const;

function connect(options: ConnectionOptions): Connection {
  const connection = new Connection(options);
  onTestFinished(() => connection.close());
  return connection;
}

test("in a network that drops packets the first asker waits once, and the next ones not at all until it is back", async () => {
  const { url, heard } = await host(says(200, { found: 4 }));
  const proxy = await DroppingProxy.before(url);
  onTestFinished(() => proxy.close());
  const connection = connect({ urls: [proxy.addressOf(url)], timeout_ms: 600, connect_ms: 300 });
  await Promise.all([connection.send(ASKED), connection.send(ASKED)]);
  proxy.drop();
  const silent = { code: "unavailable", message: expect.stringContaining("it took too long") as string };
  await expect(connection.send(ASKED)).rejects.toMatchObject(silent);
  const leftAlone = { code: "unavailable", message: expect.stringContaining("is left alone") as string };
  for (let turn = 0; turn < 3; turn++) await expect(connection.send(ASKED)).rejects.toMatchObject(leftAlone);
  expect(heard.length).toBe(2);
  proxy.open();
  await vi.waitFor(async () => expect((await connection.send(ASKED)).body).toEqual({ found: 4 }), { timeout: 20_000 });
}, 30_000);

test("a host that is slow with one question is asked others, and another host that one", async () => {
  const slow = await host(({ url }, response) => void (url === "/" && says(200)({} as never, response)));
  const quick = await host(says(200, { found: 5 }));
  const connection = connect({ urls: [slow.url, quick.url], timeout_ms: 300, connect_ms: 300 });
  for (let turn = 0; turn < 6; turn++) expect((await connection.send(ASKED)).body).toEqual({ found: 5 });
  expect(slow.heard.filter(({ url }) => url !== "/")).toHaveLength(6);
  await expect(connect({ urls: [slow.url], timeout_ms: 1000 }).send(ASKED)).rejects.toMatchObject({
    code: "unavailable",
  });
  expect(slow.heard.filter(({ url }) => url !== "/")).toHaveLength(7);
}, 30_000);

test("a handshake that is not answered is waited for as long as a connection", async () => {
  const { url } = await host(says(200));
  const proxy = await DroppingProxy.before(url);
  onTestFinished(() => proxy.close());
  proxy.drop();
  const secure = proxy.addressOf(url).replace("http:", "https:");
  const connection = connect({ urls: [secure], timeout_ms: 30_000, connect_ms: 100 });
  const asked = connection.send(ASKED);
  await expect(asked).rejects.toMatchObject({
    message: expect.stringContaining("no connection within 100 ms") as string,
  });
}, 20_000);
