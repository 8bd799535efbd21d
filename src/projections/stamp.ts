import { randomInt } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { OnpointError, systemCodeOf } from "#base/errors.ts";
import type { Clock } from "#base/clock.ts";
import type { Db, Reader, Trx } from "#db/connection.ts";
import { projectionPosition, saveProjectionPosition } from "#db/outbox.ts";

/** Kept beside the position of a projection, in the same transaction. */
export function stampName(projection: string): string {
  return `${projection} stamp`;
}

const STAMP_MAX = 2 ** 47;

/** Where an index keeps its stamps. */
export type StampStore = {
  /** Undefined for one that bears none, as when it was just made. */
  read(): Promise<readonly number[] | undefined>;
  write(stamps: readonly number[]): Promise<void>;
};

/**
 * Tells whether the position in the records is that of this index, which stands apart from them. With each batch
 * a number that was never used before is written to both: first beside the index, with the one it replaces, then with the
 * position. So records and index that were parted (another index directory, records brought back from a backup by any
 * means) do not fit, however their positions compare.
 */
export class IndexStamp {
  readonly #store: StampStore;
  readonly #name: string;
  /** As the records last had it, and whether that was this index's. */
  #noted = 0;
  #isOurs = false;

  /** `name` is that of the stamp among the records: as of the index of words, without it. */
  constructor(store: StampStore, name: string = stampName("index")) {
    this.#store = store;
    this.#name = name;
  }

  /**
   * Whether the saved position is this index's. Throws `conflict` when it was and no longer is: another process
   * follows the same records into an index of its own.
   */
  async fits(db: Db): Promise<boolean> {
    const noted = await projectionPosition(db, this.#name);
    if (this.#isOurs && noted !== this.#noted) throw followedElsewhere();
    const own = await this.#store.read();
    if (this.#isOurs && own !== undefined && own.length > 0 && !own.includes(noted)) throw writtenElsewhere();
    this.#noted = noted;
    this.#isOurs = isStampedAs(noted, own);
    return this.#isOurs;
  }

  /** Makes the next stamp, to be saved with a position by `save`. Either may be the last that comes to pass. */
  async prepare(): Promise<number> {
    const next = randomInt(1, STAMP_MAX);
    await this.#store.write(this.#noted === 0 || !this.#isOurs ? [next] : [next, this.#noted]);
    return next;
  }

  /** Throws `conflict` when another process has saved its own since `fits`. */
  async save(trx: Trx, next: number, clock: Clock): Promise<void> {
    if ((await projectionPosition(trx, this.#name)) !== this.#noted) throw followedElsewhere();
    await saveProjectionPosition(trx, this.#name, next, clock);
    this.#noted = next;
    this.#isOurs = true;
  }
}

/**
 * Whether an index with these stamps is the one that the records were last followed into: `noted` is what they say of it, 0
 * where none was ever stamped. One that bears none where one is noted may be any; it is not taken for that one.
 */
export function isStampedAs(noted: number, own: readonly number[] | undefined): boolean {
  return own?.includes(noted) === true || (noted === 0 && (own ?? []).length === 0);
}

/**
 * Whether the records are followed into the index that has these stamps. They are not where a process of another version,
 * with another prefix or with another data directory has followed them since: then they are in an index of its own.
 */
export async function isFollowedInto(
  readStamps: StampStore["read"],
  db: Reader,
  name: string = stampName("index"),
): Promise<boolean> {
  for (let noted = await projectionPosition(db, name); ;) {
    if (isStampedAs(noted, await readStamps())) return true;
    // Both may have gone on between the two questions.
    const now = await projectionPosition(db, name);
    if (now === noted) return false;
    noted = now;
  }
}

/** Beside an index that stands in files. */
export function stampFile(file: string): StampStore {
  return { read: async () => readStamps(file), write: async (stamps) => writeStamps(file, stamps) };
}

function readStamps(file: string): readonly number[] {
  try {
    const stamps: unknown = JSON.parse(readFileSync(file, "utf8"));
    return Array.isArray(stamps) ? stamps.filter((one) => typeof one === "number") : [];
  } catch (thrown) {
    if (systemCodeOf(thrown) === "ENOENT" || thrown instanceof SyntaxError) return [];
    throw thrown;
  }
}

function writeStamps(file: string, stamps: readonly number[]): void {
  const descriptor = openSync(`${file}.new`, "w", 0o600);
  try {
    writeSync(descriptor, JSON.stringify(stamps));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(`${file}.new`, file);
}

function followedElsewhere(): OnpointError {
  return new OnpointError("conflict", "another server follows these records into its own search index", {
    hint: "One database has one data directory. Stop one of the two, or start several processes on one data directory with --processes.",
  });
}

function writtenElsewhere(): OnpointError {
  return new OnpointError("conflict", "another server follows other records into this search index", {
    hint: "A copy of a database made by its own tools takes itself for the original: give its service its own ONPOINT_SEARCH_PREFIX.",
  });
}
