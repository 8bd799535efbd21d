import { fork } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { monotonicMs } from "../clock.ts";
import { messageOf, OnpointError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { CallPort } from "../threads/call-port.ts";
import type { Handlers, Requests } from "../threads/call-port.ts";
import { decodeError } from "../threads/error-codec.ts";
import type { CrossingError } from "../threads/error-codec.ts";

export type ProcessGroupOptions<Answers extends Requests> = {
  /** The program each process runs, which calls `parentProcess`. */
  readonly program: string;
  /** Its arguments. */
  readonly args: readonly string[];
  /** Processes. */
  readonly size: number;
  readonly log: Logger;
  /** What a process may ask of the one who started it. */
  readonly answers: Handlers<Answers>;
  /** How long `askAll` waits for each. */
  readonly answer_ms_max?: number;
  /** A process that gives no sign of life for so long is ended, and replaced. */
  readonly hung_ms_max?: number;
};

/** What every process tells of itself. */
export type OwnWords = {
  ready: { input: null; answer: null };
  failed: { input: CrossingError; answer: null };
};

type Seat = { child: ChildProcess | undefined; port: CallPort<Requests> | undefined; quickDeaths: number };

/** What every process is asked, to tell one that hangs from one that works. */
export type SignOfLife = { alive: { input: null; answer: null } };

const HUNG_MS_MAX_DEFAULT = 30_000;
const SIGNS_MISSED_MAX = 3;

/** A process that ends sooner than this after its start is started again after a pause, which doubles each time. */
const SETTLED_MS = 10_000;
const PAUSE_MS_FIRST = 250;
const PAUSE_MS_MAX = 10_000;
/** How long an answer of a process is waited for when all of them are asked. */
const ANSWER_MS_MAX_DEFAULT = 2_000;

/**
 * Processes that run the same program side by side. One that ends without having been told to is replaced; the others
 * go on meanwhile. Requests go to and from each over the channel of the operating system, by structured clone.
 */
export class ProcessGroup<Asks extends Requests, Answers extends Requests = Requests> {
  readonly #options: ProcessGroupOptions<Answers>;
  readonly #seats: readonly Seat[];
  readonly #stopping = new AbortController();

  constructor(options: ProcessGroupOptions<Answers>) {
    this.#options = options;
    this.#seats = Array.from({ length: options.size }, () => ({ child: undefined, port: undefined, quickDeaths: 0 }));
  }

  /** Resolves when every process says that it is ready; rejects with what the first one that failed threw. */
  async start(): Promise<void> {
    try {
      await Promise.all(this.#seats.map(async (seat) => this.#run(seat)));
    } catch (thrown) {
      await this.stop("SIGKILL", 0);
      throw thrown;
    }
  }

  /** Process ids, those that are being replaced left out. */
  get pids(): number[] {
    return this.#seats.flatMap(({ child }) => child?.pid ?? []);
  }

  /** Asks every process; those that cannot answer, or do not in time, are left out. */
  async askAll<Kind extends keyof Asks & string>(
    kind: Kind,
    input: Asks[Kind]["input"],
  ): Promise<Asks[Kind]["answer"][]> {
    const { answer_ms_max = ANSWER_MS_MAX_DEFAULT } = this.#options;
    const over = new AbortController();
    const late = sleep(answer_ms_max, [], { signal: over.signal }).catch(() => []);
    const answers = await Promise.all(
      this.#seats.map(async ({ port }): Promise<Asks[Kind]["answer"][]> => {
        const answered = port?.ask(kind, input).then((answer) => [answer]);
        return answered === undefined ? [] : Promise.race([answered.catch(() => []), late]);
      }),
    );
    over.abort();
    return answers.flat();
  }

  /** Sends each process the signal and waits for its end, at most so long; then it is killed. */
  async stop(signal: NodeJS.Signals, deadline_ms: number): Promise<void> {
    this.#stopping.abort();
    await Promise.all(
      this.#seats.map(async ({ child }) => {
        if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
        const ended = new Promise((resolve) => {
          child.once("exit", resolve);
        });
        child.kill(signal);
        const cut = setTimeout(() => child.kill("SIGKILL"), deadline_ms);
        await ended;
        clearTimeout(cut);
      }),
    );
  }

  /** Starts a process on this seat; resolves when it is ready. */
  async #run(seat: Seat): Promise<void> {
    const { program, args, log, answers } = this.#options;
    const started_ms = monotonicMs();
    const ready = Promise.withResolvers<void>();
    let cause: unknown;
    const child = fork(program, [...args], { serialization: "advanced" });
    const port = new CallPort<Requests>({
      leavesProcess: true,
      postMessage: (message) => void child.send(message as object, () => undefined),
      on: (event, listener) => child.on(event, listener),
    });
    port.serve<Answers>(answers);
    port.serve<OwnWords>({
      ready: () => {
        ready.resolve();
        return null;
      },
      failed: (fault) => {
        cause = decodeError(fault);
        ready.reject(cause);
        return null;
      },
    });
    seat.child = child;
    seat.port = port;
    child.on("error", (thrown) => (cause = thrown));
    child.once("exit", (code, signal) => {
      const how = cause === undefined ? (signal ?? `exit code ${code}`) : messageOf(cause);
      const reason = new OnpointError("unavailable", `a process of the server ended: ${how}`);
      port.close(reason);
      ready.reject(reason);
      seat.child = undefined;
      seat.port = undefined;
      if (this.#stopping.signal.aborted) return;
      log.error({ ended: child.pid, reason: how }, "a process of the server ended and is replaced");
      void this.#replace(seat, monotonicMs() - started_ms);
    });
    await ready.promise;
    void this.#watch(child, port as unknown as CallPort<SignOfLife>);
  }

  /** Ends a process that lives and does not answer, for what is sent to it would wait for ever. */
  async #watch(child: ChildProcess, port: CallPort<SignOfLife>): Promise<void> {
    const { hung_ms_max = HUNG_MS_MAX_DEFAULT, log } = this.#options;
    const wait_ms = hung_ms_max / SIGNS_MISSED_MAX;
    for (let missed = 0; child.exitCode === null && child.signalCode === null;) {
      const asked = port.ask("alive", null).then(
        () => true,
        () => true,
      );
      // One sign may be missed because this process itself was stopped for a while.
      missed = (await Promise.race([asked, sleep(wait_ms, false, { ref: false })])) ? 0 : missed + 1;
      if (missed === SIGNS_MISSED_MAX) {
        log.error({ hung: child.pid, hung_ms_max }, "a process of the server does not answer and is ended");
        child.kill("SIGKILL");
        return;
      }
      if (missed === 0) await sleep(wait_ms, undefined, { ref: false });
    }
  }

  async #replace(seat: Seat, lived_ms: number): Promise<void> {
    seat.quickDeaths = lived_ms < SETTLED_MS ? seat.quickDeaths + 1 : 0;
    const { signal } = this.#stopping;
    const pause_ms = seat.quickDeaths < 2 ? 0 : Math.min(PAUSE_MS_FIRST * 2 ** (seat.quickDeaths - 2), PAUSE_MS_MAX);
    await sleep(pause_ms, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    await this.#run(seat).catch(() => undefined); // told by its own exit
  }
}
