import { createServer, request as httpRequest } from "node:http";
import type { RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { guardedFetch } from "./guarded-fetch.ts";

type Lookup = NonNullable<NonNullable<Parameters<typeof guardedFetch>[0]>["lookup"]>;

/** Names that lead where the test says. */
const leadingTo = (...addresses: string[]): Lookup =>
  ((_name: string, _options: object, answer: (error: null, found: object[]) => void) => {
    answer(
      null,
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  }) as unknown as Lookup;

/** Reads from a server that answers as `listener` does, whatever the name. */
const reading = async (
  listener: RequestListener,
  work: (read: ReturnType<typeof guardedFetch>) => Promise<void>,
): Promise<void> => {
  const server = createServer(listener);
  await new Promise<void>((listening) => {
    server.listen(0, "127.0.0.1", () => listening());
  });
  const { port } = server.address() as AddressInfo;
  const request = ((url: URL, options: object, answer: never) =>
    httpRequest({ ...options, lookup: undefined, host: "127.0.0.1", port, path: url.pathname }, answer)) as never;
  try {
    await work(guardedFetch({ request }));
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

describe("documents of applications", () => {
  test.each([
    "http://app.example/client",
    "https://app.example:8443/client",
    "https://user@app.example/client",
    "https://127.0.0.1/client",
    "https://169.254.169.254/latest",
    "https://[::1]/client",
    "https://2130706433/client",
    "https://0x7f.1/client",
    "file:///etc/passwd",
  ])("are not read at %s", async (url) => {
    await expect(guardedFetch({ lookup: leadingTo("93.184.216.34") })(url)).rejects.toThrow(
      /a document of an application is read/u,
    );
  });

  test.each([["127.0.0.1"], ["10.0.0.1"], ["169.254.169.254"], ["::1"], ["93.184.216.34", "10.0.0.1"]])(
    "are not read by a name that leads to %s",
    async (...addresses) => {
      await expect(guardedFetch({ lookup: leadingTo(...addresses) })("https://app.example/client")).rejects.toThrow(
        /does not lead to the public internet/u,
      );
    },
  );

  test("are read with how long they may be kept", async () => {
    await reading(
      (_request, response) => response.setHeader("cache-control", "max-age=60").end('{"client_id":"x"}'),
      async (read) => {
        const answer = await read("https://app.example/client");
        expect([answer.status, await answer.json(), answer.headers.get("cache-control")]).toEqual([
          200,
          { client_id: "x" },
          "max-age=60",
        ]);
      },
    );
  });

  test("are not read to their end when they are large, and lead nowhere else", async () => {
    await reading(
      (request, response) => {
        if (request.url === "/moved") response.writeHead(302, { location: "https://internal.example/" }).end();
        else response.end("x".repeat(1024 * 1024));
      },
      async (read) => {
        await expect(read("https://app.example/large")).rejects.toThrow(/larger than/u);
        expect((await read("https://app.example/moved")).status).toBe(302);
      },
    );
  });
});
