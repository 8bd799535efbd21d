import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import { ownDirectory } from "#base/private-files.ts";
import { isBusy, storageFailure } from "./failures.ts";

/** Work that only one process at a time may do in a data directory; different kinds run beside each other. */
export type LockPurpose = "server" | "import" | "index" | "training";

export type DataDirectoryLock = {
  release(): void;
  /** Notes beside the lock that what it is held for is done by now: a server answers. */
  noteReady(): void;
};

/** Who took a lock, as its note says. */
export type Holder = { readonly pid: number; readonly since: string; readonly isReady: boolean };

const SENTENCE: Record<LockPurpose, { readonly refusal: string; readonly hint: string }> = {
  server: {
    refusal: "another server is running on this data directory",
    hint: "Stop it first, or give this one its own ONPOINT_DATA_DIR.",
  },
  import: {
    refusal: "another import is running on this data directory",
    hint: "Wait until it has ended, then try again.",
  },
  index: {
    refusal: "another process is writing the search index of this data directory",
    hint: "A running server follows the records automatically; stop it to work on the index from outside.",
  },
  training: {
    refusal: "another process is training a model on this data directory",
    hint: "Wait until it has ended; what it makes serves all.",
  },
};

/** A database nobody refers to is closed by the garbage collector, and its lock would end before its process. */
const heldFiles = new Set<DatabaseSync>();

/**
 * Takes the data directory for one kind of work or throws `data_directory_in_use`, naming the process. The
 * lock is the operating system's, taken through an empty SQLite file: it ends with the process however that
 * ends, so there is no such thing as a stale one, and it holds between containers that share the directory.
 */
export function lockDataDirectory(
  dataDir: string,
  purpose: LockPurpose,
  clock: Clock = systemClock,
): DataDirectoryLock {
  const holderFile = join(dataDir, `${purpose}.pid`);
  const file = openLocked(dataDir, purpose, holderFile);
  const since = clock().toISOString();
  const note = (isReady: boolean): void => {
    writeFileSync(holderFile, JSON.stringify({ pid: process.pid, since, isReady } satisfies Holder));
  };
  try {
    note(false);
  } catch (thrown) {
    file.close();
    throw storageFailure(thrown);
  }
  heldFiles.add(file);
  let held = true;
  return {
    release: () => {
      if (!held) return;
      held = false;
      rmSync(holderFile, { force: true });
      heldFiles.delete(file);
      file.close();
    },
    noteReady: () => note(true),
  };
}

function openLocked(dataDir: string, purpose: LockPurpose, holderFile: string): DatabaseSync {
  let file: DatabaseSync | undefined;
  try {
    ownDirectory(dataDir);
    file = new DatabaseSync(join(dataDir, `${purpose}.lock`));
    file.exec("BEGIN EXCLUSIVE");
    return file;
  } catch (thrown) {
    file?.close();
    throw isBusy(thrown) ? inUse(purpose, holderFile, thrown) : storageFailure(thrown);
  }
}

function inUse(purpose: LockPurpose, holderFile: string, cause: unknown): OnpointError {
  const { refusal, hint } = SENTENCE[purpose];
  const holder = readHolder(holderFile);
  const who = holder === undefined ? "" : ` (process ${holder.pid}, since ${holder.since})`;
  return new OnpointError("data_directory_in_use", `${refusal}${who}`, { hint, cause });
}

/** Who says to hold the lock: the note outlives a process that was killed. Undefined when there is none. */
export function holderOf(dataDir: string, purpose: LockPurpose): Holder | undefined {
  return readHolder(join(dataDir, `${purpose}.pid`));
}

/** Undefined in the moment between the lock and its note. */
function readHolder(holderFile: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(holderFile, "utf8")) as Holder;
  } catch {
    return undefined;
  }
}
