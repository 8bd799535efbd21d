import type { RecordKind } from "#completeness/completeness.ts";
import type { Reader } from "#db/connection.ts";
import { writtenAfter } from "#db/outbox.ts";
import { countDocketsHeld } from "#dockets/store/read.ts";
import type { Collection } from "../collection.ts";
import { collectionCalled } from "../collections.ts";

/** Records that are counted: of a collection, or of dockets, which are in no index. */
type CountedRecords = Pick<Collection, "kinds" | "count">;

const DOCKETS: CountedRecords = { kinds: ["docket"], count: countDocketsHeld };

export function recordsOf(kind: RecordKind): CountedRecords {
  return kind === "dockets" ? DOCKETS : collectionCalled(kind);
}

/** Counting is believed for so many times what it took, and a second at least. */
const BELIEVED_TIMES = 20;
const BELIEVED_MS_MIN = 1_000;

type Counted = { readonly value: number; readonly of: string; readonly until_ms: number };

/**
 * Counts of records, which a large store is not asked for at every turn: of the processor's time they take one part in
 * twenty at most. As long as the outbox stands where it stood nothing is counted twice.
 */
export class Counts {
  readonly #db: Reader;
  readonly #now_ms: () => number;
  readonly #counted = new Map<string, Counted>();
  readonly #counting = new Map<string, Promise<number>>();

  constructor(db: Reader, now_ms: () => number) {
    this.#db = db;
    this.#now_ms = now_ms;
  }

  /** Records of a kind, when the outbox ends at `end`. */
  async held(kind: RecordKind, end: number): Promise<number> {
    return this.#count(`held ${kind}`, String(end), async () => recordsOf(kind).count(this.#db));
  }

  /** Of these, those that were written behind a position in the outbox. */
  async pending(kind: RecordKind, position: number, end: number): Promise<number> {
    const { kinds } = recordsOf(kind);
    return this.#count(`pending ${kind}`, `${position} ${end}`, async () => {
      const counted = await writtenAfter(this.#db, position, kinds);
      return kinds.map((one) => counted.get(one) ?? 0).find((records) => records > 0) ?? 0;
    });
  }

  async #count(what: string, of: string, read: () => Promise<number>): Promise<number> {
    const last = this.#counted.get(what);
    if (last !== undefined && (last.of === of || this.#now_ms() < last.until_ms)) return last.value;
    const counting = this.#counting.get(what) ?? this.#timed(what, of, read);
    this.#counting.set(what, counting);
    return counting.finally(() => this.#counting.delete(what));
  }

  async #timed(what: string, of: string, read: () => Promise<number>): Promise<number> {
    const begun_ms = this.#now_ms();
    const value = await read();
    const took_ms = this.#now_ms() - begun_ms;
    const until_ms = this.#now_ms() + Math.max(BELIEVED_MS_MIN, took_ms * BELIEVED_TIMES);
    this.#counted.set(what, { value, of, until_ms });
    return value;
  }
}
