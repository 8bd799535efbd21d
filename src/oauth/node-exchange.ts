import { ServerResponse } from "node:http";
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { Readable } from "node:stream";

/**
 * What the library is asked, made anew from a request. Only what is named here reaches it, so that no Host and no
 * forwarded header that a caller sends has a say in what it answers.
 */
export type Question = {
  readonly method: string;
  /** Path and query, as if the server stood at the root of its host. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | undefined;
  /** Where it came from, for the audit alone. */
  readonly caller?: Caller | undefined;
};

export type Caller = { readonly address: string | null; readonly agent: string | null };

/** Headers that count here. */
const PASSED = [
  "accept",
  "access-control-request-headers",
  "access-control-request-method",
  "authorization",
  "content-type",
  "cookie",
  "origin",
];

export function questionOf(
  { method, headers }: { readonly method: string; readonly headers: Headers },
  target: string,
  more: Pick<Question, "body" | "caller"> = {},
): Question {
  const passed = PASSED.flatMap((name) => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return { method, target, headers: Object.fromEntries(passed) as Record<string, string>, ...more };
}

/** The pair that a handler of Node's own server is given, for one question. */
export type Exchange = { readonly req: IncomingMessage; readonly res: KeptResponse };

export function exchangeOf({ method, target, headers, body, caller }: Question, authUrl: string): Exchange {
  const { host, protocol, pathname } = new URL(authUrl);
  const req = Object.assign(Readable.from(body === undefined ? [] : [body]), {
    method,
    url: target,
    // By it the library knows that its public address has a path, where it has one.
    originalUrl: `${pathname.replace(/\/$/u, "")}${target}`,
    headers: { ...headers, host, ...(body !== undefined && { "content-length": String(body.length) }) },
    httpVersion: "1.1",
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    caller,
    socket: { encrypted: protocol === "https:", writable: true },
  }) as unknown as IncomingMessage;
  return { req, res: new KeptResponse(req) };
}

/** Where the question came from that is being answered. */
export function callerOf(req: IncomingMessage): Caller {
  const { caller } = req as { caller?: Caller | undefined };
  return caller ?? { address: null, agent: null };
}

/** An answer that is kept instead of sent. */
export class KeptResponse extends ServerResponse {
  readonly #chunks: Buffer[] = [];
  readonly #ended = Promise.withResolvers<void>();

  override write(...given: unknown[]): boolean {
    this.#keep(given);
    return true;
  }

  override end(...given: unknown[]): this {
    this.#keep(given);
    super.end();
    this.#ended.resolve();
    return this;
  }

  /** The whole answer, once it has been given. */
  async toResponse(): Promise<Response> {
    await this.#ended.promise;
    const body = Buffer.concat(this.#chunks);
    const isEmpty = body.length === 0 || [204, 304].includes(this.statusCode);
    return new Response(isEmpty ? null : body, { status: this.statusCode, headers: headersOf(this.getHeaders()) });
  }

  #keep([chunk, encoding]: unknown[]): void {
    if (chunk instanceof Uint8Array) this.#chunks.push(Buffer.from(chunk));
    else if (typeof chunk === "string") this.#chunks.push(Buffer.from(chunk, encodingOf(encoding)));
  }
}

function encodingOf(given: unknown): BufferEncoding {
  return typeof given === "string" && Buffer.isEncoding(given) ? given : "utf8";
}

function headersOf(outgoing: OutgoingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(outgoing)) {
    if (value === undefined || name === "content-length") continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, String(one));
  }
  return headers;
}
