import { OnpointError } from "../errors.ts";
import type { ErrorCode, Fault } from "../errors.ts";

/**
 * An error on its way between threads or processes, where its class would be lost. `fields` are the plain members it
 * bore, the system's `code`, `errno` and `syscall` among them.
 */
export type CrossingError = {
  readonly kind: "onpoint" | "error" | "value";
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
  readonly fields?: Readonly<Record<string, Plain>>;
  /** Of an `OnpointError`. */
  readonly code?: ErrorCode;
  readonly hint?: string;
  readonly faults?: readonly Fault[];
  /** The name under which its class is registered. */
  readonly registered?: string;
  readonly cause?: CrossingError;
  /** Of an `AggregateError`, such as a connection refused at every address of a host. */
  readonly errors?: readonly CrossingError[];
};

type Plain = string | number | boolean | bigint | null;

type Registered = {
  readonly type: abstract new (...given: never[]) => OnpointError;
  readonly make: (message: string, fields: Readonly<Record<string, Plain>>) => OnpointError;
};

const registered = new Map<string, Registered>();

/** Of a chain of causes; what lies deeper is left behind. */
const CAUSES_MAX = 8;
/** Of those that an aggregate holds. */
const ERRORS_MAX = 8;

const NATIVE: Readonly<Record<string, ErrorConstructor>> = {
  TypeError,
  RangeError,
  SyntaxError,
  ReferenceError,
  EvalError,
  URIError,
};

/**
 * Lets errors of this class come back as such. `make` gets the message and the plain members the error bore. A class
 * that is not registered at the other end comes back as the `OnpointError` it is.
 */
export function registerErrorClass(name: string, type: Registered["type"], make: Registered["make"]): void {
  registered.set(name, { type, make });
}

export function encodeError(thrown: unknown): CrossingError {
  return encode(thrown, CAUSES_MAX);
}

function encode(thrown: unknown, depth: number): CrossingError {
  if (!(thrown instanceof Error)) return { kind: "value", name: typeof thrown, message: String(thrown) };
  const { name, message, stack, cause } = thrown;
  const common = {
    name,
    message,
    ...(stack !== undefined && { stack }),
    ...(cause !== undefined && depth > 0 && { cause: encode(cause, depth - 1) }),
    ...(thrown instanceof AggregateError &&
      depth > 0 && { errors: thrown.errors.slice(0, ERRORS_MAX).map((one) => encode(one, depth - 1)) }),
  };
  if (!(thrown instanceof OnpointError)) return { kind: "error", ...common, fields: plainMembers(thrown) };
  const special = [...registered].find(([, { type }]) => thrown instanceof type)?.[0];
  return {
    kind: "onpoint",
    ...common,
    code: thrown.code,
    faults: thrown.faults,
    ...(thrown.hint !== undefined && { hint: thrown.hint }),
    ...(special !== undefined && { registered: special, fields: plainMembers(thrown) }),
  };
}

export function decodeError(crossing: CrossingError): Error {
  const { kind, message, stack, fields = {}, cause } = crossing;
  const made = kind === "onpoint" ? onpointError(crossing) : nativeError(crossing);
  if (kind !== "onpoint") Object.assign(made, fields);
  if (cause !== undefined) hidden(made, "cause", decodeError(cause));
  hidden(made, "stack", stack ?? `${made.name}: ${message}`);
  return made;
}

function onpointError({
  message,
  code = "internal",
  hint,
  faults,
  fields = {},
  registered: name,
}: CrossingError): Error {
  const known = name === undefined ? undefined : registered.get(name);
  if (known !== undefined) return known.make(message, fields);
  return new OnpointError(code, message, {
    ...(hint !== undefined && { hint }),
    ...(faults !== undefined && { faults }),
  });
}

function nativeError({ name, message, errors }: CrossingError): Error {
  const made =
    errors === undefined ? new (NATIVE[name] ?? Error)(message) : new AggregateError(errors.map(decodeError), message);
  if (made.name !== name) hidden(made, "name", name);
  return made;
}

/** As the language sets these members: not enumerated. */
function hidden(made: Error, member: string, value: unknown): void {
  Object.defineProperty(made, member, { value, writable: true, configurable: true, enumerable: false });
}

/** Own members beside message, stack and cause that any channel carries. */
function plainMembers(error: Error): Record<string, Plain> {
  const members = Object.entries(error).filter(
    ([name, value]) => name !== "name" && (value === null || PLAIN_TYPES.has(typeof value)),
  );
  return Object.fromEntries(members);
}

const PLAIN_TYPES = new Set(["string", "number", "boolean", "bigint"]);
