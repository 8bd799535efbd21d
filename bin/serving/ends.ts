/** What was begun and has to be ended, in reverse order, also when a later step of the start fails. */
export class Ends {
  readonly #ends: (() => unknown)[] = [];

  add(end: () => unknown): void {
    this.#ends.push(end);
  }

  async run(): Promise<void> {
    for (const end of this.#ends.splice(0).toReversed()) await end();
  }
}
