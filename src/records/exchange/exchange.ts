import { request as requestHttp } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { monotonicMs } from "#base/clock.ts";
import { messageOf } from "#base/errors.ts";
import { publicLookup } from "#base/public-addresses.ts";
import { askingService } from "#base/tracing/tracing.ts";
import type { SpanHeaders } from "#base/tracing/tracing.ts";

export type Ask = {
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** From the first step to the last byte. */
  readonly timeout_ms: number;
  readonly size_bytes_max: number;
  readonly signal?: AbortSignal | undefined;
};

/** A whole answer, of any status. Redirects are answers too: they are not followed here. */
export type Answer = {
  readonly url: URL;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
};

export type Exchange = (ask: Ask) => Promise<Answer>;

/** No whole answer came. */
export class ExchangeFailure extends Error {
  /** Whether the other side may have got the request. False is certain. */
  readonly mayHaveArrived: boolean;

  constructor(message: string, mayHaveArrived: boolean, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ExchangeFailure";
    this.mayHaveArrived = mayHaveArrived;
  }
}

/**
 * One request and its answer, on a connection of its own. A host that is a name must resolve to public addresses; one
 * that is written as an address is what the operator named. Throws `ExchangeFailure`.
 */
export const exchange: Exchange = async (ask) =>
  askingService("records", ask.url, async (trace) => exchangeTraced(ask, trace));

async function exchangeTraced(ask: Ask, trace: SpanHeaders): Promise<Answer> {
  const { url, timeout_ms, signal } = ask;
  const bare = url.hostname.replace(/^\[|\]$/gu, "");
  const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
    method: ask.method,
    headers: {
      ...ask.headers,
      ...trace,
      ...(ask.body !== undefined && { "Content-Length": String(ask.body.byteLength) }),
    },
    agent: false,
    ...(isIP(bare) === 0 && { lookup: publicLookup() }),
  });
  let isConnected = false;
  request.once("socket", (socket) => {
    socket.once(url.protocol === "https:" ? "secureConnect" : "connect", () => (isConnected = true));
  });
  const until_ms = monotonicMs() + timeout_ms;
  const timer = setTimeout(() => request.destroy(new Error(`no whole answer within ${timeout_ms} ms`)), timeout_ms);
  const stop = (): void => void request.destroy(new Error("the request was cancelled"));
  signal?.addEventListener("abort", stop);
  if (signal?.aborted === true) stop();
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.once("response", resolve);
      request.once("error", reject);
      request.end(ask.body);
    });
    const body = await bodyOf(response, ask.size_bytes_max, () => monotonicMs() < until_ms);
    return { url, status: response.statusCode ?? 0, headers: response.headers, body };
  } catch (thrown) {
    request.destroy();
    throw new ExchangeFailure(`${url.host}: ${messageOf(thrown)}`, isConnected, thrown);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

async function bodyOf(response: IncomingMessage, bytes_max: number, isInTime: () => boolean): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > bytes_max) throw new Error(`the answer is larger than ${bytes_max} bytes`);
    if (!isInTime()) throw new Error("no whole answer in time");
    parts.push(part);
  }
  if (!response.complete) throw new Error("the answer broke off");
  return Buffer.concat(parts);
}
