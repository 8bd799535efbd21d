import { z } from "zod";
import type { Logger } from "#base/log.ts";
import type { DamagedPart, EngineStatus, EngineVerification } from "#index/index.ts";
import { AnswerFault } from "./connection/answer-fault.ts";
import type { Connection } from "./connection/connection.ts";
import { PATHS } from "./mapping.ts";
import type { Ownership } from "./ownership.ts";

/** Settings of a cluster, and the least that is needed of each. */
export const NEEDED_SETTINGS = {
  /** A passage of a hundred words over all fields, matched and scored. */
  "indices.query.bool.max_clause_count": 8192,
  /** Four facets of 10,000 values. */
  "search.max_buckets": 40_000,
} as const;
const CLAUSES_SETTING = "indices.query.bool.max_clause_count";
const CLAUSES = NEEDED_SETTINGS[CLAUSES_SETTING];
const IDS_AT_ONCE = 1000;

const STATUS = z.enum(["green", "yellow", "red"]);
const HEALTH = z.object({
  status: STATUS,
  unassigned_shards: z.number(),
  indices: z.record(z.string(), z.object({ status: STATUS })),
});
const STATS = z.object({
  _all: z.object({ primaries: z.object({ store: z.object({ size_in_bytes: z.number() }).optional() }) }),
});
const UNFILLED = "the index was made anew and is being filled from the records";
const COUNT = z.object({ count: z.number() });
const FOUND = z.object({
  docs: z.array(
    z.object({
      _id: z.string(),
      found: z.boolean().optional(),
      /** Of one whose shard does not answer: whether it is there is not known. */
      error: z.looseObject({ type: z.string() }).optional(),
    }),
  ),
});

/** What a cluster tells of itself and of an index. */
export class ClusterState {
  readonly #connection: Connection;
  readonly #alias: string;
  readonly #log: Logger;
  readonly #ownership: Ownership;

  constructor(connection: Connection, alias: string, ownership: Ownership, log: Logger) {
    this.#connection = connection;
    this.#alias = alias;
    this.#ownership = ownership;
    this.#log = log;
  }

  /** Lets the cluster take long queries. Where it refuses, that is said in the log, and such queries are refused. */
  async prepare(): Promise<void> {
    const body = { persistent: { [CLAUSES_SETTING]: CLAUSES } };
    await this.#connection.send({ method: "PUT", path: "/_cluster/settings", body }).catch((thrown: unknown) => {
      if (!(thrown instanceof AnswerFault)) throw thrown;
      const advice = `set ${CLAUSES_SETTING} to ${CLAUSES}, or long queries are refused as too costly`;
      this.#log.warn({ reason: thrown.message }, `the search cluster cannot be set up from here: ${advice}`);
    });
  }

  async status(): Promise<EngineStatus> {
    const [{ count }, stats, damaged] = await Promise.all([
      this.#get("_count").then((body) => COUNT.parse(body)),
      this.#get("_stats/store").then((body) => STATS.parse(body)),
      this.#damaged(),
    ]);
    return { documents: count, size_bytes: stats._all.primaries.store?.size_in_bytes ?? 0, damaged };
  }

  /** Whether all shards are there; what they hold the cluster checks itself. */
  async verify(): Promise<EngineVerification> {
    const { documents, damaged } = await this.status();
    const faults = damaged.map(({ name, file, reason }) => ({ segment: name, file, reason }));
    return { documents, terms: 0, postings: 0, faults };
  }

  async missing(ids: readonly string[]): Promise<readonly string[]> {
    const missing: string[] = [];
    for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
      const asked = ids.slice(at, at + IDS_AT_ONCE);
      const path = `/${this.#alias}/_mget?_source=false&stored_fields=${PATHS.id}`;
      const { body } = await this.#connection.send({ method: "POST", path, body: { ids: asked } });
      const { docs } = FOUND.parse(body);
      const unknown = docs.find(({ error }) => error !== undefined);
      if (unknown !== undefined) {
        const status = unknown.error?.type === "index_not_found_exception" ? 404 : 503;
        throw new AnswerFault({ status, body: unknown });
      }
      missing.push(...docs.flatMap(({ _id, found }) => (found === true ? [] : _id)));
    }
    return missing;
  }

  /** What every answer has to say while the index lacks documents. */
  async missingInWords(): Promise<readonly string[]> {
    const { isFilled } = await this.#ownership.checkLately();
    return isFilled ? [] : [`Documents are missing: ${UNFILLED}.`];
  }

  async #damaged(): Promise<readonly DamagedPart[]> {
    const missing = await this.missingInWords();
    const unfilled = missing.map(() => ({ name: this.#alias, documents: 0, file: "", reason: UNFILLED }));
    return [...unfilled, ...(await this.#lost())];
  }

  async #lost(): Promise<readonly DamagedPart[]> {
    const path = `/_cluster/health/${this.#alias}?local=true&level=indices`;
    const { body } = await this.#connection.send({ method: "GET", path, accepts: [408] });
    const { status, unassigned_shards, indices } = HEALTH.parse(body);
    // A cluster that chooses its manager calls itself red whatever the shards are, and answers searches meanwhile.
    const states = Object.values(indices);
    if (status !== "red" || (states.length > 0 && states.every((one) => one.status !== "red"))) return [];
    const reason = `${unassigned_shards} shards of the index are on no node of the cluster`;
    return [{ name: this.#alias, documents: 0, file: "", reason }];
  }

  async #get(what: string): Promise<unknown> {
    return (await this.#connection.send({ method: "GET", path: `/${this.#alias}/${what}` })).body;
  }
}
