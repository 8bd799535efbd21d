/**
 * Long work of many requests on one event loop, cut into steps: of all who wait to do a step one does it in each round of
 * the loop, in the order of asking. However many there are, what is short waits for one step and not for one of each.
 */
export class LoopTurns {
  readonly #waiting: (() => void)[] = [];
  #isRound = false;

  /** Resolves when the caller may do its next step, at once thereafter and without waiting in the midst of it. */
  async next(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.#plan();
    });
  }

  /** A check of the loop runs what was planned before it alone, so between two of them it hears what has come. */
  #plan(): void {
    if (this.#isRound || this.#waiting.length === 0) return;
    this.#isRound = true;
    setImmediate(() => {
      this.#isRound = false;
      this.#waiting.shift()?.();
      this.#plan();
    });
  }
}

/** There is one event loop in a thread. */
export const loopTurns: LoopTurns = new LoopTurns();
