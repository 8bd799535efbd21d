import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { CollectionSchema } from "#index/schema.ts";
import { Connection } from "./connection/connection.ts";
import type { ConnectionOptions } from "./connection/connection.ts";
import { aliasOf, vectorsPrefix } from "./mapping.ts";
import { INDEXES } from "./write/index-writer.ts";

export type VersionsOptions = ConnectionOptions & { readonly prefix: string; readonly replicas: number };

const TOLD = z.record(z.string(), z.object({ mappings: z.object({ _meta: z.object({ version: z.unknown() }) }) }));

/** Processes look this often at most which version answers, and what they have asked by then is answered. */
export const GRACE_MS = 5_000;

/** Which version of vectors answers, for all processes on a cluster: told by an index that has no documents. */
export class VectorVersions {
  readonly #connection: Connection;
  readonly #prefix: string;
  readonly #replicas: number;
  readonly #grace_ms: number;

  constructor({ prefix, replicas, ...connection }: VersionsOptions, grace_ms = GRACE_MS) {
    this.#connection = new Connection(connection);
    this.#prefix = prefix;
    this.#replicas = replicas;
    this.#grace_ms = grace_ms;
  }

  /** As it was told to `use`; undefined before there is one. */
  async current(): Promise<unknown> {
    const path = `/${this.#teller}/_mapping?local=true`;
    const { status, body } = await this.#connection.send({ method: "GET", path, accepts: [404] });
    if (status === 404) return undefined;
    const [told] = Object.values(TOLD.parse(body));
    return told?.mappings._meta.version;
  }

  /**
   * The version answers from now on. What is held of other versions of the same collections is removed when nobody asks
   * it any more.
   */
  async use(version: unknown, schemas: readonly CollectionSchema[]): Promise<void> {
    const before = await this.current();
    await this.#tell(version);
    if (before !== undefined) await sleep(this.#grace_ms);
    for (const schema of schemas) await this.#removeOthers(schema);
  }

  async holds(schema: CollectionSchema): Promise<boolean> {
    const path = `/_alias/${aliasOf(this.#prefix, schema)}`;
    return (await this.#connection.send({ method: "GET", path, accepts: [404] })).status === 200;
  }

  close(): void {
    this.#connection.close();
  }

  get #teller(): string {
    return `${this.#prefix}-vectors-current`;
  }

  async #tell(version: unknown): Promise<void> {
    const meta = { _meta: { version } };
    const index = { number_of_shards: 1, number_of_replicas: this.#replicas };
    const body = { settings: { index }, mappings: { dynamic: "strict", ...meta } };
    const path = `/${this.#teller}`;
    const made = await this.#connection.send({ method: "PUT", path, body, accepts: [400] });
    if (made.status === 400) await this.#connection.send({ method: "PUT", path: `${path}/_mapping`, body: meta });
  }

  async #removeOthers(schema: CollectionSchema): Promise<void> {
    const path = `/_cat/indices/${vectorsPrefix(this.#prefix, schema)}-*?format=json&h=index`;
    const { body } = await this.#connection.send({ method: "GET", path });
    for (const { index } of INDEXES.parse(body)) {
      if (index.startsWith(`${aliasOf(this.#prefix, schema)}-`)) continue;
      await this.#connection.send({ method: "DELETE", path: `/${index}`, accepts: [404] });
    }
  }
}
