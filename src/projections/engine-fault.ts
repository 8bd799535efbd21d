import { messageOf, OnpointError, systemCodeOf, type ErrorCode } from "#base/errors.ts";

/**
 * An error on its way between threads, where it would lose its class. `code` says whose fault it is: without one,
 * the document's, which is then passed over.
 */
export type EngineFault = { readonly message: string; readonly code: ErrorCode | undefined };

export function faultOf(thrown: unknown): EngineFault {
  if (thrown instanceof OnpointError) return { message: thrown.message, code: thrown.code };
  return { message: messageOf(thrown), code: systemCodeOf(thrown) === undefined ? undefined : "unavailable" };
}

export function errorOf({ message, code }: EngineFault): Error {
  return code === undefined ? new Error(message) : new OnpointError(code, message);
}
