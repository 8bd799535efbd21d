import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { carryOut, planFetch } from "./fetch.ts";
import type { FetchOptions } from "./fetch.ts";
import type { Publisher } from "./sources.ts";

export const USER_AGENT = "Onpoint/test (clerk@example.org)";

export type Site = {
  readonly origin: string;
  /** Every request: `METHOD host/path`, and from which byte. */
  readonly asked: string[];
  readonly agents: Set<string | undefined>;
  /** After so many bytes the connection is cut; 0 never. */
  cutAfter: number;
  /** Never cut. */
  wholePaths: readonly string[];
  etag: string;
};

export type Files = Readonly<Record<string, Buffer | string>>;

/** Publishers by `host/path`, on this machine. */
export async function site(files: Files, redirects: Readonly<Record<string, string>> = {}): Promise<Site> {
  const made: Site = { origin: "", asked: [], agents: new Set(), cutAfter: 0, wholePaths: [], etag: '"one"' };
  const server = createServer(({ method = "", url = "/", headers }, response) => {
    const path = url.slice(1);
    const from = Number(/^bytes=(\d+)-$/u.exec(headers.range ?? "")?.[1] ?? 0);
    made.asked.push(`${method} ${path}${from > 0 ? ` ${from}` : ""}`);
    made.agents.add(headers["user-agent"]);
    const to = redirects[path];
    const found = files[path];
    if (to !== undefined) response.writeHead(302, { Location: to }).end();
    else if (found === undefined) response.writeHead(404).end();
    else {
      const whole = Buffer.from(found);
      const isPart = from > 0 && headers["if-range"] === made.etag;
      const body = isPart ? whole.subarray(from) : whole;
      response.writeHead(isPart ? 206 : 200, { "Content-Length": body.length, ETag: made.etag });
      if (method === "HEAD") response.end();
      else if (made.cutAfter === 0 || made.wholePaths.includes(path) || body.length <= made.cutAfter)
        response.end(body);
      else response.write(body.subarray(0, made.cutAfter), () => void setTimeout(() => response.destroy(), 5));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return Object.assign(made, { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

export const directory = async (): Promise<string> => join(await mkdtemp(join(tmpdir(), "onpoint-fetch-")), "into");

export function fetching(
  publisher: Publisher,
  asked: readonly string[],
  of: Partial<FetchOptions> & { readonly dir: string },
): FetchOptions {
  return { publisher, asked, userAgent: USER_AGENT, signal: new AbortController().signal, retry_ms: 1, ...of };
}

export async function run(options: FetchOptions): Promise<readonly string[]> {
  const fetched = await carryOut(await planFetch(options), { ...options, onFile: () => undefined });
  return fetched.map(({ url }) => url);
}
