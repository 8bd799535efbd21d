import type { lookup as systemLookup } from "node:dns";
import { request as httpsRequest } from "node:https";
import type { RequestOptions } from "node:https";
import type { ClientRequest, IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { messageOf } from "#base/errors.ts";
import { publicLookup } from "#base/public-addresses.ts";

export type GuardedFetch = (url: string | URL) => Promise<Response>;

type Parts = {
  readonly lookup?: typeof systemLookup;
  readonly request?: (url: URL, options: RequestOptions, answer: (message: IncomingMessage) => void) => ClientRequest;
};

const BYTES_MAX = 16 * 1024;
const TIMEOUT_MS = 3000;

/**
 * Reads a document that an application publishes of itself. The address was chosen by whoever asks, so it leads
 * nowhere but to the public internet: https on its own port, no redirects, every address a name leads to looked at when
 * the connection is made (a name may lead elsewhere a moment later), little time, few bytes.
 */
export function guardedFetch({ lookup, request = httpsRequest }: Parts = {}): GuardedFetch {
  return async (address) => {
    const url = new URL(address);
    if (url.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") {
      throw new TypeError("a document of an application is read over https, on its own port");
    }
    const host = url.hostname.replace(/^\[|\]$/gu, "");
    if (isIP(host) !== 0)
      throw new TypeError("a document of an application is read by a name, not by an address in figures");
    const message = await answerTo(url, request, publicLookup(lookup));
    return new Response(await bodyOf(message), { status: message.statusCode ?? 500, headers: cachingOf(message) });
  };
}

async function answerTo(
  url: URL,
  request: NonNullable<Parts["request"]>,
  lookup: RequestOptions["lookup"],
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options: RequestOptions = {
      ...(lookup !== undefined && { lookup }),
      agent: false,
      headers: { Accept: "application/json", "User-Agent": "onpoint" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    };
    request(url, options, resolve).on("error", reject).end();
  });
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size_bytes = 0;
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      size_bytes += chunk.length;
      if (size_bytes > BYTES_MAX) throw new RangeError(`the document is larger than ${BYTES_MAX} bytes`);
      chunks.push(chunk);
    }
  } catch (thrown) {
    message.destroy();
    throw new TypeError(`the document cannot be read: ${messageOf(thrown)}`, { cause: thrown });
  }
  return Buffer.concat(chunks);
}

function cachingOf({ headers }: IncomingMessage): Record<string, string> {
  const kept = ["content-type", "cache-control", "expires"] as const;
  return Object.fromEntries(kept.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])));
}
