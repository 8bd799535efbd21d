import { Agent as HttpAgent, request as httpRequest } from "node:http";
import type { ClientRequest, IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { createSecureContext, getCACertificates } from "node:tls";
import type { SecureContext } from "node:tls";
import { askingService } from "#base/tracing/tracing.ts";
import type { SpanHeaders } from "#base/tracing/tracing.ts";

export type ExchangeOptions = {
  /** Certificates that are trusted besides those that Node trusts, in PEM. */
  readonly ca?: string | undefined;
  /** A connection is waited for so long, its handshake included. */
  readonly connect_ms: number;
};

export type Asked = {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly authorization: string | undefined;
  readonly signal: AbortSignal;
};

export type Reply = { readonly status: number; readonly body: unknown };

const SOCKETS_MAX = 64;
/** An answer of a cluster that is larger is none that we asked for. */
const ANSWER_BYTES_MAX = 256 * 1024 * 1024;

/** One question and its answer over HTTP, on connections that are kept. */
export class Exchange {
  readonly #connect_ms: number;
  readonly #http: HttpAgent;
  readonly #https: HttpsAgent;

  constructor({ ca, connect_ms }: ExchangeOptions) {
    const agent = { keepAlive: true, maxSockets: SOCKETS_MAX };
    this.#http = new HttpAgent(agent);
    this.#https = new HttpsAgent({ ...agent, ...(ca !== undefined && { secureContext: trusting(ca) }) });
    this.#connect_ms = connect_ms;
  }

  /** Throws what the network says, or what `signal` was aborted with. */
  async send(host: URL, asked: Asked): Promise<Reply> {
    return askingService("opensearch", host, async (trace) => this.#send(host, asked, trace));
  }

  async #send(host: URL, { method, path, body, authorization, signal }: Asked, trace: SpanHeaders): Promise<Reply> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const payload = body === undefined ? undefined : payloadOf(body);
    const isSecure = host.protocol === "https:";
    const sent = (isSecure ? httpsRequest : httpRequest)(new URL(`${host.pathname.replace(/\/$/u, "")}${path}`, host), {
      method,
      agent: isSecure ? this.#https : this.#http,
      signal,
      headers: {
        accept: "application/json",
        ...trace,
        ...(payload !== undefined && {
          "content-type": body instanceof Uint8Array ? "application/x-ndjson" : "application/json",
          "content-length": payload.byteLength,
        }),
        ...(authorization !== undefined && { authorization }),
      },
    });
    sent.once("response", resolve);
    sent.once("error", reject);
    limitConnecting(sent, isSecure ? "secureConnect" : "connect", this.#connect_ms);
    sent.end(payload);
    return replyOf(await promise);
  }

  /** Connections that nothing is asked on at present are not used again. */
  dropIdle(): void {
    for (const { freeSockets } of [this.#http, this.#https]) {
      for (const socket of Object.values(freeSockets).flat()) socket?.destroy();
    }
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}

/** A connection of before is there already. */
function limitConnecting(sent: ClientRequest, connected: "connect" | "secureConnect", limit_ms: number): void {
  sent.once("socket", (socket) => {
    if (!socket.connecting) return;
    const timer = setTimeout(() => sent.destroy(new Error(`no connection within ${limit_ms} ms`)), limit_ms);
    const over = (): void => clearTimeout(timer);
    socket.once(connected, over);
    socket.once("close", over);
  });
}

/** Made once: the certificates that are trusted anyway are some hundred. */
function trusting(ca: string): SecureContext {
  return createSecureContext({ ca: [...getCACertificates("default"), ca] });
}

function payloadOf(body: unknown): Uint8Array {
  return body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
}

async function replyOf(message: IncomingMessage): Promise<Reply> {
  const text = await textOf(message);
  const isJson = message.headers["content-type"]?.includes("json") === true;
  return { status: message.statusCode ?? 0, body: isJson && text !== "" ? JSON.parse(text) : text };
}

async function textOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > ANSWER_BYTES_MAX) throw new Error(`its answer has more than ${ANSWER_BYTES_MAX} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
