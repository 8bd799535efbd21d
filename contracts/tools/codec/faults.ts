import type { Fault, OnpointError } from "#base/errors.ts";
import type { ToolRefusal } from "#contracts/wire.ts";

/** How the words of a version for what went wrong differ from those of others. */
export type Wording = {
  /** Tools whose answers have a place for what was wrong with the question, with the answer that has it there. */
  readonly answers: Readonly<Record<string, (error: string) => object>>;
  /** A fault with its place in the version's own fields. */
  readonly placed?: (fault: Fault) => string;
};

/** The place in an answer that the searches and readings of laws have. */
export const inError = (error: string): object => ({ error });

/**
 * What a tool says of an error. What the caller can mend is said in its words and with what would work; what is the
 * service's own fault is said in one sentence that is always the same.
 */
export function wordRefusal({ answers, placed = placedPlainly }: Wording) {
  return (tool: string, error: OnpointError): ToolRefusal => {
    const text = sentenceOf(error, placed);
    const isTheirs = error.code === "invalid_input" || error.code === "forbidden" || error.code === "not_found";
    const answer = isTheirs ? answers[tool] : undefined;
    return answer === undefined ? { text } : { result: answer(text) };
  };
}

function sentenceOf({ code, message, hint, faults }: OnpointError, placed: (fault: Fault) => string): string {
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

function placedPlainly({ path, message }: Fault): string {
  return path === "" ? message : `${path}: ${message}`;
}
