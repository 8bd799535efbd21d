import { writeSync } from "node:fs";
import { Session } from "node:inspector";
import { hostname } from "node:os";
import { workerData } from "node:worker_threads";
import { RunningRequests } from "./running-requests.ts";
import type { Held, WatchData } from "./watchdog.ts";

/** Looks whether the event loop of the first thread goes round; runs until it is ended. */

const { memory, look_ms, stallLimit_ms, hangLimit_ms, log } = workerData as WatchData;
const running = new RunningRequests(memory);
/** So long after the first word of a stall signals are let go. A loop that is slow but not lost has gone on by then. */
const LET_GO_MS = 2_000;
const STACK_WAIT_MS = 500;
const REQUESTS_SAID_MAX = 20;
/** The levels of pino. */
const LEVELS = { warn: 40, error: 50 } as const;

let seen = running.beats;
/** Counted by looks and not by a clock: a process that was stopped, or a machine that slept, has not stalled. */
let still_ms = 0;
let isTold = false;
let isLetGo = false;

setInterval(look, look_ms);

function look(): void {
  const { beats } = running;
  if (beats !== seen) {
    if (isTold) say("warn", "the event loop goes on", { stalled_ms: still_ms });
    seen = beats;
    still_ms = 0;
    isTold = false;
    isLetGo = false;
    return;
  }
  still_ms += look_ms;
  if (still_ms >= stallLimit_ms && !isTold) {
    isTold = true;
    running.noteStall();
    tell();
  }
  if (still_ms >= stallLimit_ms + LET_GO_MS && !isLetGo) {
    isLetGo = true;
    inHeldThread("letSignalsGo", () => undefined);
  }
  if (hangLimit_ms > 0 && still_ms >= Math.max(hangLimit_ms, stallLimit_ms)) {
    say("error", "the event loop has stood still for too long: the process ends", { stalled_ms: still_ms });
    process.kill(process.pid, "SIGKILL");
  }
}

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
  inHeldThread("stack", (stack) => asked.resolve(framesOf(stack)));
  void asked.promise.then(saying);
}

/**
 * Lets the held thread do something where it stands: the inspector interrupts whatever it runs, a regular expression
 * too. It is not interrupted outside of JavaScript, in a statement of SQLite say, and `then` is not called.
 */
function inHeldThread(what: keyof Held, then: (answer: unknown) => void): void {
  try {
    const session = new Session();
    session.connectToMainThread();
    const expression = `globalThis[Symbol.for("onpoint.watchdog")]?.${what}()`;
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
