import { OnpointError } from "#base/errors.ts";
import type { Db } from "#db/connection.ts";
import { holderOfLease, LeaseSeeker } from "#db/postgres/lease.ts";
import type { LeasePurpose } from "#db/postgres/lease.ts";
import { holderOf, lockDataDirectory } from "#db/lock.ts";
import type { DataDirectoryLock, LockPurpose } from "#db/lock.ts";
import type { Config } from "./settings.ts";

/** What keeps others from the same work until it is given back. */
export type HeldLock = {
  /** Rises with every holder, where they are on several machines. Throws `unavailable` when it may be another's by now. */
  term(): number | undefined;
  release(): Promise<void>;
};

export type Places = Pick<Config, "dataDir" | "databaseUrl" | "searchUrls">;

/** Whether the processes share their state by PostgreSQL and OpenSearch alone, and no data directory. */
export function isCluster({ databaseUrl, searchUrls }: Pick<Config, "databaseUrl" | "searchUrls">): boolean {
  return databaseUrl !== null && searchUrls !== null;
}

/**
 * The index for this command alone; undefined while a server follows the records, also in the moment in which no
 * process of it holds the index, for one has died.
 */
export async function tryLockUnserved(config: Places): Promise<HeldLock | undefined> {
  if (isCluster(config)) return tryLease(config, "index");
  const lock = isServed(config.dataDir) ? undefined : tryLockIndex(config.dataDir);
  return lock && held(lock);
}

/** Whether anybody holds the index, who will do what is asked of it. */
export async function isFollowed(config: Places, db: Db): Promise<boolean> {
  if (isCluster(config)) return (await holderOfLease(db, "index")) !== undefined;
  const lock = await tryLockUnserved(config);
  await lock?.release();
  return lock === undefined;
}

/** The index for this command alone. Throws `data_directory_in_use`, or `conflict` on a cluster, when it is held. */
export async function lockIndex(config: Places): Promise<HeldLock> {
  if (!isCluster(config)) return held(lockDataDirectory(config.dataDir, "index"));
  const lease = await tryLease(config, "index");
  if (lease !== undefined) return lease;
  throw new OnpointError("conflict", "a server follows the records into the index", {
    hint: "Stop the processes with --role follower or without a role to work on the index from outside.",
  });
}

/** Keeps other imports into the same records away. Throws `data_directory_in_use` or `conflict` while there is one. */
export async function lockImport(config: Places): Promise<HeldLock> {
  const here = lockDataDirectory(config.dataDir, "import");
  try {
    if (config.databaseUrl === null) return held(here);
    const lease = await tryLease(config, "import");
    if (lease === undefined) {
      const hint = "Wait until it has ended, then try again.";
      throw new OnpointError("conflict", "an import from another data directory goes into these records", { hint });
    }
    const release = async (): Promise<void> => lease.release().finally(() => here.release());
    return { ...lease, release };
  } catch (thrown) {
    here.release();
    throw thrown;
  }
}

/** The index of a data directory for this process alone; undefined while another holds it, as a running server does. */
export function tryLockIndex(dataDir: string): DataDirectoryLock | undefined {
  return tryLock(dataDir, "index");
}

/** Whether a server is running on the data directory. Its note may outlive it; its lock does not. */
export function isServed(dataDir: string): boolean {
  if (holderOf(dataDir, "server") === undefined) return false;
  const lock = tryLock(dataDir, "server");
  lock?.release();
  return lock === undefined;
}

function tryLock(dataDir: string, purpose: LockPurpose): DataDirectoryLock | undefined {
  try {
    return lockDataDirectory(dataDir, purpose);
  } catch (thrown) {
    if (thrown instanceof OnpointError && thrown.code === "data_directory_in_use") return undefined;
    throw thrown;
  }
}

async function tryLease({ databaseUrl }: Places, purpose: LeasePurpose): Promise<HeldLock | undefined> {
  const seeker = new LeaseSeeker({ databaseUrl: databaseUrl ?? "", purpose });
  const lease = await seeker.seek();
  if (lease === undefined) {
    await seeker.close();
    return undefined;
  }
  const term = (): number => {
    lease.check();
    return lease.epoch;
  };
  return { term, release: async () => lease.release() };
}

function held(lock: DataDirectoryLock): HeldLock {
  return { term: () => undefined, release: async () => lock.release() };
}
