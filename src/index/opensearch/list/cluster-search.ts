import { createHash } from "node:crypto";
import { z } from "zod";
import { BoundedMap } from "#base/bounded-map.ts";
import { machineMs } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import { AnswerFault } from "#index/opensearch/connection/answer-fault.ts";
import type { Connection } from "#index/opensearch/connection/connection.ts";
import { PATHS } from "#index/opensearch/mapping.ts";
import type { Json } from "#index/opensearch/mapping.ts";
import { SEARCH_ANSWER } from "./answers.ts";
import type { FoundDocument, SearchAnswer } from "./answers.ts";

/** What a cluster gives by `from` and `size`; what lies deeper is walked to. */
export const WINDOW_MAX = 10_000;
const DEADLINE_MS = 10_000;
const HELD_OPEN = "1m";
const WHOLE = "allow_partial_search_results=false&include_named_queries_score=true";
/** Of the counts by which hits are put into order. */
const COUNTS_KEPT = { weight_max: 20_000, firstToGo: "set", timeToLive_ms: 5_000 } as const;

/** Questions in one request. */
const TOGETHER_MAX = 100;
const TOGETHER = z.object({ responses: z.array(z.unknown()) });
const REFUSED = z.object({ status: z.number(), error: z.unknown() });

const OPENED = z.object({ pit_id: z.string() });

const AVERAGES = z.object({ aggregations: z.record(z.string(), z.object({ value: z.number().nullable() })) });

/** A search whose wildcards stand for more words than intervals take. */
export class TooManyWords extends Error {}

/** A search that has more words than a cluster takes, those that wildcards are counted by among them. */
export class TooManyClauses extends OnpointError {}

type Asked = {
  readonly connection: Connection;
  readonly alias: string;
  readonly lately: BoundedMap<string, number>;
  readonly until_ms: number;
};

/** Searches over one alias. Half an answer is none: where a shard does not answer, nothing is said. */
export class ClusterSearch {
  readonly #connection: Connection;
  readonly #alias: string;
  readonly #lately: BoundedMap<string, number>;
  readonly #until_ms: number;

  private constructor({ connection, alias, lately, until_ms }: Asked) {
    this.#connection = connection;
    this.#alias = alias;
    this.#lately = lately;
    this.#until_ms = until_ms;
  }

  static of(connection: Connection, alias: string): ClusterSearch {
    const lately = new BoundedMap<string, number>(COUNTS_KEPT);
    return new ClusterSearch({ connection, alias, lately, until_ms: Infinity });
  }

  /** The same for a request that came at `arrived_ms` (`machineMs`): all that is asked for it has one deadline together. */
  askedAt(arrived_ms: number): ClusterSearch {
    const until_ms = arrived_ms + DEADLINE_MS;
    return new ClusterSearch({ connection: this.#connection, alias: this.#alias, lately: this.#lately, until_ms });
  }

  /** Throws `too_costly` for what took too long, and `TooManyWords`. */
  async ask(body: Json, signal?: AbortSignal): Promise<SearchAnswer> {
    return this.#post(`/${this.#alias}/_search?${WHOLE}&preference=${preferenceOf(body)}`, body, signal);
  }

  /** Several questions in one request, answered in their order. Throws as `ask` does. */
  async askAll(bodies: readonly Json[], signal?: AbortSignal): Promise<readonly SearchAnswer[]> {
    if (bodies.length < 2) return Promise.all(bodies.map(async (body) => this.ask(body, signal)));
    const parts: (readonly SearchAnswer[])[] = [];
    for (let at = 0; at < bodies.length; at += TOGETHER_MAX) {
      parts.push(await this.#askTogether(bodies.slice(at, at + TOGETHER_MAX), signal));
    }
    return parts.flat();
  }

  /**
   * Walks through all that is found, `size` at a time, over one state of the index. Ends when `take` says so. The body
   * has an order in which no two documents are equal.
   */
  async walk(
    body: Json,
    size: number,
    take: (page: readonly FoundDocument[], total: number) => Promise<boolean> | boolean,
    signal?: AbortSignal,
  ): Promise<void> {
    const path = `/${this.#alias}/_search/point_in_time?keep_alive=${HELD_OPEN}&allow_partial_pit_creation=false`;
    const { pit_id: id } = OPENED.parse((await this.#connection.send({ method: "POST", path, signal })).body);
    const pit = { id, keep_alive: HELD_OPEN };
    try {
      let after: readonly unknown[] | undefined;
      let total = 0;
      for (;;) {
        const from =
          after === undefined ? { track_total_hits: true } : { search_after: after, track_total_hits: false };
        const { hits } = await this.#post(`/_search?${WHOLE}`, { ...body, size, pit, ...from }, signal);
        total = hits.total?.value ?? total;
        after = hits.hits.at(-1)?.sort;
        if (after === undefined || !(await take(hits.hits, total)) || hits.hits.length < size) return;
      }
    } finally {
      const closing = { method: "DELETE", path: "/_search/point_in_time", body: { pit_id: [id] } } as const;
      await this.#connection.send({ ...closing, accepts: [404] }).catch(() => undefined);
    }
  }

  /** What was counted lately is counted anew: the index was changed from here. */
  forget(): void {
    this.#lately.clear();
  }

  /** Documents that each query finds, in the order of the queries. */
  async counts(queries: readonly Json[], signal?: AbortSignal): Promise<readonly number[]> {
    const bodies = queries.map((query) => ({ query, size: 0, track_total_hits: true }));
    return (await this.askAll(bodies, signal)).map(({ hits }) => hits.total?.value ?? 0);
  }

  /** As `counts`, as it was at most five seconds ago. */
  async lateCounts(queries: readonly Json[], signal?: AbortSignal): Promise<readonly number[]> {
    const known = queries.map((query) => this.#lately.get(JSON.stringify(query)));
    const unknown = queries.filter((_, at) => known[at] === undefined);
    const counted = await this.counts(unknown, signal);
    unknown.forEach((query, at) => this.#lately.set(JSON.stringify(query), counted[at] ?? 0));
    let next = 0;
    return known.map((count) => count ?? counted[next++] ?? 0);
  }

  /** The average of each number over the documents that have it, over all shards; 0 where none has. As `lateCounts`. */
  async lateAverages(paths: readonly string[], signal?: AbortSignal): Promise<readonly number[]> {
    const known = paths.map((path) => this.#lately.get(path));
    if (known.includes(undefined)) {
      const aggs = Object.fromEntries(paths.map((field, at) => [at, { avg: { field } }]));
      const body = { size: 0, track_total_hits: false, aggs };
      const { aggregations } = AVERAGES.parse(
        await this.#send(`/${this.#alias}/_search?${WHOLE}`, this.#withDefaults(body), signal),
      );
      paths.forEach((path, at) => this.#lately.set(path, aggregations[at]?.value ?? 0));
    }
    return paths.map((path, at) => this.#lately.get(path) ?? known[at] ?? 0);
  }

  async #askTogether(bodies: readonly Json[], signal: AbortSignal | undefined): Promise<readonly SearchAnswer[]> {
    const lines = bodies.flatMap((body) => [
      { preference: preferenceOf(body), allow_partial_search_results: false },
      this.#withDefaults(body),
    ]);
    const asked = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    const { responses } = TOGETHER.parse(await this.#send(`/${this.#alias}/_msearch`, asked, signal));
    refuse(responses);
    // What was put off is asked again by itself, so that it is tried again and told of as any other.
    return Promise.all(
      bodies.map(async (body, at) => {
        const answer = SEARCH_ANSWER.safeParse(responses[at]);
        return answer.success ? inTime(answer.data) : this.ask(body, signal);
      }),
    );
  }

  async #post(path: string, body: Json, signal: AbortSignal | undefined): Promise<SearchAnswer> {
    return inTime(SEARCH_ANSWER.parse(await this.#send(path, this.#withDefaults(body), signal)));
  }

  /** Throws `too_costly` where no time is left. Whole seconds: a cluster remembers answers by the words of the question. */
  #withDefaults(body: Json): Json {
    const left_ms = Math.min(DEADLINE_MS, this.#until_ms - machineMs());
    if (left_ms <= 0) throw tooSlow();
    return { timeout: `${Math.ceil(left_ms / 1000)}s`, _source: false, stored_fields: "_none_", ...body };
  }

  async #send(path: string, body: Json | Uint8Array, signal: AbortSignal | undefined): Promise<unknown> {
    try {
      return (await this.#connection.send({ method: "POST", path, body, signal })).body;
    } catch (thrown) {
      throw thrown instanceof AnswerFault ? translated(thrown) : thrown;
    }
  }
}

/** Throws what another try does not mend. */
function refuse(responses: readonly unknown[]): void {
  for (const body of responses) {
    const { data } = REFUSED.safeParse(body);
    const fault = data && new AnswerFault({ status: data.status, body });
    if (fault?.isPassing === false) throw translated(fault);
  }
}

/** The same question goes to the same copies, so that equal scores are equal on every page. */
function preferenceOf(body: Json): string {
  return createHash("sha256")
    .update(JSON.stringify(body["query"] ?? ""))
    .digest("hex")
    .slice(0, 16);
}

function inTime(answer: SearchAnswer): SearchAnswer {
  if (answer.timed_out) throw tooSlow();
  return answer;
}

function tooSlow(): OnpointError {
  return tooCostly(`the search took more than ${DEADLINE_MS / 1000} seconds`);
}

function translated(fault: AnswerFault): Error {
  const said = fault.reasons.join("; ");
  if (/expanded to too many terms/iu.test(said)) return new TooManyWords(said);
  // Where no part of an answer is wanted, the shard that was not done in time fails.
  if (/time exceeded/iu.test(said)) return tooSlow();
  if (/too many clauses|maxClauseCount/iu.test(said)) return new TooManyClauses("too_costly", TOO_MANY, { hint: HINT });
  if (/too many buckets|determiniz|too complex/iu.test(said)) return tooCostly(TOO_MANY);
  return fault;
}

const TOO_MANY = "the query has more words or wildcards than the search cluster takes";
const HINT = "Ask for fewer or longer words, or add filters.";

function tooCostly(message: string): OnpointError {
  return new OnpointError("too_costly", message, { hint: HINT });
}

/** Documents by their ids, and what else is to be told of them. */
export const IDS_ONLY: { readonly docvalue_fields: readonly string[] } = { docvalue_fields: [PATHS.id] };
