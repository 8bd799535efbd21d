import { encodeError } from "./threads/error-codec.ts";
import type { CrossingError } from "./threads/error-codec.ts";

/** Member names whose values never reach a log line, however deep they stand. */
const SECRET_NAMES: ReadonlySet<string> = new Set([
  "authorization",
  "cookie",
  "database_url",
  "databaseurl",
  "key",
  "password",
  "secret",
  "token",
]);
const REDACTED = "[redacted]";
/** Deeper values are left to the writer of the line. */
const DEPTH_MAX = 6;

/**
 * What is logged in place of a value: errors in full, with what they were caused by, wherever they stand (an error has
 * no members of its own that JSON would show), and secrets not at all.
 */
export function loggable(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return members(values, DEPTH_MAX);
}

function members(values: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      SECRET_NAMES.has(name.toLowerCase()) ? REDACTED : shown(value as unknown, depth),
    ]),
  );
}

function shown(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || depth === 0) return value;
  if (value instanceof Error) return errorShown(encodeError(value));
  if (Array.isArray(value)) return value.map((one: unknown) => shown(one, depth - 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null ? members(value, depth - 1) : value;
}

function errorShown({
  errors,
  name,
  message,
  stack,
  fields,
  code,
  hint,
  faults,
  cause,
}: CrossingError): Record<string, unknown> {
  return {
    type: name,
    message: masked(message),
    ...(fields !== undefined && members(fields, 1)),
    ...(code !== undefined && { code }),
    ...(hint !== undefined && { hint }),
    ...(faults !== undefined && faults.length > 0 && { faults }),
    ...(stack !== undefined && { stack: masked(stack) }),
    ...(cause !== undefined && { cause: errorShown(cause) }),
    ...(errors !== undefined && { errors: errors.map(errorShown) }),
  };
}

/** Passwords in addresses, and bearer tokens: libraries put both into their messages. */
function masked(text: string): string {
  return text
    .replace(/(?<before>:\/\/[^\s/:@]*):[^\s/@]+@/gu, `$<before>:${REDACTED}@`)
    .replace(/\bbearer\s+[\w.~+/=-]+/giu, `Bearer ${REDACTED}`);
}
