import { pino, type Logger as PinoLogger } from "pino";

export type Logger = PinoLogger;

/** Member names whose values never reach a log line, wherever they stand. */
const SECRET_PATHS = [
  "authorization",
  "*.authorization",
  "headers.authorization",
  "key",
  "*.key",
  "password",
  "*.password",
  "secret",
  "*.secret",
  "token",
  "*.token",
  "database_url",
  "*.database_url",
];

export type LogOptions = {
  readonly level: "trace" | "debug" | "info" | "warn" | "error" | "silent";
  /** `json` for machines, `pretty` for a person at a terminal. */
  readonly format: "json" | "pretty";
};

/** A structured logger on standard error, which leaves standard output to what a command answers. */
export function createLogger(options: LogOptions): Logger {
  const base = { level: options.level, redact: { paths: SECRET_PATHS, censor: "[redacted]" } };
  if (options.format === "pretty") {
    return pino({ ...base, transport: { target: "pino-pretty", options: { destination: 2, ignore: "pid,hostname" } } });
  }
  return pino(base, pino.destination({ dest: 2, sync: true }));
}

export const silentLogger: Logger = pino({ level: "silent" });
