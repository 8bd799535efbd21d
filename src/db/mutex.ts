/** First come, first served. `lock` resolves to the function that lets the next one in. */
export class Mutex {
  #tail: Promise<void> = Promise.resolve();

  async lock(): Promise<() => void> {
    const turn = this.#tail;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#tail = turn.then(() => promise);
    await turn;
    return resolve;
  }
}
