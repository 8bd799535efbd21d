import { createServer as createSocketServer } from "node:net";
import type { AddressInfo } from "node:net";
import { OnpointError } from "#base/errors.ts";
import { isOutOfFiles, outOfFiles } from "#base/out-of-files.ts";
import { addressOf } from "#http/listen.ts";
import type { Config } from "../settings.ts";

/** Where the service is reached, and under which addresses it speaks of itself. */
export type Place = {
  readonly host: string;
  readonly port: number;
  readonly baseUrl: string;
  readonly apiUrl: string;
  /** Where people sign in. */
  readonly authUrl: string;
};

/** The place the settings name; a port of 0 is made a free one. */
export async function placeOf(config: Config): Promise<Place> {
  const { host } = config;
  const port = config.port === 0 ? await freePort(host) : config.port;
  const baseUrl = config.baseUrl ?? addressOf(host, port);
  const { apiUrl, authUrl } = config;
  return { host, port, baseUrl, apiUrl: apiUrl ?? `${baseUrl}/v1`, authUrl: authUrl ?? baseUrl };
}

export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host.startsWith("127.");
}

async function freePort(host: string): Promise<number> {
  const probe = createSocketServer();
  const { promise, resolve: listening, reject } = Promise.withResolvers<void>();
  probe.once("error", reject);
  probe.listen(0, host, () => listening());
  await promise.catch((cause: unknown) => {
    if (isOutOfFiles(cause)) throw outOfFiles(`cannot listen on ${host}`, cause);
    throw new OnpointError("invalid_configuration", `cannot listen on ${host}`, {
      hint: "ONPOINT_HOST must be an address of this machine: 127.0.0.1 can be reached from here alone, 0.0.0.0 from every network.",
      cause,
    });
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((closed) => {
    probe.close(() => closed());
  });
  return port;
}
