import { OnpointError, systemCodeOf } from "./errors.ts";

const CODES = /\bE[MN]FILE\b|too many open files/u;
const CAUSES_MAX = 8;

/**
 * The process, or the whole system, may not open another file; connections count as such. Threads that could not start
 * tell it in their message alone.
 */
export function isOutOfFiles(thrown: unknown): boolean {
  let one = thrown;
  for (let depth = 0; depth < CAUSES_MAX && one instanceof Error; depth++, one = one.cause) {
    if (CODES.test(systemCodeOf(one) ?? "") || CODES.test(one.message)) return true;
  }
  return false;
}

export function outOfFiles(what: string, cause: unknown): OnpointError {
  return new OnpointError("unavailable", `${what}: the limit of open files is reached`, {
    hint: "Raise it: `ulimit -n 65536` before the start, LimitNOFILE= with systemd, --ulimit nofile= with a container.",
    cause,
  });
}
