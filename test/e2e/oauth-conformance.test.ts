import { spawn } from "node:child_process";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createClient } from "#oauth/clients.ts";
import { Browser } from "#test/oauth/browser.ts";
import { startService } from "#test/oauth/service.ts";

/** The protocol's own suite for authorization servers: what is advertised, and a whole code grant. */
test("the conformance suite of the protocol passes", async () => {
  const service = await startService();
  const port = await freePort();
  const callback = `http://127.0.0.1:${port}/callback`;
  const { client } = await createClient(service.db, {
    name: "Suite",
    redirectUris: [callback],
    authentication: "none",
  });
  const suite = spawn("conformance", [
    "authorization",
    `--url=${service.origin}`,
    `--client-id=${client.id}`,
    `--resource=${service.origin}/mcp`,
    `--port=${port}`,
  ]);
  let told = "";
  let isAnswered = false;
  const failures: unknown[] = [];
  const read = (chunk: Buffer): void => {
    told += chunk.toString();
    const url = /https?:\/\/\S+\/oauth\/authorize\?\S+/u.exec(told)?.[0];
    if (url === undefined || isAnswered) return;
    isAnswered = true;
    new Browser()
      .goThrough(url, service)
      .then(async (back) => fetch(back))
      .catch((thrown: unknown) => failures.push(thrown));
  };
  suite.stdout.on("data", read);
  suite.stderr.on("data", read);
  const code = await new Promise<number | null>((ended) => {
    suite.on("close", ended);
  });
  await service.stop();
  expect(failures).toEqual([]);
  expect(isAnswered, told).toBe(true);
  expect(code, told).toBe(0);
  expect(told).toMatch(/passed/iu);
}, 120_000);

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((listening) => {
    probe.listen(0, "127.0.0.1", () => listening());
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((closed) => {
    probe.close(() => closed());
  });
  return port;
}
