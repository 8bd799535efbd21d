import { OnpointError } from "#base/errors.ts";
import { AnswerFault, isStranger } from "./answer-fault.ts";
import { Breaker } from "./breaker.ts";
import { Exchange } from "./exchange.ts";
import type { Reply } from "./exchange.ts";
import { noConnection } from "./no-connection.ts";
import type { NoConnection } from "./no-connection.ts";
import { pause } from "./pause.ts";

export type ConnectionOptions = {
  /** `http://` or `https://`, with user and password where they are asked for; one host or several of one cluster. */
  readonly urls: readonly string[];
  /** Certificates that are trusted besides those that Node trusts, in PEM. */
  readonly ca?: string | undefined;
  /** For an answer, and for a connection. */
  readonly timeout_ms?: number;
  readonly connect_ms?: number;
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

const TIMEOUT_MS_DEFAULT = 20_000;
const CONNECT_MS_DEFAULT = 5_000;
const TRIES = 4;
const HINT =
  "Try again in a few seconds. If it lasts, see whether OpenSearch runs and ONPOINT_SEARCH_URL names it, with https:// where it speaks TLS.";

/** Why there is no answer. A silent one was waited for to the end of its time. */
type Failure = NoConnection & { readonly isSilent: boolean };

type Host = { readonly url: URL; readonly authorization: string | undefined; readonly breaker: Breaker };

/** Asks a cluster, host after host. Everything it is asked may be asked twice. */
export class Connection {
  readonly #hosts: readonly Host[];
  readonly #timeout_ms: number;
  readonly #connect_ms: number;
  readonly #exchange: Exchange;
  #next = 0;

  constructor(options: ConnectionOptions) {
    const { urls, ca, timeout_ms = TIMEOUT_MS_DEFAULT, connect_ms = CONNECT_MS_DEFAULT } = options;
    this.#exchange = new Exchange({ ca, connect_ms });
    this.#timeout_ms = timeout_ms;
    this.#connect_ms = connect_ms;
    this.#hosts = urls.map(hostOf);
  }

  /**
   * Throws `unavailable` when no host answers, or all say that they cannot now, and an `AnswerFault` for a refusal that
   * lasts. A host that fails is passed over for the next, with growing pauses between the tries; one that was silent is
   * not asked the same again.
   */
  async send(asked: Send): Promise<Reply> {
    let last: NoConnection = { failure: "it did not answer lately, and is left alone for some seconds" };
    const silent = new Set<Host>();
    for (let attempt = 0; attempt < TRIES; attempt++) {
      if (attempt > 0) await pause(attempt, asked.signal);
      const host = this.#take(silent);
      if (host === undefined) break;
      const answer = await this.#ask(host, asked);
      if ("failure" in answer) {
        last = answer;
        if (answer.isSilent) silent.add(host);
        if (!answer.isSilent) host.breaker.failed();
        else if (!(await this.#isThere(host))) host.breaker.trip();
        continue;
      }
      host.breaker.succeeded();
      const isAccepted = answer.status < 300 || asked.accepts?.includes(answer.status) === true;
      if (isAccepted && !isStranger(answer.body)) return answer;
      const fault = new AnswerFault(answer);
      if (!fault.isPassing) throw fault;
      last = { failure: `${host.url.host} answered ${fault.inWords}` };
    }
    throw new OnpointError("unavailable", `the search cluster does not answer: ${last.failure}`, {
      hint: last.hint ?? HINT,
    });
  }

  close(): void {
    this.#exchange.close();
  }

  /** Hosts in turn, those left alone and those given passed over; undefined when none is left. */
  #take(not: ReadonlySet<Host>): Host | undefined {
    for (let tried = 0; tried < this.#hosts.length; tried++) {
      const host = this.#hosts[this.#next++ % this.#hosts.length];
      if (host !== undefined && !not.has(host) && host.breaker.admits()) return host;
    }
    return undefined;
  }

  async #ask({ url, authorization }: Host, asked: Send): Promise<Reply | Failure> {
    const limit = AbortSignal.timeout(asked.timeout_ms ?? this.#timeout_ms);
    const signal = asked.signal === undefined ? limit : AbortSignal.any([asked.signal, limit]);
    try {
      return await this.#exchange.send(url, { ...asked, authorization, signal });
    } catch (thrown) {
      if (asked.signal?.aborted === true) {
        throw new OnpointError("unavailable", "the search was given up", { cause: thrown });
      }
      const { failure, ...more } = limit.aborted ? { failure: "it took too long" } : noConnection(thrown);
      return { failure: `${url.host}: ${failure}`, ...more, isSilent: limit.aborted };
    }
  }

  /** Tells a slow answer from a network that drops packets: there no new connection is answered either. */
  async #isThere(host: Host): Promise<boolean> {
    this.#exchange.dropIdle();
    const answer = await this.#ask(host, { method: "GET", path: "/", timeout_ms: this.#connect_ms });
    return !("failure" in answer);
  }
}

function hostOf(given: string): Host {
  const url = new URL(given);
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  const authorization = url.username === "" ? undefined : `Basic ${Buffer.from(credentials).toString("base64")}`;
  url.username = "";
  url.password = "";
  return { url, authorization, breaker: new Breaker() };
}
