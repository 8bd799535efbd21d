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
  /** Resolves when the thread looks and hears. */
  readonly watching: Promise<unknown>;
  readonly stop: () => Promise<void>;
};

/** What the thread has this one do, in the midst of whatever holds it up. */
export type Held = {
  /** Where it is held up. */
  stack(): string;
};

/** Under this name the thread finds it. */
export const HELD = Symbol.for("onpoint.watchdog");

const LOOKS_PER_LIMIT = 4;
const STACK_FRAMES = 20;

/**
 * Watches over the event loop of this thread from a thread of its own, which writes to the log while this one cannot.
 *
 * Node tells of signals on the event loop. One that is held up would never hear that it should stop; the thread hears it
 * too, and ends a process whose loop does not go on.
 */
export function startWatchdog(options: WatchdogOptions): Watchdog {
  const running = new RunningRequests();
  if (options.stallLimit_ms === 0) return { running, watching: Promise.resolve(), stop: async () => undefined };
  const look_ms = options.stallLimit_ms / LOOKS_PER_LIMIT;
  const held: Held = { stack: ownStack };
  const world = globalThis as { [HELD]?: Held };
  world[HELD] = held;
  const timer = setInterval(() => running.beat(), look_ms).unref();
  const thread = new Worker(new URL("./watch-thread.ts", import.meta.url), {
    workerData: { ...options, memory: running.memory, look_ms } satisfies WatchData,
    // Its handles of signals have no public name; of that it would warn. Its files are read as those of this process.
    execArgv: [
      "--expose-internals",
      "--no-warnings",
      ...process.execArgv.filter((flag) => flag.startsWith("--import=")),
    ],
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16, stackSizeMb: 1 },
  });
  const watching = new Promise((resolve) => thread.once("message", resolve));
  thread.unref();
  // Without it requests are answered all the same.
  thread.on("error", () => undefined);
  return {
    running,
    watching,
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
