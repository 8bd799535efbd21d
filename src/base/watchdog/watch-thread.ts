import { writeSync } from "node:fs";
import { Session } from "node:inspector";
import { createRequire } from "node:module";
import { constants, hostname } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { RunningRequests } from "./running-requests.ts";
import type { Held, WatchData } from "./watchdog.ts";

/** Looks whether the event loop of the first thread goes round, and hears for it when it is to stop; runs until it is ended. */

const { memory, look_ms, stallLimit_ms, hangLimit_ms, log } = workerData as WatchData;
const running = new RunningRequests(memory);
/** So long after the first word of a stall a signal to stop has its way. A loop that is slow but not lost has gone on by then. */
const PATIENCE_MS = 2_000;
const STACK_WAIT_MS = 500;
const REQUESTS_SAID_MAX = 20;
const STOP_SIGNALS = ["SIGTERM", "SIGINT"] as const;
/** Not to be collected. */
const heard: SignalHandle[] = [];
/** The levels of pino. */
const LEVELS = { warn: 40, error: 50 } as const;

let seen = running.beats;
/** Counted by looks and not by a clock: a process that was stopped, or a machine that slept, has not stalled. */
let still_ms = 0;
let isTold = false;
/** The beats that were counted when a signal to stop came; the loop has not heard it before the next. */
let stopAskedAt: number | undefined;

hearStopSignals(() => (stopAskedAt = running.beats));
setInterval(look, look_ms);
parentPort?.postMessage("watching");

function look(): void {
  const { beats } = running;
  if (beats !== seen) {
    if (isTold) say("warn", "the event loop goes on", { stalled_ms: still_ms });
    seen = beats;
    still_ms = 0;
    isTold = false;
    return;
  }
  still_ms += look_ms;
  if (still_ms >= stallLimit_ms && !isTold) {
    isTold = true;
    running.noteStall();
    tell();
  }
  if (stopAskedAt === beats && still_ms >= stallLimit_ms + PATIENCE_MS) {
    endProcess("the event loop is stuck and a stop was requested: the process ends");
  }
  if (hangLimit_ms > 0 && still_ms >= Math.max(hangLimit_ms, stallLimit_ms)) {
    endProcess("the event loop has stood still for too long: the process ends");
  }
}

function endProcess(why: string): void {
  say("error", why, { stalled_ms: still_ms });
  process.kill(process.pid, "SIGKILL");
}

/**
 * Node tells of signals on the first thread alone. Its own handle for them works on the loop of any thread, beside that
 * of the first, but has no public name.
 */
function hearStopSignals(onSignal: () => void): void {
  try {
    const bindings = createRequire(import.meta.url)("internal/test/binding") as InternalBindings;
    const { Signal } = bindings.internalBinding("signal_wrap");
    for (const name of STOP_SIGNALS) {
      const handle = new Signal();
      handle.onsignal = onSignal;
      handle.start(constants.signals[name]);
      heard.push(handle);
    }
  } catch {
    // Another Node, which has them elsewhere: a hung process ends at its limit.
  }
}

type SignalHandle = { onsignal: () => void; start(signal: number): number };
type InternalBindings = { internalBinding(name: "signal_wrap"): { readonly Signal: new () => SignalHandle } };

/** Says what runs, and where it is held up unless that is outside of JavaScript. */
function tell(): void {
  const requests = running.list();
  const stalled_ms = still_ms;
  const saying = (stack?: string): void =>
    say("error", "the event loop stands still", {
      stalled_ms,
      running: requests.length,
      requests: requests
        .slice(0, REQUESTS_SAID_MAX)
        .map(({ text, began_ms }) => ({ request: text, running_ms: Math.round(Date.now() - began_ms) })),
      ...(stack !== undefined && { stack }),
    });
  const asked = Promise.withResolvers<string | undefined>();
  setTimeout(() => asked.resolve(undefined), STACK_WAIT_MS);
  askHeldThread((stack) => asked.resolve(framesOf(stack)));
  void asked.promise.then(saying);
}

/**
 * Asks the held thread where it stands: the inspector interrupts whatever it runs, a regular expression too. It is not
 * interrupted outside of JavaScript, in a statement of SQLite say, and `then` is not called.
 */
function askHeldThread(then: (stack: unknown) => void): void {
  try {
    const session = new Session();
    session.connectToMainThread();
    const ask = "stack" satisfies keyof Held;
    const expression = `globalThis[Symbol.for("onpoint.watchdog")]?.${ask}()`;
    session.post("Runtime.evaluate", { expression }, (error, answer) => {
      session.disconnect();
      if (error === null) then(answer.result.value);
    });
  } catch {
    // This build of Node has no inspector: the requests are named without the place.
  }
}

/** Without the frames of the question itself. */
function framesOf(stack: unknown): string {
  const frames = String(stack)
    .split("\n")
    .map((frame) => frame.trim());
  const asked = frames.findIndex((frame) => frame.startsWith("at <anonymous>:1:"));
  return frames.slice(asked + 1).join("\n");
}

/** Straight to the log's end: what a thread prints goes through the one that is held up. */
function say(level: keyof typeof LEVELS, msg: string, values: object): void {
  if (log.level === "silent" || (level === "warn" && log.level === "error")) return;
  const line =
    log.format === "json"
      ? JSON.stringify({
          level: LEVELS[level],
          time: Date.now(),
          pid: process.pid,
          hostname: hostname(),
          ...values,
          msg,
        })
      : `${level.toUpperCase()}: ${msg} ${JSON.stringify(values, null, 2)}`;
  try {
    writeSync(2, `${line}\n`);
  } catch {
    // Nobody reads the log, or not as fast as it is written.
  }
}
