/** What runs now, as the watchdog says it. */
export type Running = { readonly text: string; readonly began_ms: number };

/** Requests that are noted at once; further ones run all the same. */
const PLACES = 512;
/** State, length, beginning, text. */
const PLACE_BYTES = 256;
const TEXT_AT = 16;
/** Beats of the event loop, and stalls that were seen. */
const HEAD_BYTES = 16;

const FREE = 0;
const TAKEN = 1;

/**
 * The requests that run, in memory that a thread reads while the one that runs them is held up. Noting one takes about a
 * microsecond and nothing is allocated for it; a text that is read while it is written may be garbled, never the place.
 */
export class RunningRequests {
  readonly memory: SharedArrayBuffer;
  readonly #states: Int32Array;
  readonly #times: Float64Array;
  readonly #bytes: Uint8Array;
  readonly #free: number[] = [];
  readonly #encoder = new TextEncoder();

  constructor(memory: SharedArrayBuffer = new SharedArrayBuffer(HEAD_BYTES + PLACES * PLACE_BYTES)) {
    this.memory = memory;
    this.#states = new Int32Array(memory);
    this.#times = new Float64Array(memory);
    this.#bytes = new Uint8Array(memory);
    for (let place = PLACES - 1; place >= 0; place--) this.#free.push(place);
  }

  /** The event loop goes round. */
  beat(): void {
    Atomics.add(this.#states, 0, 1);
  }

  get beats(): number {
    return Atomics.load(this.#states, 0);
  }

  noteStall(): void {
    Atomics.add(this.#states, 1, 1);
  }

  get stalls(): number {
    return Atomics.load(this.#states, 1);
  }

  /** Notes that a request begins; the place is given back by `end`. Undefined when too many run. */
  begin(text: string): number | undefined {
    const place = this.#free.pop();
    if (place === undefined) return undefined;
    const at = offsetOf(place);
    this.#times[(at + 8) / 8] = Date.now();
    this.#write(at, text);
    Atomics.store(this.#states, at / 4, TAKEN);
    return place;
  }

  /** More is known of it. */
  describe(place: number | undefined, text: string): void {
    if (place !== undefined) this.#write(offsetOf(place), text);
  }

  end(place: number | undefined): void {
    if (place === undefined) return;
    Atomics.store(this.#states, offsetOf(place) / 4, FREE);
    this.#free.push(place);
  }

  /** The one that began last comes first. */
  list(): Running[] {
    const running: Running[] = [];
    for (let place = 0; place < PLACES; place++) {
      const at = offsetOf(place);
      if (Atomics.load(this.#states, at / 4) !== TAKEN) continue;
      const length = Math.min(this.#states[at / 4 + 1] ?? 0, PLACE_BYTES - TEXT_AT);
      // A view of shared memory cannot be decoded.
      const text = new TextDecoder().decode(this.#bytes.slice(at + TEXT_AT, at + TEXT_AT + length));
      running.push({ text, began_ms: this.#times[(at + 8) / 8] ?? 0 });
    }
    return running.toSorted((left, right) => right.began_ms - left.began_ms);
  }

  #write(at: number, text: string): void {
    const room = this.#bytes.subarray(at + TEXT_AT, at + PLACE_BYTES);
    this.#states[at / 4 + 1] = this.#encoder.encodeInto(text, room).written;
  }
}

function offsetOf(place: number): number {
  return HEAD_BYTES + place * PLACE_BYTES;
}
