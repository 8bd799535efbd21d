import { z } from "zod";
import { monotonicMs } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import type { Connection } from "./connection/connection.ts";
import type { IndexMeta } from "./mapping.ts";

const META: z.ZodType<IndexMeta> = z.object({
  isFilled: z.boolean(),
  owner: z.string().optional(),
  stamps: z.array(z.number()).readonly().optional(),
});
/** Mappings of indexes that were made here. */
export const MAPPINGS = z.record(z.string(), z.object({ mappings: z.object({ _meta: META }) }));

/** An index that was given to another database meanwhile, or thrown away and made anew, answers no longer than this. */
const BELIEVED_MS = 2_000;

export type OwnershipOptions = {
  readonly connection: Connection;
  readonly alias: string;
  /** The identity of the records that the index is made of; without it it is not asked whose it is. */
  readonly owner: string | undefined;
};

/** What the index told, and until when that is believed. */
type Look = { readonly meta: Promise<IndexMeta>; readonly until_ms: number };

/** Whose an index is, and what it tells of itself: kept with it, so that it goes where it goes. */
export class Ownership {
  readonly #options: OwnershipOptions;
  #look: Look | undefined;

  constructor(options: OwnershipOptions) {
    this.#options = options;
  }

  /** What the index behind the alias tells of itself, as the node that is asked knows it or as the cluster's manager does. */
  async #meta(of: "node" | "manager"): Promise<IndexMeta> {
    const { connection, alias } = this.#options;
    const path = `/${alias}/_mapping${of === "node" ? "?local=true" : ""}`;
    const { body } = await connection.send({ method: "GET", path });
    const { data } = MAPPINGS.safeParse(body);
    if (data === undefined) throw isStrange(alias);
    const metas = Object.values(data).map(({ mappings }) => mappings._meta);
    const [first] = metas;
    if (first === undefined) throw new OnpointError("unavailable", `the search cluster has no index ${alias}`);
    return { ...first, isFilled: metas.every(({ isFilled }) => isFilled) };
  }

  /** Notes what is said anew; the rest stays. Only the process that writes the index may. */
  async note(news: Partial<IndexMeta>): Promise<void> {
    const { connection, alias, owner } = this.#options;
    const body = { _meta: { ...(await this.#meta("manager")), owner, ...news } satisfies IndexMeta };
    await connection.send({ method: "PUT", path: `/${alias}/_mapping`, body });
  }

  /** Throws `conflict` when the index is made of another database's records. */
  async check(): Promise<IndexMeta> {
    return this.#checked("manager");
  }

  async #checked(of: "node" | "manager"): Promise<IndexMeta> {
    const { alias, owner } = this.#options;
    const meta = await this.#meta(of);
    if (owner !== undefined && meta.owner !== undefined && meta.owner !== owner)
      throw belongsElsewhere(alias, meta.owner, owner);
    return meta;
  }

  /** The same as the node that is asked knows it, also where none is chosen to manage the cluster. */
  async checkNearby(): Promise<IndexMeta> {
    return this.#checked("node");
  }

  /**
   * The same for every use: asked anew when the last answer is some seconds old. Who asks meanwhile shares it. A node tells
   * it as well as the manager does, and goes on when the manager has ended and none other is chosen yet.
   */
  async checkLately(): Promise<IndexMeta> {
    if (this.#look === undefined || monotonicMs() >= this.#look.until_ms) {
      const look = { meta: this.#checked("node"), until_ms: monotonicMs() + BELIEVED_MS };
      look.meta.catch(() => {
        if (this.#look === look) this.#look = undefined;
      });
      this.#look = look;
    }
    return this.#look.meta;
  }

  /** The index may have changed: what was told of it is believed no more. */
  forget(): void {
    this.#look = undefined;
  }
}

/** Made by the cluster for someone who wrote to a name that was free. */
function isStrange(alias: string): OnpointError {
  return new OnpointError("unavailable", `the index ${alias} on the search cluster was not made by this program`, {
    hint: "Delete it there: it is rebuilt and filled from the records.",
  });
}

function belongsElsewhere(alias: string, theirs: string, ours: string): OnpointError {
  return new OnpointError(
    "conflict",
    `the index ${alias} on the search cluster is made of another database (${theirs}) than these records (${ours})`,
    {
      hint: "Give this service its own ONPOINT_SEARCH_PREFIX. Where these records have taken the place of the others, as after a restore, `onpoint index adopt` rebuilds the indexes from them.",
    },
  );
}
