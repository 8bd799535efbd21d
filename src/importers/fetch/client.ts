import { createReadStream, existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { OnpointError, systemCodeOf } from "#base/errors.ts";

export type ClientOptions = {
  readonly hosts: readonly string[];
  /** A directory or an address that stands in the place of every host: `<mirror>/<host>/<path>`. */
  readonly mirror?: string | undefined;
  readonly userAgent: string;
};

export type Ask = {
  readonly method: "GET" | "HEAD";
  /** Without so many bytes at its beginning, if it is still what `etag` names. */
  readonly from?: number;
  readonly etag?: string | undefined;
  /** The media type that is asked for, where it makes a difference. */
  readonly accept?: string | undefined;
  readonly signal: AbortSignal;
};

const REDIRECTS_MAX = 5;

/** Asks publishers, and nobody else: an address of another host, also by redirection, is refused before it is asked. */
export class FetchClient {
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  async ask(url: string, { method, from = 0, etag, accept, signal }: Ask): Promise<Response> {
    const { mirror, userAgent } = this.#options;
    let at = url;
    for (let turn = 0; turn <= REDIRECTS_MAX; turn += 1) {
      this.#refuseForeign(at);
      if (mirror !== undefined && !/^https?:/u.test(mirror)) return fileOf(mirror, new URL(at), method, from);
      const response = await fetch(mirror === undefined ? at : mirrored(mirror, new URL(at)), {
        method,
        redirect: "manual",
        headers: {
          "User-Agent": userAgent,
          "Accept-Encoding": "identity",
          ...(accept !== undefined && { Accept: accept }),
          ...(from > 0 && { Range: `bytes=${from}-`, ...(etag !== undefined && { "If-Range": etag }) }),
        },
        signal,
      });
      const to = response.headers.get("location");
      if (response.status < 300 || response.status >= 400 || to === null) return response;
      await response.body?.cancel();
      at = new URL(to, at).href;
    }
    throw new OnpointError("unavailable", `${url} redirects without end`);
  }

  #refuseForeign(url: string): void {
    const { protocol, host } = new URL(url);
    if (protocol === "https:" && this.#options.hosts.includes(host)) return;
    throw new OnpointError("forbidden", `${url} is not an address of this publisher; nothing was asked of it`);
  }
}

function mirrored(mirror: string, { host, pathname, search }: URL): string {
  return `${mirror}${mirror.endsWith("/") ? "" : "/"}${host}${pathname}${search}`;
}

/** A file of a directory as if a server had sent it; a query is part of its name. */
async function fileOf(
  root: string,
  { host, pathname, search }: URL,
  method: Ask["method"],
  from: number,
): Promise<Response> {
  const path = join(root, host, decodeURIComponent(pathname) + search);
  if (!pathToFileURL(path).href.startsWith(pathToFileURL(join(root, host)).href))
    return new Response(null, { status: 404 });
  try {
    const { size, mtimeMs } = await stat(path);
    const headers = { "Content-Length": String(size - from), ETag: `"${size}-${Math.floor(mtimeMs)}"` };
    const body = method === "HEAD" ? null : (Readable.toWeb(createReadStream(path, { start: from })) as ReadableStream);
    return new Response(body, { status: from > 0 ? 206 : 200, headers });
  } catch (thrown) {
    if (systemCodeOf(thrown) !== "ENOENT") throw thrown;
    if (existsSync(root)) return new Response(null, { status: 404 });
    throw new OnpointError("invalid_input", `the mirror ${root} is not there`, {
      hint: "Name a directory that holds <host>/<path>, or an address.",
    });
  }
}
