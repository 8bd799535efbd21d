import { Session } from "node:inspector";
import { setFlagsFromString } from "node:v8";

type Range = { readonly startOffset: number; readonly endOffset: number; readonly count: number };
type Script = {
  readonly url: string;
  readonly functions: readonly { readonly functionName: string; readonly ranges: readonly Range[] }[];
};

/** How often the busiest stretch of code ran, and how often all of it did. */
export type Turns = { readonly all: number; readonly busiest: string };

/** Compiled code leaves most of its counting out. */
const COMPILERS = ["opt", "maglev", "sparkplug"];

/**
 * Counts how often each stretch of the program's code runs, as V8 counts it for coverage: what a loop does is seen
 * whether or not it tells of it.
 */
export class TurnCounter {
  readonly #session = new Session();
  readonly #folder: string;

  /** Of code whose address has `folder` in it. */
  constructor(folder: string) {
    this.#folder = folder;
    for (const compiler of COMPILERS) setFlagsFromString(`--no-${compiler}`);
    this.#session.connect();
    this.#session.post("Profiler.enable");
    this.#session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  }

  /** Since it was last asked. */
  take(): Turns {
    let result: readonly Script[] = [];
    this.#session.post("Profiler.takePreciseCoverage", (error, taken) => {
      if (error !== null) throw error;
      ({ result } = taken);
    });
    let all = 0;
    let most = 0;
    let busiest = "nothing";
    for (const { url, functions } of result.filter((script) => script.url.includes(this.#folder))) {
      for (const { functionName, ranges } of functions) {
        for (const { count, startOffset } of ranges) {
          all += count;
          if (count <= most) continue;
          most = count;
          busiest = `${functionName} in ${url.slice(url.indexOf(this.#folder))}, at ${startOffset}`;
        }
      }
    }
    return { all, busiest };
  }

  stop(): void {
    this.#session.disconnect();
    for (const compiler of COMPILERS) setFlagsFromString(`--${compiler}`);
  }
}
