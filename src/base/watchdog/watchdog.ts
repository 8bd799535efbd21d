import { Worker } from "node:worker_threads";
import type { LogOptions } from "../log.ts";
import { RunningRequests } from "./running-requests.ts";

export type WatchdogOptions = {
  /** An event loop that stands still for this long is told of; 0 watches nothing. */
  readonly stallLimit_ms: number;
  /** The process ends when it stands still for this long; 0 lets it be. */
  readonly hangLimit_ms: number;
  readonly log: LogOptions;
};

/** What the thread is given. */
export type WatchData = WatchdogOptions & { readonly memory: SharedArrayBuffer; readonly look_ms: number };

export type Watchdog = {
  readonly running: RunningRequests;
  readonly stop: () => Promise<void>;
};

/** What the thread has this one do, in the midst of whatever holds it up. */
export type Held = {
  /** Where it is held up. */
  stack(): string;
  /** From now on a signal to stop ends the process as if nobody listened for it. */
  letSignalsGo(): void;
};

/** Under this name the thread finds it. */
export const HELD = Symbol.for("onpoint.watchdog");

const LOOKS_PER_LIMIT = 4;
const STACK_FRAMES = 20;
const STOP_SIGNALS = ["SIGTERM", "SIGINT"] as const;

/**
 * Watches over the event loop of this thread from a thread of its own, which writes to the log while this one cannot.
 *
 * Node tells of signals on the event loop. One that is held up would never hear that it should stop; so after a while
 * nobody listens any more, and a signal has its default effect. Once the loop goes on, what listened listens again.
 */
export function startWatchdog(options: WatchdogOptions): Watchdog {
  const running = new RunningRequests();
  if (options.stallLimit_ms === 0) return { running, stop: async () => undefined };
  const look_ms = options.stallLimit_ms / LOOKS_PER_LIMIT;
  let letGo: (readonly [NodeJS.Signals, NodeJS.SignalsListener[]])[] = [];
  const held: Held = {
    stack: ownStack,
    letSignalsGo: () => {
      for (const signal of STOP_SIGNALS) {
        letGo.push([signal, process.listeners(signal)]);
        process.removeAllListeners(signal);
      }
    },
  };
  const beat = (): void => {
    running.beat();
    for (const [signal, listeners] of letGo) for (const listener of listeners) process.on(signal, listener);
    letGo = [];
  };
  const world = globalThis as { [HELD]?: Held };
  world[HELD] = held;
  const timer = setInterval(beat, look_ms).unref();
  const thread = new Worker(new URL("./watch-thread.ts", import.meta.url), {
    workerData: { ...options, memory: running.memory, look_ms } satisfies WatchData,
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16, stackSizeMb: 1 },
  });
  thread.unref();
  // Without it requests are answered all the same.
  thread.on("error", () => undefined);
  return {
    running,
    stop: async () => {
      clearInterval(timer);
      if (world[HELD] === held) delete world[HELD];
      await thread.terminate();
    },
  };
}

function ownStack(): string {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = STACK_FRAMES;
  const { stack = "" } = new Error();
  Error.stackTraceLimit = before;
  return stack;
}
