import { monotonicMs } from "#base/clock.ts";
import { messageOf, OnpointError } from "#base/errors.ts";
import type { Db } from "#db/connection.ts";
import { holderOfLease, LeaseSeeker } from "#db/postgres/lease.ts";
import type { Lease } from "#db/postgres/lease.ts";
import { openEmbedders } from "#embedding/embedders.ts";
import { forEachCollection } from "#projections/collections.ts";
import { startFollower } from "#projections/follower.ts";
import type { FollowedIndexes, Follower } from "#projections/follower.ts";
import { logOptions } from "../context.ts";
import type { Context } from "../context.ts";
import { openIndexes } from "../index-files.ts";
import type { Indexes } from "../index-files.ts";
import { followedOrTakenOver } from "./takeover.ts";
import { VectorSeat } from "./vector-seat.ts";

/** How often a process that may follow tries whether nobody does. */
const SEEK_MS = 1_000;

type Seated = {
  readonly engines: Indexes;
  readonly follows: boolean;
  /** That of the lease it has; throws without one. */
  readonly term: () => number;
  /** Told of each lease before anything is written under it. */
  readonly onLease: (lease: Lease) => void;
};
type Leading = { readonly lease: Lease; readonly follower: Follower };

/**
 * The indexes of one of any number of processes on PostgreSQL and OpenSearch. All of them search alike; of those that
 * may follow the records, the one that has the lease does, and another as soon as that one has lost it.
 */
export class ClusterSeat {
  readonly #context: Context;
  readonly #db: Db;
  readonly #seeker: LeaseSeeker | undefined;
  readonly engines: Indexes;
  readonly vectors: VectorSeat;
  readonly #onLease: Seated["onLease"];
  #leading: Leading | undefined;
  #timer: NodeJS.Timeout | undefined;
  #trying: Promise<void> | undefined;
  #trouble = "";

  static async open(context: Context, db: Db, { follows }: { readonly follows: boolean }): Promise<ClusterSeat> {
    const leading: { lease?: Lease } = {};
    const term = (): number => {
      if (leading.lease === undefined)
        throw new OnpointError("unavailable", "this process does not follow the records");
      leading.lease.check();
      return leading.lease.epoch;
    };
    const engines = await openIndexes(context, { db, waits: true, term });
    const seat = new ClusterSeat(context, db, { engines, follows, term, onLease: (lease) => (leading.lease = lease) });
    await seat.#seek();
    return seat;
  }

  private constructor(context: Context, db: Db, { engines, follows, onLease, term }: Seated) {
    const { databaseUrl } = context.config;
    this.#onLease = onLease;
    this.#context = context;
    this.#db = db;
    this.engines = engines;
    const isLeading = (): boolean => this.#leading !== undefined;
    this.vectors = new VectorSeat(context, openEmbedders(context.config), { isLeading, db, term });
    if (!follows || databaseUrl === null) return;
    this.#seeker = new LeaseSeeker({ databaseUrl, purpose: "index" });
    this.#timer = setInterval(() => void this.#seek(), SEEK_MS);
    this.#timer.unref();
  }

  /** What keeps this process from following the records, if it is the one that does. */
  failure(): string | undefined {
    return this.#leading?.follower.failure();
  }

  vectorsFailure(): string | undefined {
    return this.#leading?.follower.vectorsFailure();
  }

  /** Whether this process follows the records, or another that has the lease, or one may be about to take it. */
  readonly isFollowed = followedOrTakenOver(
    async () => this.#leading !== undefined || (await holderOfLease(this.#db, "index")) !== undefined,
    monotonicMs,
  );

  /** Who follows the records, for the person who looks after the service. Throws what keeps it from following. */
  async followedBy(): Promise<string> {
    const failure = this.failure();
    if (failure !== undefined) throw new Error(`it does not follow the records: ${failure}`);
    if (this.#leading !== undefined) return `follows the records (term ${this.#leading.lease.epoch})`;
    const holder = await holderOfLease(this.#db, "index");
    if (holder === undefined) return "nobody follows the records at the moment";
    return `${holder.name} follows the records`;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#trying;
    const leading = this.#leading;
    this.#leading = undefined;
    await leading?.follower.stop();
    await this.vectors.close();
    await this.engines.close();
    await leading?.lease.release();
    await this.#seeker?.close();
  }

  async #seek(): Promise<void> {
    if (this.#seeker === undefined || this.#leading !== undefined) return;
    this.#trying ??= this.#take(this.#seeker)
      .then(() => void (this.#trouble = ""))
      .catch((error: unknown) => this.#say(messageOf(error)))
      .finally(() => (this.#trying = undefined));
    await this.#trying;
  }

  async #take(seeker: LeaseSeeker): Promise<void> {
    const lease = await seeker.seek();
    if (lease === undefined) return;
    this.#onLease(lease);
    const { config, log } = this.#context;
    const vectors = { calls: whileHeld(this.vectors.calls, lease), embedding: config };
    const indexes: FollowedIndexes = {
      ...forEachCollection(({ name }) => whileHeld(this.engines[name], lease)),
      vectors,
      ...(this.engines.stamps && { stamps: stampsWhileHeld(this.engines.stamps, lease) }),
    };
    const leading = { lease, follower: startFollower(this.#db, indexes, log, logOptions(config, "serve")) };
    this.#leading = leading;
    log.info({ term: lease.epoch }, "this process follows the records");
    lease.lost.addEventListener("abort", () => void this.#stepDown(leading));
    if (lease.lost.aborted) await this.#stepDown(leading);
  }

  /** Another process may follow the records by now: whatever this one has in hand is cut, and done again by that one. */
  async #stepDown(leading: Leading): Promise<void> {
    if (this.#leading !== leading) return;
    this.#leading = undefined;
    this.#context.log.warn(
      { term: leading.lease.epoch },
      "this process no longer follows the records: it has lost touch with them",
    );
    await leading.follower.cut();
  }

  #say(reason: string): void {
    if (reason === this.#trouble) return;
    this.#trouble = reason;
    this.#context.log.warn({ reason }, "the records cannot be followed yet; trying again");
  }
}

/** The target as long as the lease is held for sure: nothing is asked of it after that. */
function whileHeld<Target extends object>(target: Target, lease: Lease): Target {
  return new Proxy(target, {
    get: (_, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      return async (...given: unknown[]): Promise<unknown> => {
        lease.check();
        return Reflect.apply(method, target, given) as unknown;
      };
    },
  });
}

function stampsWhileHeld(stamps: NonNullable<Indexes["stamps"]>, lease: Lease): NonNullable<FollowedIndexes["stamps"]> {
  return forEachCollection(({ name }) => whileHeld(stamps[name], lease));
}
