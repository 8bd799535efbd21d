/** The present moment. Passed in wherever time matters so that tests can hold it still. */
export type Clock = () => Date;

export const systemClock: Clock = () => new Date();

/** Milliseconds on a clock that never goes back; only differences mean anything. */
export function monotonicMs(): number {
  return performance.now();
}

/** The same on a clock that all threads of the machine share. */
export function machineMs(): number {
  return Number(process.hrtime.bigint() / 1000n) / 1000;
}
