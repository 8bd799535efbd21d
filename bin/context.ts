import { createLogger } from "#base/log.ts";
import type { Logger, LogOptions } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { addressForWork } from "#db/postgres/bounds.ts";
import { openRecords } from "#schema/open.ts";
import { loadConfig } from "./settings.ts";
import type { Config } from "./settings.ts";

export type Context = { readonly config: Config; readonly log: Logger };

type Purpose = "serve" | "command";

/** Settings and a log. */
export function openContext(purpose: Purpose): Context {
  const loaded = loadConfig(process.env);
  // What a command asks nobody waits for with a clock in the hand.
  const isPatient = purpose === "command" && loaded.databaseUrl !== null;
  const config = isPatient ? { ...loaded, databaseUrl: addressForWork(loaded.databaseUrl) } : loaded;
  return { config, log: createLogger(logOptions(config, purpose)) };
}

/** Commands log warnings only, on standard error; `serve` logs as it is told to. */
export function logOptions({ logLevel, logFormat }: Config, purpose: Purpose): LogOptions {
  const isQuiet = purpose === "command" && process.env["ONPOINT_LOG_LEVEL"] === undefined;
  return { level: isQuiet ? "warn" : logLevel, format: logFormat ?? (process.stderr.isTTY ? "pretty" : "json") };
}

/** Opens the records for one command and closes them whatever happens. */
export async function withDatabase<Value>(context: Context, work: (db: Db) => Promise<Value>): Promise<Value> {
  const { dataDir, databaseUrl } = context.config;
  const db = await openRecords({ dataDir, databaseUrl: databaseUrl ?? undefined });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Aborted by the first Ctrl-C or SIGTERM; a second one ends the process at once. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  return controller.signal;
}
