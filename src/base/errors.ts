/**
 * What went wrong, as a stable word that survives rewording of the message. One exhaustive mapping at each
 * edge (HTTP status, exit code) turns it into that edge's form.
 */
export type ErrorCode =
  | "invalid_input"
  | "invalid_configuration"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "conflict"
  | "too_large"
  | "too_costly"
  | "rate_limited"
  | "unsupported"
  | "data_directory_in_use"
  | "port_in_use"
  | "schema_too_new"
  | "storage_full"
  | "corrupt"
  | "unavailable"
  | "internal";

/** Why, as a stable code with the data of the case: what an edge needs to say it in words of its own. Plain values only. */
export type Reason = { readonly code: string } & Readonly<
  Record<string, string | number | boolean | readonly string[]>
>;

/**
 * One fault in an input. `path` is where it stands: in what was asked, by the program's own names (`courtIds[0]`,
 * `dateFiled`), which each edge puts into its own; else a file position. `message` names no edge's words.
 */
export type Fault = { readonly path: string; readonly message: string; readonly reason?: Reason };

export type OnpointErrorOptions = {
  /** What would work: shown to the person after the message. */
  readonly hint?: string;
  readonly faults?: readonly Fault[];
  readonly cause?: unknown;
};

/** Every failure the program raises on purpose. Anything else that is thrown is a defect and maps to `internal`. */
export class OnpointError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly faults: readonly Fault[];

  constructor(code: ErrorCode, message: string, options: OnpointErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "OnpointError";
    this.code = code;
    this.hint = options.hint;
    this.faults = options.faults ?? [];
  }
}

/** The message of anything thrown, for a log line or a reject reason. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The system error code (`ENOSPC`, `EADDRINUSE`) of a thrown value, when it carries one. */
export function systemCodeOf(thrown: unknown): string | undefined {
  if (typeof thrown !== "object" || thrown === null || !("code" in thrown)) return undefined;
  return typeof thrown.code === "string" ? thrown.code : undefined;
}
