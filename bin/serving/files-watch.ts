import type { Logger } from "#base/log.ts";
import { messageOf, OnpointError } from "#base/errors.ts";
import { refuseReplacedFiles } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";

const EVERY_MS = 2_000;

/**
 * Says in the log when somebody deleted or replaced the files of the records under this process: once, and again when
 * another one is missed. Returns what ends it.
 */
export function watchFiles(db: Db, log: Logger, every_ms = EVERY_MS): () => void {
  let said = "";
  const timer = setInterval(() => {
    const fault = faultOf(db);
    if (fault !== undefined && fault.reason !== said) log.error(fault, "the files of the records are not in place");
    said = fault?.reason ?? "";
  }, every_ms);
  timer.unref();
  return () => clearInterval(timer);
}

function faultOf(db: Db): { readonly reason: string; readonly hint?: string | undefined } | undefined {
  try {
    refuseReplacedFiles(db);
    return undefined;
  } catch (thrown) {
    return { reason: messageOf(thrown), hint: thrown instanceof OnpointError ? thrown.hint : undefined };
  }
}
