import { Writable } from "node:stream";
import { createLogger } from "#base/log.ts";
import type { Logger } from "#base/log.ts";

/** A line as it would stand in the log. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly level: number; readonly msg: string };

/** A logger whose lines, as they are really written, can be read back. */
export function createMemoryLog(): { readonly log: Logger; readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _, done) {
      for (const line of chunk.toString("utf8").split("\n")) if (line !== "") lines.push(JSON.parse(line) as LogLine);
      done();
    },
  });
  return { log: createLogger({ level: "trace", format: "json" }, sink), lines };
}
