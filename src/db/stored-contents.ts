import type { CheckFinding } from "./check.ts";
import { snapshot, transaction } from "./connection.ts";
import type { Db, Reader, Trx } from "./connection.ts";

/** A record's contents beside the sum that was kept when they were written. */
export type StoredContent = {
  readonly id: string;
  /** Null for contents written before sums were kept. */
  readonly kept: string | null;
  /** Of the contents as they are now. */
  readonly found: string;
};

/** Contents of records of one table, as the folder that owns it reads them. */
export type StoredContents = {
  /** In words, as in `3 texts of opinions`. */
  readonly what: string;
  readonly count: (view: Reader) => Promise<number>;
  /** The next ones in the order of their ids, few enough to be held in memory; none at the end. */
  readonly read: (view: Reader, afterId: string) => Promise<readonly StoredContent[]>;
  readonly keepSums: (trx: Trx, contents: readonly StoredContent[]) => Promise<void>;
  /** What a person calls these records, by id. */
  readonly names: (view: Reader, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
};

export type ContentsReport = {
  readonly checked: number;
  /** Those that had no sum and were given one. */
  readonly summed: number;
  readonly findings: readonly CheckFinding[];
};

export type ContentsOptions = {
  /** Whether sums are kept of contents that have none, as they are now. */
  readonly keepSums?: boolean;
  readonly onProgress?: (what: string, done: number, total: number) => void;
  readonly signal?: AbortSignal;
};

/** Records named one by one; of more the number is told. */
const NAMED_MAX = 200;

/**
 * Reads all contents, some at a time, and names those that are no longer what was written. Each part is read on a view
 * of its own, so that the reading of hundreds of gigabytes holds up no clean-up of the database: a record written
 * meanwhile is seen as it was or as it is, with the sum that belongs to it.
 */
export async function checkContents(
  db: Db,
  all: readonly StoredContents[],
  { keepSums = false, onProgress = () => undefined, signal }: ContentsOptions = {},
): Promise<ContentsReport> {
  const findings: CheckFinding[] = [];
  let checked = 0;
  let summed = 0;
  for (const contents of all) {
    const total = await contents.count(db);
    const changed = new Named();
    const unknown = new Named();
    let done = 0;
    for (let after = ""; ;) {
      signal?.throwIfAborted();
      const some = await snapshot(db, async (view) => contents.read(view, after));
      const last = some.at(-1);
      if (last === undefined) break;
      after = last.id;
      done += some.length;
      for (const { id, kept, found } of some) if (kept !== null && kept !== found) changed.add(id);
      const unsummed = some.filter(({ kept }) => kept === null);
      if (keepSums && unsummed.length > 0) {
        await transaction(db, async (trx) => contents.keepSums(trx, unsummed));
        summed += unsummed.length;
      } else for (const { id } of unsummed) unknown.add(id);
      onProgress(contents.what, done, Math.max(done, total));
    }
    checked += done;
    findings.push(
      ...changed.finding(
        `${contents.what} that are no longer what was written`,
        "problem",
        await changed.names(db, contents),
      ),
      ...unknown.finding(`${contents.what} without a sum, so that nobody can tell whether they are whole`, "notice"),
    );
  }
  return { checked, summed, findings };
}

/** Counts records, and keeps the ids of the first of them. */
class Named {
  #count = 0;
  readonly #ids: string[] = [];

  add(id: string): void {
    this.#count += 1;
    if (this.#ids.length < NAMED_MAX) this.#ids.push(id);
  }

  async names(db: Reader, contents: StoredContents): Promise<ReadonlyMap<string, string>> {
    return this.#ids.length === 0 ? new Map() : contents.names(db, this.#ids);
  }

  finding(
    what: string,
    severity: CheckFinding["severity"],
    names: ReadonlyMap<string, string> = new Map(),
  ): CheckFinding[] {
    if (this.#count === 0) return [];
    const examples = this.#ids.map((id) => [id, names.get(id) ?? []].flat().join(" "));
    return [{ severity, what, count: this.#count, examples }];
  }
}
