import { monotonicMs } from "./clock.ts";
import { measuredCache } from "./measured.ts";
import type { MeasuredCache } from "./measured.ts";

export type Bounds<Value> = {
  /** What may be kept altogether; entries where `weightOf` is not given. */
  readonly weight_max: number;
  /** Under it hits and misses are measured; without it nobody counts them. */
  readonly name?: string;
  /** In the unit of `weight_max`, at least 0; asked once, when a value is set. One heavier than all that may be kept is not kept. */
  readonly weightOf?: (value: Value) => number;
  readonly weightIs?: "bytes";
  /** Which goes first when it is full: what was set longest ago, or what was used (read or set) longest ago. */
  readonly firstToGo: "set" | "used";
  /** A value is forgotten this long after it was set. */
  readonly timeToLive_ms?: number;
  /** The clock that `timeToLive_ms` is measured by; it never goes back. */
  readonly now_ms?: () => number;
};

type Entry<Value> = { readonly value: Value; readonly weight: number; readonly until_ms: number };

/** A map that never holds more than it may. A Map keeps the order in which its keys were last put in: the first goes. */
export class BoundedMap<Key, Value> {
  readonly #weight_max: number;
  readonly #weightOf: ((value: Value) => number) | undefined;
  readonly #isInBytes: boolean;
  readonly #movesWhenRead: boolean;
  readonly #timeToLive_ms: number | undefined;
  readonly #now_ms: () => number;
  readonly #entries = new Map<Key, Entry<Value>>();
  readonly #measured: MeasuredCache | undefined;
  #weight = 0;

  constructor(bounds: Bounds<Value>) {
    this.#weight_max = bounds.weight_max;
    this.#weightOf = bounds.weightOf;
    this.#isInBytes = bounds.weightIs === "bytes";
    this.#movesWhenRead = bounds.firstToGo === "used";
    this.#timeToLive_ms = bounds.timeToLive_ms;
    this.#now_ms = bounds.now_ms ?? monotonicMs;
    this.#measured = bounds.name === undefined ? undefined : measuredCache(bounds.name, this);
  }

  /** Entries held, among them such as are past their time and have not been asked for since. */
  get size(): number {
    return this.#entries.size;
  }

  /** What the entries held weigh together. */
  get weight(): number {
    return this.#weight;
  }

  /** What the entries held take, where their weights say so. */
  get bytes(): number | undefined {
    return this.#isInBytes ? this.#weight : undefined;
  }

  /** Of what may be kept, 0 to 1. */
  get fill(): number {
    return this.#weight / this.#weight_max;
  }

  get(key: Key): Value | undefined {
    const value = this.#held(key);
    if (this.#measured !== undefined) this.#measured[value === undefined ? "misses" : "hits"]++;
    return value;
  }

  #held(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (this.#timeToLive_ms !== undefined && this.#now_ms() >= entry.until_ms) {
      this.delete(key);
      return undefined;
    }
    if (this.#movesWhenRead) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry.value;
  }

  set(key: Key, value: Value): void {
    this.delete(key);
    const weight = this.#weightOf?.(value) ?? 1;
    if (weight > this.#weight_max) return;
    const until_ms = this.#timeToLive_ms === undefined ? 0 : this.#now_ms() + this.#timeToLive_ms;
    this.#entries.set(key, { value, weight, until_ms });
    this.#weight += weight;
    while (this.#weight > this.#weight_max) {
      const first = this.#entries.keys().next();
      if (first.done === true) return;
      this.delete(first.value);
    }
  }

  delete(key: Key): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#weight -= entry.weight;
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }
}
