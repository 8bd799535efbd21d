/** Units between two looks at whether to go on: a millisecond at most. */
const UNITS_PER_LOOK = 100_000;

/**
 * Counts what a search does, so that it can be stopped within any of its loops. A unit is about one posting, position,
 * span or letter looked at: some nanoseconds. Whoever loops over what a query or a document decides the size of adds
 * what a turn costs; `look` is called as the count rises, and ends the search by throwing.
 */
export class WorkMeter {
  readonly #look: (spent: number) => void;
  readonly #unitsPerLook: number;
  #spent = 0;
  #nextLook: number;

  constructor(look: (spent: number) => void = () => undefined, unitsPerLook: number = UNITS_PER_LOOK) {
    this.#look = look;
    this.#unitsPerLook = unitsPerLook;
    this.#nextLook = unitsPerLook;
  }

  get spent(): number {
    return this.#spent;
  }

  add(units: number): void {
    this.#spent += units;
    if (this.#spent < this.#nextLook) return;
    this.#nextLook = this.#spent + this.#unitsPerLook;
    this.#look(this.#spent);
  }
}

/** For work that nobody waits for: writing, merging, verifying. */
export const UNMETERED: WorkMeter = new WorkMeter();
