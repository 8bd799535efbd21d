import type { lookup as systemLookup } from "node:dns";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import type { RequestOptions } from "node:https";
import type { ClientRequest, IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { messageOf } from "#base/errors.ts";
import { publicLookup } from "#base/public-addresses.ts";

export type GuardedFetch = (url: string | URL, sent?: GuardedRequest) => Promise<Response>;

/** What is sent, where it is more than the question for a document. */
export type GuardedRequest = {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

type Parts = {
  readonly lookup?: typeof systemLookup;
  readonly request?: (url: URL, options: RequestOptions, answer: (message: IncomingMessage) => void) => ClientRequest;
  /** What is read, for refusals. */
  readonly what?: string;
  /** Origins that whoever runs the service has named: they may be inside its network, and need no https. */
  readonly trusted?: readonly string[];
  readonly bytes_max?: number;
  readonly timeout_ms?: number;
};

const BYTES_MAX = 16 * 1024;
const TIMEOUT_MS = 3000;

/**
 * Reads a document from an address that was chosen by whoever asks, so it leads nowhere but to the public internet:
 * https on its own port, no redirects, every address a name leads to looked at when the connection is made (a name may
 * lead elsewhere a moment later), little time, few bytes.
 */
export function guardedFetch(parts: Parts = {}): GuardedFetch {
  const { lookup, request = httpsRequest, what = "a document of an application", trusted = [] } = parts;
  const { bytes_max = BYTES_MAX, timeout_ms = TIMEOUT_MS } = parts;
  return async (address, sent = {}) => {
    const url = new URL(address);
    const signal = AbortSignal.timeout(timeout_ms);
    if (trusted.includes(url.origin)) {
      const plain = url.protocol === "http:" ? httpRequest : request;
      return answered(await answerTo(url, plain, { signal }, sent), bytes_max);
    }
    if (url.protocol !== "https:" || url.port !== "" || url.username !== "" || url.password !== "") {
      throw new TypeError(`${what} is read over https, on its own port`);
    }
    const host = url.hostname.replace(/^\[|\]$/gu, "");
    if (isIP(host) !== 0) throw new TypeError(`${what} is read by a name, not by an address in figures`);
    return answered(await answerTo(url, request, { lookup: publicLookup(lookup), signal }, sent), bytes_max);
  };
}

async function answered(message: IncomingMessage, bytes_max: number): Promise<Response> {
  const body = await bodyOf(message, bytes_max);
  return new Response(body, { status: message.statusCode ?? 500, headers: cachingOf(message) });
}

async function answerTo(
  url: URL,
  request: NonNullable<Parts["request"]>,
  common: Pick<RequestOptions, "lookup" | "signal">,
  { method = "GET", headers = {}, body }: GuardedRequest,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options: RequestOptions = {
      ...common,
      method,
      agent: false,
      headers: {
        Accept: "application/json",
        ...headers,
        "User-Agent": "onpoint",
        ...(body !== undefined && { "Content-Length": Buffer.byteLength(body) }),
      },
    };
    request(url, options, resolve).on("error", reject).end(body);
  });
}

async function bodyOf(message: IncomingMessage, bytes_max: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size_bytes = 0;
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      size_bytes += chunk.length;
      if (size_bytes > bytes_max) throw new RangeError(`the document is larger than ${bytes_max} bytes`);
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
