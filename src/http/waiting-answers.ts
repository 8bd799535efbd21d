import type { Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Metrics } from "./metrics.ts";

export type WaitingLimits = {
  /** A client that takes nothing of an answer for this long (at most twice) is cut. */
  readonly stalled_ms: number;
  /** What may wait for all clients together. */
  readonly waiting_bytes_max: number;
};

/**
 * Answers that their clients have not taken yet are held in memory. A client that takes nothing is cut, and above
 * `waiting_bytes_max` those whose request is the oldest.
 */
export class WaitingAnswers {
  readonly #limits: WaitingLimits;
  readonly #cuts: Metrics["cutAnswers"] | undefined;
  /** In the order in which they were asked for. */
  readonly #open = new Set<ServerResponse>();
  #isLookDue = false;

  constructor(limits: WaitingLimits, cuts?: Metrics["cutAnswers"]) {
    this.#limits = limits;
    this.#cuts = cuts;
  }

  /** Before the server takes its first connection. */
  watch(server: Server): void {
    server.prependListener("request", (_incoming, outgoing) => {
      this.#open.add(outgoing);
      outgoing.once("close", () => this.#open.delete(outgoing));
    });
    server.timeout = this.#limits.stalled_ms;
    server.on("timeout", (socket) => this.#onSilence(socket));
  }

  /** An answer is about to be written. */
  noteAnswer(): void {
    if (this.#isLookDue) return;
    this.#isLookDue = true;
    setImmediate(() => {
      this.#isLookDue = false;
      this.#cutAboveLimit();
    });
  }

  /** Nothing came or went for a while; an answer that is still being made is waited for. */
  #onSilence(socket: Socket): void {
    const isAnswering = [...this.#open].some((answer) => answer.req.socket === socket);
    if (isAnswering && socket.writableLength === 0) return;
    if (isAnswering) this.#cuts?.inc({ reason: "stalled" });
    socket.destroy();
  }

  #cutAboveLimit(): void {
    const waiting = new Map<Socket, number>();
    for (const answer of this.#open) {
      const { socket } = answer.req;
      waiting.set(socket, (waiting.get(socket) ?? 0) + answer.writableLength);
    }
    let total_bytes = [...waiting.values()].reduce((sum, size_bytes) => sum + size_bytes, 0);
    for (const [socket, size_bytes] of waiting) {
      if (total_bytes <= this.#limits.waiting_bytes_max) return;
      if (size_bytes === 0) continue;
      total_bytes -= size_bytes;
      this.#cuts?.inc({ reason: "too_much_waiting" });
      socket.destroy();
    }
  }
}
