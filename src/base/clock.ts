/** The present moment. Passed in wherever time matters so that tests can hold it still. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Milliseconds on a clock that never goes back; only differences mean anything. */
export function monotonicMs(): number {
  return performance.now();
}
