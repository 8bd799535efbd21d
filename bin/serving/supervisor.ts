import { fileURLToPath } from "node:url";
import { monotonicMs } from "#base/clock.ts";
import { ProcessGroup } from "#base/processes/process-group.ts";
import { localLimiter } from "#http/limiter.ts";
import type { Context } from "../context.ts";
import type { MemberAnswers, MemberAsks, MemberData } from "./member-requests.ts";

/** Beyond the time that requests in flight are given, a process may take this long to end. */
const STOP_MARGIN_MS = 5_000;

export type Members = {
  /** Resolves when all of them answer; rejects with what keeps the first from it, and then none is left. */
  readonly ready: Promise<void>;
  readonly areReady: boolean;
  /** Ends every process, those that do not end by themselves in time too. */
  stop(): Promise<void>;
  /** Ends every process at once. */
  cut(): Promise<void>;
};

/**
 * Starts processes that answer on one port, replaces the one that dies, and keeps what they share: the counts that
 * limits are held against. It answers no request itself, and holds neither the records nor the index open.
 */
export function startMembers({ config, log }: Context, data: MemberData): Members {
  const limiter = localLimiter(monotonicMs);
  const group: ProcessGroup<MemberAsks, MemberAnswers> = new ProcessGroup<MemberAsks, MemberAnswers>({
    program: fileURLToPath(new URL("./member.ts", import.meta.url)),
    args: [JSON.stringify(data)],
    size: data.processes,
    log,
    answers: {
      take: (questions) => questions.map((question) => limiter.take(question)),
      metricsOfAll: async () => group.askAll("metrics", null),
    },
  });
  let areReady = false;
  return {
    ready: group.start().then(() => void (areReady = true)),
    get areReady() {
      return areReady;
    },
    stop: async () => group.stop("SIGTERM", config.stopNotice_ms + config.shutdownTimeout_ms + STOP_MARGIN_MS),
    cut: async () => group.stop("SIGKILL", 0),
  };
}
