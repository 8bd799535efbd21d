import type { ErrorCode, Fault } from "#base/errors.ts";
import type { ToolRefusal } from "#contracts/wire.ts";

/** An error of the program, as this contract reads it. */
export type ProgramError = {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string | undefined;
  readonly faults: readonly Fault[];
};

/** Tools whose answers have a place for what was wrong with the question. */
const TELLS_IN_RESULT: ReadonlySet<string> = new Set(["search", "searchLaws", "analyzeLaw"]);

/**
 * What a tool says of an error. What the caller can mend is said in its words and with what would work; what is the
 * service's own fault is said in one sentence that is always the same.
 */
export function wordRefusal(tool: string, error: ProgramError): ToolRefusal {
  const text = sentenceOf(error);
  const isTheirs = error.code === "invalid_input" || error.code === "forbidden" || error.code === "not_found";
  if (!isTheirs || !TELLS_IN_RESULT.has(tool)) return { text };
  return { result: tool === "search" ? { status: "error", results: [], error: text } : { error: text } };
}

function sentenceOf({ code, message, hint, faults }: ProgramError): string {
  switch (code) {
    case "invalid_input":
    case "forbidden":
    case "not_found":
    case "conflict":
    case "too_large":
    case "too_costly":
    case "unsupported": {
      const said = faults.length === 0 ? message : faults.map((fault) => placed(fault)).join("; ");
      return hint === undefined ? said : `${said}. ${hint}`;
    }
    case "unauthorized":
      return "a valid API key is required";
    case "rate_limited":
      return "too many requests are running for this caller; call again in a few seconds";
    case "unavailable":
    case "storage_full":
    case "data_directory_in_use":
      return "the service cannot answer just now; call again in a few seconds";
    case "port_in_use":
    case "invalid_configuration":
    case "schema_too_new":
    case "corrupt":
    case "internal":
      return "something went wrong in the service; whoever runs it finds the cause in its log";
  }
}

function placed({ path, message }: Fault): string {
  const place = path.replace(/\bdateFrom$/u, "startDate").replace(/\bdateTo$/u, "endDate");
  return place === "" || place === "cursor" ? message : `${place}: ${message}`;
}
