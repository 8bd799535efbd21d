import type { ErrorCode, Fault, OnpointError } from "#base/errors.ts";
import type { Refusal } from "#contracts/http-v1/codec/faults.ts";

/** The kinds of problem HTTP can tell of: the program's own and those only this edge knows. */
export type ProblemCode =
  | "malformed_json"
  | "malformed_query"
  | "invalid_input"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "method_not_allowed"
  | "conflict"
  | "too_large"
  | "too_costly"
  | "unsupported_media_type"
  | "rate_limited"
  | "internal"
  | "unsupported"
  | "unavailable";

type ProblemKind = { readonly status: ProblemStatus; readonly title: string };
export type ProblemStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 501 | 503;

/** The status table; `docs/api/errors.md` says the same in words. */
export const PROBLEM_KINDS: Readonly<Record<ProblemCode, ProblemKind>> = {
  malformed_json: { status: 400, title: "The body is not JSON" },
  malformed_query: { status: 400, title: "The search query cannot be read" },
  unauthorized: { status: 401, title: "A valid API key is required" },
  forbidden: { status: 403, title: "Not allowed" },
  not_found: { status: 404, title: "Not found" },
  method_not_allowed: { status: 405, title: "This address does not answer that method" },
  conflict: { status: 409, title: "The request conflicts with the present state" },
  too_large: { status: 413, title: "The body is too large" },
  unsupported_media_type: { status: 415, title: "The body is not application/json" },
  invalid_input: { status: 422, title: "The request has faults" },
  too_costly: { status: 422, title: "The request asks for too much" },
  rate_limited: { status: 429, title: "Too many requests" },
  internal: { status: 500, title: "The server failed" },
  unsupported: { status: 501, title: "Not offered by this version" },
  unavailable: { status: 503, title: "The service cannot answer now" },
};

export type ProblemOptions = {
  /** What would work. */
  readonly hint?: string;
  /** All of it in the words of a person in a browser, where those are others. */
  readonly forPeople?: string;
  readonly faults?: readonly Fault[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
};

/** A refusal on its way to the client. */
export class HttpProblem extends Error {
  readonly code: ProblemCode;
  readonly hint: string | undefined;
  readonly forPeople: string | undefined;
  readonly faults: readonly Fault[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, message: string, options: ProblemOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "HttpProblem";
    this.code = code;
    this.hint = options.hint;
    this.forPeople = options.forPeople;
    this.faults = options.faults ?? [];
    this.headers = options.headers ?? {};
  }
}

const CODE_BY_ERROR: Readonly<Record<ErrorCode | "malformed_query", ProblemCode>> = {
  malformed_query: "malformed_query",
  invalid_input: "invalid_input",
  unauthorized: "unauthorized",
  forbidden: "forbidden",
  not_found: "not_found",
  conflict: "conflict",
  too_large: "too_large",
  too_costly: "too_costly",
  rate_limited: "rate_limited",
  unsupported: "unsupported",
  unavailable: "unavailable",
  storage_full: "unavailable",
  data_directory_in_use: "unavailable",
  port_in_use: "internal",
  invalid_configuration: "internal",
  schema_too_new: "internal",
  corrupt: "internal",
  internal: "internal",
};

const RETRY_AFTER_S = "5";

/** The public face of an error: what is ours to say is said in the words given, what is internal stays in the log. */
export function problemOf(error: OnpointError, refusal: Refusal = error): HttpProblem {
  const code = CODE_BY_ERROR[refusal.code];
  const cause = { cause: error };
  if (code === "internal") return internalProblem(error);
  if (code === "unavailable") {
    const message = error.code === "unavailable" ? error.message : "the store cannot be used just now";
    return new HttpProblem(code, message, { ...cause, headers: { "Retry-After": RETRY_AFTER_S } });
  }
  if (code === "rate_limited") {
    const headers = { "Retry-After": RETRY_AFTER_S };
    return new HttpProblem(code, messageWithFault(refusal), { ...cause, ...refusalOptions(refusal), headers });
  }
  return new HttpProblem(code, messageWithFault(refusal), { ...cause, ...refusalOptions(refusal) });
}

/** A client that prints one sentence should print the first fault with it. */
function messageWithFault({ message, faults }: Refusal): string {
  const first = faults[0]?.message ?? "";
  return message.includes(first) ? message : `${message}: ${first}`;
}

function refusalOptions({ faults, hint }: Refusal): ProblemOptions {
  return { faults, ...(hint === undefined ? {} : { hint }) };
}

export function internalProblem(cause: unknown): HttpProblem {
  return new HttpProblem("internal", "something went wrong on our side; the log has it under this request's id", {
    cause,
  });
}

export function nothingAnswers(path: string, baseUrl: string): HttpProblem {
  return new HttpProblem("not_found", `nothing answers at ${path.slice(0, 200)}`, {
    hint: `${baseUrl}/docs lists what there is`,
    forPeople: `There is no page at ${path.slice(0, 200)}. Check the address, or search for what you are looking for.`,
  });
}

/** The body of a problem answer (RFC 9457). `docsUrl` is the page that explains the codes. */
export function problemBody(problem: HttpProblem, docsUrl: string, requestId: string | undefined): string {
  const { status, title } = PROBLEM_KINDS[problem.code];
  return JSON.stringify({
    type: `${docsUrl}#error-${problem.code}`,
    title,
    status,
    detail: problem.hint === undefined ? problem.message : joined(problem.message, problem.hint),
    code: problem.code,
    error: problem.message,
    ...(problem.faults.length === 0 ? {} : { errors: problem.faults.map(({ path, message }) => ({ path, message })) }),
    ...(requestId === undefined ? {} : { request_id: requestId }),
  });
}

/** A hint written as a sentence stands as one. */
function joined(message: string, hint: string): string {
  return /^\p{Lu}/u.test(hint) ? `${message}. ${hint}` : `${message}; ${hint}`;
}
