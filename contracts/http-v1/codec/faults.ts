import type { ErrorCode, Fault, OnpointError } from "#base/errors.ts";

/** A refusal in the words of this contract. */
export type Refusal = {
  readonly code: ErrorCode | "malformed_query";
  readonly message: string;
  readonly hint: string | undefined;
  readonly faults: readonly { readonly path: string; readonly message: string }[];
};

/** The places of each operation's request by the names they have inside. A place of a list has its number behind it. */
const MEMBERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  search: {
    courtIds: "filters.court_ids",
    jurisdictions: "filters.jurisdictions",
    states: "filters.states",
    dateFiled: "filters.date_filed",
  },
  "opinions-get": {
    "docket.courtId": "docket.court_id",
    "docket.courtAbbreviation": "docket.court_abbreviation",
  },
  "opinions-citing": { courtIds: "court_ids" },
};

/** What went wrong inside, as this contract says it to whoever asked for the operation. */
export function wordRefusal(operation: string, error: OnpointError): Refusal {
  const faults = error.faults.map((fault) => wordFault(operation, fault));
  return { code: codeOf(error), message: messageOf(error, faults), hint: error.hint, faults };
}

function wordFault(operation: string, { path, message }: Fault): Refusal["faults"][number] {
  return { path: memberOf(operation, path), message };
}

/** `courtIds[3]` of a search is `filters.court_ids.3`. */
function memberOf(operation: string, path: string): string {
  const [, place = path, index] = /^(.*?)(?:\[(\d+)\])?$/u.exec(path) ?? [];
  const member = MEMBERS[operation]?.[place] ?? place;
  return index === undefined ? member : `${member}.${index}`;
}

/** A query that cannot be read is malformed rather than a wrong value. */
function codeOf({ code, faults }: OnpointError): Refusal["code"] {
  const isAboutQuery = code === "invalid_input" && faults.length > 0 && faults.every(({ path }) => path === "query");
  return isAboutQuery ? "malformed_query" : code;
}

/** Where the message is that of the first fault, its place stands before it, as in faults of the schema. */
function messageOf({ message }: OnpointError, faults: Refusal["faults"]): string {
  const [first] = faults;
  return first?.message === message ? `${first.path}: ${message}` : message;
}
