import { pino } from "pino";
import type { DestinationStream, Logger as PinoLogger } from "pino";
import { loggable } from "./log-values.ts";

export type Logger = PinoLogger;

export type LogOptions = {
  readonly level: "trace" | "debug" | "info" | "warn" | "error" | "silent";
  /** `json` for machines, `pretty` for a person at a terminal. */
  readonly format: "json" | "pretty";
};

/** `err` is an error already made loggable, as every other value is. */
const AS_IS = { err: (value: unknown) => value };

/**
 * A structured logger on standard error, which leaves standard output to what a command answers. JSON lines go to
 * `destination` when one is given.
 */
export function createLogger(options: LogOptions, destination?: DestinationStream): Logger {
  const base = { level: options.level, formatters: { log: loggable }, serializers: AS_IS };
  if (options.format === "pretty") {
    return pino({ ...base, transport: { target: "pino-pretty", options: { destination: 2, ignore: "pid,hostname" } } });
  }
  return pino(base, destination ?? pino.destination({ dest: 2, sync: true }));
}

export const silentLogger: Logger = pino({ level: "silent" });
