import { z } from "zod";
import { OnpointError } from "#base/errors.ts";
import type { ThreadPool } from "#base/threads/thread-pool.ts";
import type { IndexDocument } from "#index/index.ts";
import type { CollectionSchema } from "#index/schema.ts";
import { AnswerFault } from "#index/opensearch/connection/answer-fault.ts";
import type { Connection } from "#index/opensearch/connection/connection.ts";
import { pause } from "#index/opensearch/connection/pause.ts";
import { indexBody } from "#index/opensearch/mapping.ts";
import type { IndexMeta, IndexShape } from "#index/opensearch/mapping.ts";
import { MAPPINGS } from "#index/opensearch/ownership.ts";
import type { Ownership } from "#index/opensearch/ownership.ts";
import type { WordsRequests } from "#index/opensearch/words-worker.ts";
import { deletionBody } from "./bulk-bodies.ts";
import type { BulkBody } from "./bulk-bodies.ts";

export type WriterTools = {
  readonly schema: CollectionSchema;
  readonly shape: IndexShape;
  readonly alias: string;
  readonly connection: Connection;
  readonly readers: ThreadPool<WordsRequests>;
  readonly ownership: Ownership;
  readonly owner: string | undefined;
  /**
   * Rises with every process that writes the index after another; undefined where a data directory has one writer. Throws
   * when this process may not be the one that writes it any more.
   */
  readonly term: () => number | undefined;
};

/** What a busy cluster takes its time for; asked again too early, it has the same to do twice. */
const WRITE_TIMEOUT_MS = 180_000;
/** Documents whose lines are made at once. */
const BATCH = 200;
/** Changes of a body that a busy cluster put off are asked for again so often. */
const TRIES = 5;
/** Of one term; four million terms then have their place below 2^53. */
const CHANGES_MAX = 2 ** 31;

const ITEM = z.object({
  status: z.number(),
  error: z.object({ type: z.string().nullish(), reason: z.string().nullish() }).optional(),
});
const BULK_ANSWER = z.object({ items: z.array(z.record(z.string(), ITEM)) });
export const INDEXES: z.ZodType<readonly { readonly index: string }[]> = z.array(z.object({ index: z.string() }));
const REFRESHED = z.object({ _shards: z.object({ failed: z.number() }) });
const ALIASES = z.record(z.string(), z.unknown());

/** Writes to the index behind an alias, and puts another in its place. */
export class ClusterWriter {
  readonly #tools: WriterTools;
  #version = 0;

  constructor(tools: WriterTools) {
    this.#tools = tools;
  }

  /** Makes an empty index where the alias has none. Two that do it at once make one. */
  async prepare(): Promise<void> {
    const { alias, connection, ownership } = this.#tools;
    const { status } = await connection.send({ method: "GET", path: `/_alias/${alias}`, accepts: [404] });
    const isFilled = this.#isFilledByPosition;
    if (status === 404) await this.#create(`${alias}-1`, { aliases: { [alias]: {} }, isFilled });
    await ownership.check();
  }

  /** Puts an empty index of these records in the place of whatever the alias points to. */
  async startOver(): Promise<void> {
    const { alias } = this.#tools;
    const index = `${alias}-${Date.now().toString(36)}`;
    await this.#create(index, { aliases: {}, isFilled: this.#isFilledByPosition });
    await this.#point(index);
    await this.#removeStrangers();
  }

  async change(upserts: readonly IndexDocument[], deletes: readonly string[]): Promise<void> {
    const { alias, ownership } = this.#tools;
    const target = { index: alias, version: this.#nextVersion() };
    if (deletes.length > 0) {
      // A deletion with a version makes the index it does not find, whatever is required: it has to be there.
      await ownership.check();
      await this.#send(deletionBody(target, deletes), "require_alias=true");
    }
    await this.#add(alias, upserts, "require_alias=true");
    await this.#refresh(alias);
  }

  /** What was missing is there. */
  async mended(): Promise<void> {
    await this.note({ isFilled: true });
  }

  /** What the index tells of itself from now on. */
  async note(news: Partial<IndexMeta>): Promise<void> {
    // Throws where another process follows the records by now: it would be said of what that one makes.
    this.#tools.term();
    await this.#tools.ownership.note(news);
  }

  /**
   * Fills a new index and lets the alias point to it; whoever searches meanwhile is answered by the old one. It takes the
   * old one's stamps with its place: the records have no later position of it than it has.
   */
  async replaceAll(batches: AsyncIterable<readonly IndexDocument[]>): Promise<void> {
    const { alias, ownership } = this.#tools;
    await this.#removeStrangers();
    const index = `${alias}-${Date.now().toString(36)}`;
    const { stamps } = await ownership.check();
    await this.#create(index, { aliases: {}, isFilled: true, stamps });
    try {
      for await (const batch of batches) await this.#add(index, batch, "");
      await this.#refresh(index);
      await this.#refuseRemade(index);
      await this.#point(index);
    } finally {
      await this.#removeStrangers();
    }
  }

  /** What an index of vectors lacks, its follower sees from its position. */
  get #isFilledByPosition(): boolean {
    return this.#tools.schema.vectors !== undefined;
  }

  /** In one step, so that the alias always points to one index. */
  async #point(index: string): Promise<void> {
    const { alias, connection, term } = this.#tools;
    // Throws where another process follows the records by now: its index has what this one lacks.
    term();
    const actions = [{ remove: { index: `${alias}-*`, alias } }, { add: { index, alias } }];
    await connection.send({ method: "POST", path: "/_aliases", body: { actions } });
  }

  async #add(index: string, documents: readonly IndexDocument[], query: string): Promise<void> {
    for (let at = 0; at < documents.length; at += BATCH) {
      const version = this.#nextVersion();
      const part = documents.slice(at, at + BATCH);
      const bodies = await this.#tools.readers.ask("bodies", { index, version, documents: part });
      for (const body of bodies) await this.#send(body, query);
    }
  }

  /** What a cluster put off is asked for again with the rest, which changes nothing a second time. */
  async #send({ lines, ids }: BulkBody, query: string): Promise<void> {
    const path = `/_bulk?${query}`;
    for (let attempt = 1; ; attempt++) {
      const { body } = await this.#tools.connection.send({
        method: "POST",
        path,
        body: lines,
        timeout_ms: WRITE_TIMEOUT_MS,
      });
      const items = BULK_ANSWER.parse(body).items.map((item) => Object.values(item)[0]);
      const failed = items.findIndex((item) => item !== undefined && !isDone(item));
      const item = items[failed];
      if (item === undefined) return;
      const fault = new AnswerFault({ status: item.status, body: item });
      if (fault.code !== "unavailable") {
        const reason = item.error?.reason ?? `status ${item.status}`;
        throw new OnpointError("internal", `the search cluster refused document ${ids[failed]}: ${reason}`);
      }
      if (fault.isFull) throw noRoom(fault);
      if (!fault.isPassing || attempt === TRIES) throw fault;
      await pause(attempt);
    }
  }

  /** A cluster makes an index that was deleted anew, of any shape, for who goes on writing to it. */
  async #refuseRemade(index: string): Promise<void> {
    const { body } = await this.#tools.connection.send({ method: "GET", path: `/${index}/_mapping` });
    if (MAPPINGS.safeParse(body).success) return;
    throw new OnpointError("unavailable", `the index ${index} was deleted on the search cluster while it was filled`);
  }

  async #refresh(index: string): Promise<void> {
    const asked = { method: "POST", path: `/${index}/_refresh`, timeout_ms: WRITE_TIMEOUT_MS } as const;
    const { body } = await this.#tools.connection.send(asked);
    // A shard that has not started is refreshed when it does, and is no failure.
    if (REFRESHED.parse(body)._shards.failed > 0) throw new AnswerFault({ status: 503, body });
  }

  async #create(
    index: string,
    { aliases, ...meta }: { readonly aliases: Record<string, unknown> } & Pick<IndexMeta, "isFilled" | "stamps">,
  ): Promise<void> {
    const { schema, shape, connection, owner } = this.#tools;
    const body = { ...indexBody(schema, shape, { ...meta, owner }), aliases };
    const reply = await connection.send({ method: "PUT", path: `/${index}`, body, accepts: [400] });
    if (reply.status === 400 && !JSON.stringify(reply.body).includes("resource_already_exists_exception")) {
      throw new OnpointError("internal", `the search cluster did not make ${index}: ${JSON.stringify(reply.body)}`);
    }
  }

  /** Removes what an earlier filling left behind, or what was replaced: indexes of the alias's name without the alias. */
  async #removeStrangers(): Promise<void> {
    const { alias, connection, term } = this.#tools;
    // What looks left over may be another's that fills it now.
    term();
    const all = await connection.send({ method: "GET", path: `/_cat/indices/${alias}-*?format=json&h=index` });
    const held = await connection.send({ method: "GET", path: `/_alias/${alias}`, accepts: [404] });
    const kept = new Set(held.status === 404 ? [] : Object.keys(ALIASES.parse(held.body)));
    for (const { index } of INDEXES.parse(all.body)) {
      if (!kept.has(index)) await connection.send({ method: "DELETE", path: `/${index}`, accepts: [404] });
    }
  }

  /**
   * Rises from change to change. With terms every change of a later process is above all of an earlier one, however late
   * that one's arrive; without, as long as the clock rises, in microseconds.
   */
  #nextVersion(): number {
    const term = this.#tools.term();
    const least = term === undefined ? Date.now() * 1000 : term * CHANGES_MAX;
    this.#version = Math.max(this.#version + 1, least);
    return this.#version;
  }
}

/** OpenSearch writes nothing more to indexes on a node whose disk is nearly full, and again when there is room. */
function noRoom(cause: AnswerFault): OnpointError {
  return new OnpointError("storage_full", `there is no room left on the search cluster: ${cause.reasons.join("; ")}`, {
    hint: "Free some space on its nodes, or add one; OpenSearch then lets the indexes be written again.",
    cause,
  });
}

/** A change that came late finds a newer one, and a deletion may find nothing: but not where there is no index. */
function isDone({ status, error }: z.infer<typeof ITEM>): boolean {
  return status < 300 || (status === 404 && error === undefined) || status === 409;
}
