import { createAdaptorServer } from "@hono/node-server";
import type { Server } from "node:http";
import { OnpointError, systemCodeOf } from "#base/errors.ts";
import type { App } from "./server.ts";

/** What is listened for. */
type Listener = Pick<App, "fetch" | "drain">;

export type Listening = {
  readonly host: string;
  /** The port taken, also when 0 was asked for. */
  readonly port: number;
  /** `http://host:port`, where a person on this machine reaches it. */
  readonly address: string;
  /** Takes no more connections, finishes the requests in flight, and cuts what is left at the deadline. */
  readonly stop: (deadline_ms: number) => Promise<void>;
};

/** A client that sends its head or its body slower than this is cut off. */
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;

/**
 * Starts answering. @throws OnpointError `port_in_use`, or `invalid_configuration` when the address cannot be
 * listened on.
 */
export async function listen(app: Listener, at: { readonly host: string; readonly port: number }): Promise<Listening> {
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = KEEP_ALIVE_TIMEOUT_MS;
  await bind(server, at);
  const taken = server.address();
  const port = typeof taken === "object" && taken !== null ? taken.port : at.port;
  return {
    host: at.host,
    port,
    address: `http://${reachable(at.host)}:${port}`,
    stop: async (ms) => stop(server, app, ms),
  };
}

async function bind(server: Server, { host, port }: { readonly host: string; readonly port: number }): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.removeListener("error", reject);
      resolve();
    });
  }).catch((thrown: unknown) => {
    const code = systemCodeOf(thrown);
    if (code === "EADDRINUSE") {
      throw new OnpointError("port_in_use", `port ${port} on ${host} is taken by another program`, {
        hint: "stop it, or choose another port with ONPOINT_PORT",
        cause: thrown,
      });
    }
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

/** Hosts that mean "everywhere" are reached on this machine by loopback. */
function reachable(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

async function stop(server: Server, app: Listener, deadline_ms: number): Promise<void> {
  app.drain();
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const deadline = setTimeout(() => server.closeAllConnections(), deadline_ms);
  await closed;
  clearTimeout(deadline);
}
