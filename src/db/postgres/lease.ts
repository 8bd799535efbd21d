import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import { Client } from "pg";
import { monotonicMs } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import type { Reader } from "../connection.ts";
import { connectionLost, storageFailure } from "../failures.ts";
import { addressFor, connectionBounds } from "./bounds.ts";

/** Work that one process at a time does, of all processes and machines that share a database. */
export type LeasePurpose = "index" | "import";

export type LeaseOptions = {
  readonly databaseUrl: string;
  readonly purpose: LeasePurpose;
  /** For tests of what takes long. */
  readonly lives?: LeaseLives;
};

export type LeaseLives = {
  /** The holder says so often that it lives. */
  readonly renew_ms: number;
  /** A holder that could not say so for this long stops by itself. */
  readonly life_ms: number;
  /** One that has not said so for this long is taken for dead, though its connection stands. Longer than its life. */
  readonly silence_ms: number;
};

export type Lease = {
  /** Rises with every holder: what a later one wrote is known by it. */
  readonly epoch: number;
  /** Comes when it is lost: the connection has ended, or was silent for too long. */
  readonly lost: AbortSignal;
  /** Throws `unavailable` unless it is held for sure. */
  check(): void;
  release(): Promise<void>;
};

/** Who holds a lease, as the database knows it. */
export type LeaseHolder = { readonly name: string; readonly silent_ms: number };

const LIVES: LeaseLives = { renew_ms: 2_000, life_ms: 10_000, silence_ms: 15_000 };
/** A server that does not answer is not waited for: its keep-alive tells it that the holder is gone. */
const END_WAIT_MS = 2_000;

/** The first half of the keys of our advisory locks: "onpt" in ASCII. */
const LOCK_CLASS = 0x6f_6e_70_74;
const LOCK_OBJECTS: Record<LeasePurpose, number> = { index: 1, import: 2 };

/** A server notices within some ten seconds that the machine of a holder is gone, instead of in two hours. */
const KEEP_ALIVE = `
  select set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),
    set_config('tcp_keepalives_count', '3', false)`;

const TAKE = "select pg_try_advisory_lock($1, $2) as taken";
const NEXT_EPOCH = `
  insert into counters (name, value) values ($1, 1)
  on conflict (name) do update set value = counters.value + 1 returning value`;
const HOLDER = `
  select activity.pid, activity.application_name as name,
    extract(epoch from clock_timestamp() - activity.state_change) * 1000 as silent_ms
  from pg_locks locks join pg_stat_activity activity on activity.pid = locks.pid
  where locks.locktype = 'advisory' and locks.granted and locks.classid = $1 and locks.objid = $2
    and locks.database = (select oid from pg_database where datname = current_database())`;

/**
 * Seeks a lease in PostgreSQL: an advisory lock, which ends with the connection of its holder however that ends. Since a
 * process that is stopped keeps its connection, the holder also says every few seconds that it lives; one that does not
 * is cut off by whoever seeks the lease, and stops by itself before that.
 */
export class LeaseSeeker {
  readonly #options: LeaseOptions;
  readonly #lives: LeaseLives;
  #client: Client | undefined;

  constructor(options: LeaseOptions) {
    this.#options = options;
    this.#lives = options.lives ?? LIVES;
  }

  /** Takes the lease when nobody has it; undefined while another does. Throws `unavailable`. */
  async seek(): Promise<Lease | undefined> {
    const client = await this.#connected();
    try {
      const { rows } = await client.query<{ taken: boolean }>(TAKE, [...this.#key]);
      if (rows[0]?.taken === true) return await this.#taken(client);
      await this.#cutSilent(client);
      return undefined;
    } catch (thrown) {
      await this.close();
      throw connectionLost(thrown);
    }
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) await ended(client);
  }

  get #key(): readonly number[] {
    return keyOf(this.#options.purpose);
  }

  async #connected(): Promise<Client> {
    if (this.#client !== undefined) return this.#client;
    const client = new Client({
      ...connectionBounds(this.#options.databaseUrl),
      connectionString: addressFor(this.#options.databaseUrl, this.#lives.life_ms),
      application_name: `onpoint on ${hostname().slice(0, 30)} (process ${process.pid})`,
    });
    const forget = (): void => {
      if (this.#client === client) this.#client = undefined;
    };
    client.on("error", forget);
    client.on("end", forget);
    try {
      await client.connect();
      await client.query(KEEP_ALIVE);
    } catch (thrown) {
      await ended(client);
      const failure = storageFailure(thrown);
      throw failure instanceof OnpointError ? failure : connectionLost(failure);
    }
    this.#client = client;
    return client;
  }

  async #taken(client: Client): Promise<Lease> {
    const { rows } = await client.query<{ value: string }>(NEXT_EPOCH, [`lease ${this.#options.purpose}`]);
    const lost = new AbortController();
    const { renew_ms, life_ms } = this.#lives;
    let renewed_ms = monotonicMs();
    const lose = (): void => lost.abort();
    let isAsking = false;
    const renew = async (): Promise<void> => {
      if (isAsking) return;
      isAsking = true;
      const asked_ms = monotonicMs();
      await client.query("select 1").then(() => (renewed_ms = asked_ms), lose);
      isAsking = false;
    };
    const timer = setInterval(() => {
      if (monotonicMs() - renewed_ms > life_ms) lose();
      else void renew();
    }, renew_ms);
    timer.unref();
    client.once("end", lose);
    client.once("error", lose);
    lost.signal.addEventListener("abort", () => {
      clearInterval(timer);
      // A lock that nobody believes in any more must not be in the way of others.
      void this.close();
    });
    return {
      epoch: Number(rows[0]?.value),
      lost: lost.signal,
      check: () => {
        if (!lost.signal.aborted && monotonicMs() - renewed_ms <= life_ms) return;
        lose();
        throw new OnpointError(
          "unavailable",
          "another process may write the index by now: this one has lost touch with the records",
        );
      },
      release: async () => {
        const closed = this.close();
        lose();
        await closed;
      },
    };
  }

  /** The user that we are may end sessions of its own. */
  async #cutSilent(client: Client): Promise<void> {
    const { rows } = await client.query<HolderRow>(HOLDER, [...this.#key]);
    const [holder] = rows;
    if (holder === undefined || Number(holder.silent_ms ?? 0) < this.#lives.silence_ms) return;
    await client.query("select pg_terminate_backend($1)", [holder.pid]);
  }
}

async function ended(client: Client): Promise<void> {
  const over = client.end().catch(() => undefined);
  await Promise.race([over, sleep(END_WAIT_MS, undefined, { ref: false })]);
}

/** Who holds a lease at the moment. */
export async function holderOfLease(db: Reader, purpose: LeasePurpose): Promise<LeaseHolder | undefined> {
  const { rows } = await db.executeQuery<HolderRow>(CompiledQuery.raw(HOLDER, [...keyOf(purpose)]));
  const [row] = rows;
  return row && { name: row.name, silent_ms: Number(row.silent_ms ?? 0) };
}

/** Of a session of another user the silence is not told: it is never taken for silent. */
type HolderRow = { readonly pid: number; readonly name: string; readonly silent_ms: string | number | null };

function keyOf(purpose: LeasePurpose): readonly number[] {
  return [LOCK_CLASS, LOCK_OBJECTS[purpose]];
}
