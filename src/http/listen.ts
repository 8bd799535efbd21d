import { createAdaptorServer } from "@hono/node-server";
import { createServer } from "node:http";
import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { OnpointError, systemCodeOf } from "#base/errors.ts";
import { isOutOfFiles, outOfFiles } from "#base/out-of-files.ts";
import type { App } from "./server.ts";
import { WaitingAnswers } from "./waiting-answers.ts";
import type { WaitingLimits } from "./waiting-answers.ts";

export type ListenAt = {
  readonly host: string;
  readonly port: number;
  /** Other processes listen on the same port and share its connections (`SO_REUSEPORT`). */
  readonly isShared?: boolean;
  /** A client that sends its request slower than this is cut. */
  readonly request_ms?: number;
  /** What clients that do not take their answers may hold. */
  readonly waiting?: WaitingLimits;
};

/** What is listened for. */
type Listener = Pick<App, "fetch" | "drain"> & Partial<Pick<App, "metrics">>;

export type Listening = {
  readonly host: string;
  /** The port taken, also when 0 was asked for. */
  readonly port: number;
  /** `http://host:port`, where a person on this machine reaches it. */
  readonly address: string;
  /**
   * Says at `/readyz` that it stops, and answers all the same for `notice_ms`; then takes no more connections, finishes
   * the requests in flight, and cuts what is left at the deadline.
   */
  readonly stop: (deadline_ms: number, notice_ms?: number) => Promise<void>;
};

/** A client that sends its head or its body slower than this is cut off. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** How often is looked who is that slow; every half a minute without it. */
const LOOK_MS = 1_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const WAITING_LIMITS: WaitingLimits = { stalled_ms: 20_000, waiting_bytes_max: 256 * 1024 * 1024 };

/**
 * Starts answering. @throws OnpointError `port_in_use`, or `invalid_configuration` when the address cannot be
 * listened on.
 */
export async function listen(app: Listener, at: ListenAt): Promise<Listening> {
  const answers = new WaitingAnswers(at.waiting ?? WAITING_LIMITS, app.metrics?.cutAnswers);
  const fetch: Listener["fetch"] = async (...request) => {
    const response = await app.fetch(...request);
    answers.noteAnswer();
    return response;
  };
  const server = createAdaptorServer({
    fetch,
    serverOptions: { connectionsCheckingInterval: LOOK_MS, requestTimeout: at.request_ms ?? REQUEST_TIMEOUT_MS },
  }) as Server;
  answers.watch(server);
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  await bind(server, at);
  const taken = server.address();
  const port = typeof taken === "object" && taken !== null ? taken.port : at.port;
  return {
    host: at.host,
    port,
    address: addressOf(at.host, port),
    stop: async (deadline_ms, notice_ms = 0) => stop(server, app, { deadline_ms, notice_ms }),
  };
}

/** Makes sure that no other program listens there. @throws as `listen`. */
export async function refuseTakenPort(at: { readonly host: string; readonly port: number }): Promise<void> {
  const probe = createServer();
  await bind(probe, at);
  await new Promise<void>((closed) => {
    probe.close(() => closed());
  });
}

async function bind(server: Server, { host, port, isShared = false }: ListenAt): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, host, reusePort: isShared }, () => {
      server.removeListener("error", reject);
      resolve();
    });
  }).catch((thrown: unknown) => {
    const code = systemCodeOf(thrown);
    if (isShared && (code === "ENOTSUP" || code === "EOPNOTSUPP" || code === "ENOPROTOOPT")) {
      throw new OnpointError("unsupported", "this system does not let several processes share a port", {
        hint: "start with one process, and put a balancer in front of several installations",
        cause: thrown,
      });
    }
    if (code === "EADDRINUSE") {
      throw new OnpointError("port_in_use", `port ${port} on ${host} is taken by another program`, {
        hint: "stop it, or choose another port with ONPOINT_PORT",
        cause: thrown,
      });
    }
    if (isOutOfFiles(thrown)) throw outOfFiles(`cannot listen on ${host} port ${port}`, thrown);
    throw new OnpointError(
      "invalid_configuration",
      `cannot listen on ${host} port ${port} (${code ?? "unknown reason"})`,
      {
        hint: "check ONPOINT_HOST and ONPOINT_PORT; ports below 1024 need a privilege",
        cause: thrown,
      },
    );
  });
}

/** Where a person on this machine reaches it: hosts that mean "everywhere" are reached by loopback. */
export function addressOf(host: string, port: number): string {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

async function stop(
  server: Server,
  app: Listener,
  { deadline_ms, notice_ms }: { readonly deadline_ms: number; readonly notice_ms: number },
): Promise<void> {
  app.drain();
  if (notice_ms > 0) await sleep(notice_ms);
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const deadline = setTimeout(() => server.closeAllConnections(), deadline_ms);
  await closed;
  clearTimeout(deadline);
}
