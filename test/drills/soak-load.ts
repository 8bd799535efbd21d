import { once } from "node:events";
import { Agent, request } from "node:http";
import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { HOSTILE, QUERIES } from "./soak-questions.ts";
import type { Held } from "./soak-questions.ts";

export type Answer = { readonly status: number; readonly body: unknown };

/** Longer than every limit of time that the service sets itself. */
const ANSWER_MS_MAX = 60_000;
const SHOWN_CHARS = 300;
const SHOWN_MAX = 20;
const CHECKED_TOGETHER = 10;
const READ_SHARE_MIN = 0.95;

type Searched = {
  readonly pagination?: { readonly total_results?: number };
  readonly warnings?: readonly unknown[];
};
type Checked = {
  readonly citations?: readonly { readonly text: string; readonly verdict: string }[];
  readonly warnings?: readonly unknown[];
};

/** Asks a service again and again, and keeps what it denied though it holds it. */
export class SoakLoad {
  readonly denials: string[] = [];
  /** Refusals and failures of the service itself, by what was asked. */
  readonly failures: string[] = [];
  /** Answers by status; 0 stands for none, as when a process was killed under the request. */
  readonly statuses: Map<number, number> = new Map();
  /** Answers that said themselves that something is still being read in. */
  warned = 0;
  readonly #origin: string;
  readonly #key: string;
  readonly #held: Held;
  /** Of those that are held: what a check reads and finds in peace. */
  readonly #citations: string[] = [];
  readonly #least = new Map<string, number>();
  readonly #agent = new Agent({ keepAlive: true });

  constructor(origin: string, key: string, held: Held) {
    this.#origin = origin;
    this.#key = key;
    this.#held = held;
  }

  /** What a whole service answers before anything happens to it. */
  async learn(): Promise<void> {
    for (const query of QUERIES) {
      const { status, body } = await this.#post("/v1/search", { query, mode: "keyword" });
      const total = (body as Searched).pagination?.total_results;
      if (status !== 200 || total === undefined || total === 0) {
        throw new Error(`${query}: ${status} ${shown(body)}: the soak wants queries that find something`);
      }
      this.#least.set(query, total);
    }
    const { citations } = this.#held;
    for (let from = 0; from < citations.length; from += CHECKED_TOGETHER) {
      const asked = citations.slice(from, from + CHECKED_TOGETHER);
      const missing = new Set(await this.#missing(asked));
      this.#citations.push(...asked.filter((citation) => !missing.has(citation)));
    }
    if (this.#citations.length < citations.length * READ_SHARE_MIN) {
      throw new Error(`only ${this.#citations.length} of ${citations.length} citations are read in peace`);
    }
  }

  /** Asks in turns what the service holds, until it is over. */
  async askHeld(over: AbortSignal, turnOfBegin: number): Promise<void> {
    for (let turn = turnOfBegin; !over.aborted; turn++) {
      if (turn % 3 === 0) await this.#search(QUERIES[(turn / 3) % QUERIES.length] ?? "negligence");
      else if (turn % 3 === 1) await this.#check(turn);
      else await this.#askAsAssistant(turn);
      await sleep(30);
    }
  }

  async askHostile(over: AbortSignal): Promise<void> {
    for (let turn = 0; !over.aborted; turn++) {
      const request = HOSTILE[turn % HOSTILE.length];
      if (request === undefined) return;
      const { status } = await this.#post(request.path, request.body);
      if (status >= 500 && status !== 503 && status !== 504) this.#failed(`${request.path}: ${status}`);
      await sleep(500);
    }
  }

  async #search(query: string): Promise<void> {
    const { status, body } = await this.#post("/v1/search", { query, mode: "keyword" });
    if (status !== 200) return;
    const { pagination, warnings = [] } = body as Searched;
    const least = this.#least.get(query) ?? 0;
    if ((pagination?.total_results ?? 0) >= least) return;
    if (warnings.length > 0) this.warned++;
    else this.#denied(`${query}: ${pagination?.total_results} of ${least}: ${shown(body)}`);
  }

  async #check(turn: number): Promise<void> {
    const asked = Array.from({ length: CHECKED_TOGETHER }, (_, index) => this.#citation(turn + index));
    const missing = await this.#missing(asked);
    if (missing.length > 0) this.#denied(`check of ${missing.join(", ")}`);
  }

  /** Those of them that a check, without a warning, does not find. */
  async #missing(asked: readonly string[]): Promise<readonly string[]> {
    const text = asked.map((citation) => `See ${citation}.`).join(" ");
    const { status, body } = await this.#post("/v1/citations/check", { text });
    if (status !== 200) return [];
    const { citations = [], warnings = [] } = body as Checked;
    const missing = asked.filter((citation) => !citations.some((row) => row.text === citation && isHeld(row.verdict)));
    if (missing.length === 0 || warnings.length === 0) return missing;
    this.warned++;
    return [];
  }

  async #askAsAssistant(turn: number): Promise<void> {
    const citation = this.#citation(turn);
    const { status, body } = await this.#post("/mcp", {
      jsonrpc: "2.0",
      id: turn,
      method: "tools/call",
      params: { name: "search", arguments: { queries: [{ query: citation }] } },
    });
    if (status !== 200) return;
    const told = JSON.stringify(body);
    if (!/No opinion (?:holds|has)|not held|nothing is held/iu.test(told)) return;
    if (/still being|so far|incomplete/iu.test(told)) this.warned++;
    else this.#denied(`assistant asked for ${citation}: ${told.slice(0, SHOWN_CHARS)}`);
  }

  #citation(turn: number): string {
    return this.#citations[turn % this.#citations.length] ?? "";
  }

  async #post(path: string, asked: unknown): Promise<Answer> {
    let answer: Answer;
    try {
      answer = await this.#sent(path, JSON.stringify(asked));
    } catch (error) {
      if (error instanceof Error && (error.cause as Error | undefined)?.name === "TimeoutError")
        this.#failed(`${path}: no answer in ${ANSWER_MS_MAX} ms: ${shown(asked)}`);
      answer = { status: 0, body: undefined };
    }
    this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1);
    if (answer.status === 500) this.#failed(`${path}: 500 ${shown(answer.body)}`);
    return answer;
  }

  /** By `node:http`: the `fetch` of Node 24 throws where nobody can catch it when a server is killed in the middle of an answer. */
  async #sent(path: string, body: string): Promise<Answer> {
    const asked = request(`${this.#origin}${path}`, {
      method: "POST",
      agent: this.#agent,
      headers: {
        Authorization: `Bearer ${this.#key}`,
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
      },
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    });
    asked.end(body);
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    return { status: response.statusCode ?? 0, body: parsed(await text(response)) };
  }

  #denied(what: string): void {
    if (this.denials.length < SHOWN_MAX) this.denials.push(what);
  }

  #failed(what: string): void {
    if (this.failures.length < SHOWN_MAX) this.failures.push(what);
  }
}

/** A decision that is held may differ from what was asked for in a fact, never be unknown. */
function isHeld(verdict: string): boolean {
  return verdict !== "not_held" && verdict !== "reporter_unknown";
}

function shown(value: unknown): string {
  return JSON.stringify(value).slice(0, SHOWN_CHARS);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
