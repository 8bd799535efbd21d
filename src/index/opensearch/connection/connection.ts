import { Agent as HttpAgent, request as httpRequest } from "node:http";
import type { IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { createSecureContext, getCACertificates } from "node:tls";
import type { SecureContext } from "node:tls";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf, OnpointError } from "#base/errors.ts";
import { Breaker } from "./breaker.ts";

export type ConnectionOptions = {
  /** `http://` or `https://`, with user and password where they are asked for; one host or several of one cluster. */
  readonly urls: readonly string[];
  /** Certificates that are trusted besides those that Node trusts, in PEM. */
  readonly ca?: string | undefined;
  readonly timeout_ms?: number;
};

export type Send = {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly timeout_ms?: number;
  /** Answers with these statuses are no faults. */
  readonly accepts?: readonly number[];
};

export type Reply = { readonly status: number; readonly body: unknown };

const TIMEOUT_MS_DEFAULT = 30_000;
const TRIES = 4;
const FIRST_PAUSE_MS = 100;
const SOCKETS_MAX = 64;
/** An answer of a cluster that is larger is none that we asked for. */
const ANSWER_BYTES_MAX = 256 * 1024 * 1024;
const WORTH_ANOTHER_TRY: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

type Host = { readonly url: URL; readonly authorization: string | undefined; readonly breaker: Breaker };

/** Asks a cluster, host after host. Everything it is asked may be asked twice. */
export class Connection {
  readonly #hosts: readonly Host[];
  readonly #timeout_ms: number;
  readonly #http: HttpAgent;
  readonly #https: HttpsAgent;
  #next = 0;

  constructor({ urls, ca, timeout_ms = TIMEOUT_MS_DEFAULT }: ConnectionOptions) {
    const agent = { keepAlive: true, maxSockets: SOCKETS_MAX };
    this.#http = new HttpAgent(agent);
    this.#https = new HttpsAgent({ ...agent, ...(ca !== undefined && { secureContext: trusting(ca) }) });
    this.#timeout_ms = timeout_ms;
    this.#hosts = urls.map(hostOf);
  }

  /**
   * Throws `unavailable` when no host answers, and an `AnswerFault` for an answer that is a refusal. A host that fails is
   * passed over for the next, with growing pauses between the tries.
   */
  async send(asked: Send): Promise<Reply> {
    let last = "no host is given";
    for (let attempt = 0; attempt < TRIES; attempt++) {
      if (attempt > 0) await pause(attempt, asked.signal);
      const host = this.#take();
      if (host === undefined) break;
      const answer = await this.#ask(host, asked);
      if (typeof answer === "string") {
        host.breaker.failed();
        last = answer;
      } else if (WORTH_ANOTHER_TRY.has(answer.status) && attempt < TRIES - 1) {
        last = `${host.url.host} answered ${answer.status}`;
      } else {
        host.breaker.succeeded();
        if (answer.status < 300 || asked.accepts?.includes(answer.status) === true) return answer;
        throw new AnswerFault(answer);
      }
    }
    throw new OnpointError("unavailable", `the search cluster does not answer: ${last}`, {
      hint: "Try again in a few seconds. If it lasts, see whether OpenSearch runs and ONPOINT_SEARCH_URL names it.",
    });
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  /** Hosts in turn, those left alone passed over; when all are, none. */
  #take(): Host | undefined {
    for (let tried = 0; tried < this.#hosts.length; tried++) {
      const host = this.#hosts[this.#next++ % this.#hosts.length];
      if (host?.breaker.isOpen === false) return host;
    }
    return undefined;
  }

  /** What the host answered, or why it did not. */
  async #ask(host: Host, asked: Send): Promise<Reply | string> {
    const limit = AbortSignal.timeout(asked.timeout_ms ?? this.#timeout_ms);
    const signal = asked.signal === undefined ? limit : AbortSignal.any([asked.signal, limit]);
    try {
      const message = await this.#exchange(host, asked, signal);
      const text = await textOf(message);
      const isJson = message.headers["content-type"]?.includes("json") === true;
      return { status: message.statusCode ?? 0, body: isJson && text !== "" ? JSON.parse(text) : text };
    } catch (thrown) {
      if (asked.signal?.aborted === true) {
        throw new OnpointError("unavailable", "the search was given up", { cause: thrown });
      }
      const reason = limit.aborted ? "it took too long" : messageOf(thrown);
      return `${host.url.host}: ${reason}`;
    }
  }

  async #exchange(host: Host, { method, path, body }: Send, signal: AbortSignal): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const payload = body === undefined ? undefined : payloadOf(body);
    const isLines = body instanceof Uint8Array;
    const { url, authorization } = host;
    const [request, agent] = url.protocol === "https:" ? [httpsRequest, this.#https] : [httpRequest, this.#http];
    const sent = request(new URL(`${url.pathname.replace(/\/$/u, "")}${path}`, url.origin), {
      method,
      agent,
      signal,
      headers: {
        accept: "application/json",
        ...(payload !== undefined && {
          "content-type": isLines ? "application/x-ndjson" : "application/json",
          "content-length": payload.byteLength,
        }),
        ...(authorization !== undefined && { authorization }),
      },
    });
    sent.once("response", resolve);
    sent.once("error", reject);
    sent.end(payload);
    return promise;
  }
}

/** Made once: the certificates that are trusted anyway are some hundred. */
function trusting(ca: string): SecureContext {
  return createSecureContext({ ca: [...getCACertificates("default"), ca] });
}

/** A refusal: what was asked cannot be done, however often. */
export class AnswerFault extends OnpointError {
  readonly status: number;
  readonly reasons: readonly string[];

  constructor({ status, body }: Reply) {
    const reasons = reasonsIn(body);
    const refused = status === 401 || status === 403;
    super(refused ? "unavailable" : "internal", `the search cluster answered ${status}: ${reasons.join("; ")}`, {
      ...(refused && { hint: "See whether ONPOINT_SEARCH_URL has a user and password that may do this." }),
    });
    this.status = status;
    this.reasons = reasons;
  }
}

/** What OpenSearch says of a failure, each reason once. */
function reasonsIn(body: unknown): readonly string[] {
  if (typeof body !== "object" || body === null) return [String(body).slice(0, 200)];
  const found = new Set<string>();
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [member, inner] of Object.entries(value)) {
      if (member === "reason" && typeof inner === "string") found.add(inner);
      else look(inner);
    }
  };
  look(body);
  return [...found].slice(0, 5);
}

function hostOf(given: string): Host {
  const url = new URL(given);
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const authorization = url.username === "" ? undefined : `Basic ${Buffer.from(credentials).toString("base64")}`;
  url.username = "";
  url.password = "";
  return { url, authorization, breaker: new Breaker() };
}

function payloadOf(body: unknown): Uint8Array {
  return body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
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

/** Twice as long each time, half of it by chance, so that many askers do not come back together. */
async function pause(attempt: number, signal: AbortSignal | undefined): Promise<void> {
  const most = FIRST_PAUSE_MS * 2 ** attempt;
  await sleep(most / 2 + (Math.random() * most) / 2, undefined, signal === undefined ? {} : { signal }).catch(
    (cause: unknown) => {
      throw new OnpointError("unavailable", "the search was given up", { cause });
    },
  );
}
