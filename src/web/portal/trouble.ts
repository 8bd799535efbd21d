import { TooManyGuesses } from "#accounts/sign-in/guesses.ts";
import { asSentence } from "#base/as-sentence.ts";
import { OnpointError } from "#base/errors.ts";
import type { Trouble } from "./page.ts";

/** What a person can mend, with the status that a browser is told; all else is a failure of the service. */
const STATUS_BY_CODE: Readonly<Record<string, number | undefined>> = {
  invalid_input: 422,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  rate_limited: 429,
  unavailable: 503,
};

/** What was wrong with what a person sent; undefined where the service failed. */
export function troubleOf(thrown: unknown): Trouble | undefined {
  if (!(thrown instanceof OnpointError)) return undefined;
  const status = STATUS_BY_CODE[thrown.code];
  if (status === undefined) return undefined;
  const faults = new Map(thrown.faults.map(({ path, message }) => [path, message]));
  const waits = thrown instanceof TooManyGuesses ? { retryAfter_s: thrown.retryAfter_s } : {};
  return { status, message: asSentence(thrown.message), hint: thrown.hint, faults, ...waits };
}
