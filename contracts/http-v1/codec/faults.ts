import type { ErrorCode, Fault, OnpointError, Reason } from "#base/errors.ts";

/** A refusal in the words of this contract. */
export type Refusal = {
  readonly code: ErrorCode | "malformed_query";
  readonly message: string;
  readonly hint: string | undefined;
  readonly faults: readonly { readonly path: string; readonly message: string }[];
};

const OF_DOCKET = {
  "docket.courtId": "docket.court_id",
  "docket.courtAbbreviation": "docket.court_abbreviation",
  "docket.docketNumber": "docket.docket_number",
} as const;

/** The members of each operation's request by the names they have inside. */
const MEMBERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  search: {
    courtIds: "filters.court_ids",
    jurisdictions: "filters.jurisdictions",
    states: "filters.states",
    dateFiled: "filters.date_filed",
    publishStatus: "filters.publish_status",
  },
  "opinions-get": OF_DOCKET,
  "opinions-citing": { courtIds: "court_ids" },
  "dockets-get": OF_DOCKET,
  "dockets-entries": OF_DOCKET,
  "records-quote": OF_DOCKET,
  "laws-search": {
    pathPrefix: "path_prefix",
    currentOnly: "current_only",
    asOf: "as_of",
    effective: "effective_date_from",
    published: "publication_date_from",
  },
  "laws-get": { registerCitation: "register_citation", includeHistorical: "include_historical", asOf: "as_of" },
  "laws-citing": { registerCitation: "register_citation", courtIds: "court_ids" },
  "laws-compare": { from: "from_id", to: "to_id" },
  "laws-collections": { "states[0]": "state" },
};

/** What went wrong inside, as this contract says it to whoever asked for the operation. */
export function wordRefusal(operation: string, error: OnpointError): Refusal {
  const faults = error.faults.map((fault) => wordFault(operation, fault));
  const [first] = error.faults;
  return {
    code: codeOf(error),
    message: messageOf(error, faults),
    hint: first?.reason === undefined ? error.hint : wordHint(operation, first.path, first.reason, error.hint),
    // What is not offered is told by the message alone.
    faults: error.code === "unsupported" ? [] : faults,
  };
}

/** A query that cannot be read is malformed rather than a wrong value. */
function codeOf({ code, faults }: OnpointError): Refusal["code"] {
  const isAboutQuery = code === "invalid_input" && faults.length > 0 && faults.every(({ path }) => path === "query");
  return isAboutQuery ? "malformed_query" : code;
}

/** Where the message is that of the first fault, its place stands before it, as in faults of the schema. */
function messageOf({ code, message }: OnpointError, [first]: Refusal["faults"]): string {
  return code === "invalid_input" && first?.message === message ? `${first.path}: ${message}` : message;
}

function wordFault(operation: string, { path, message, reason }: Fault): Refusal["faults"][number] {
  return { path: memberOf(operation, path), message: reason === undefined ? message : wordMessage(message, reason) };
}

/** `courtIds[3]` of a search is `filters.court_ids.3`, and `items[0].docket.courtId` `items.0.docket.court_id`. */
function memberOf(operation: string, path: string): string {
  const [, list, at, within] = /^(\w+)\[(\d+)\]\.(.+)$/u.exec(path) ?? [];
  if (within !== undefined) return `${list}.${at}.${memberOf(operation, within)}`;
  const whole = MEMBERS[operation]?.[path];
  if (whole !== undefined) return whole;
  const [, place = path, index] = /^(.*?)(?:\[(\d+)\])?$/u.exec(path) ?? [];
  const member = MEMBERS[operation]?.[place] ?? place;
  return index === undefined ? member : `${member}.${index}`;
}

function wordMessage(message: string, reason: Reason): string {
  const isAtALoss = reason.code === "unknown_court_id" && lengthOf(reason["meant"]) === 0;
  return isAtALoss ? `${message}; /court/list lists the ids` : message;
}

/** What would work, by the names this contract has for it. */
function wordHint(operation: string, path: string, reason: Reason, hint: string | undefined): string | undefined {
  const { code, filter, court, repaired, offered } = reason as Reason & Hinted;
  if (code === "not_offered") return `Ask with "${memberOf(operation, path)}": ${JSON.stringify(offered)}.`;
  if (filter !== undefined) {
    return `Take it out of the query and filter the request: ${memberOf(operation, filter)}.`;
  }
  const isAtALoss = court !== undefined && repaired === undefined;
  return isAtALoss ? `${hint ?? ""} Ids are listed by /court/list.` : hint;
}

/** What the reasons that change a hint carry. */
type Hinted = {
  /** The value that would be answered. */
  readonly offered?: string | boolean;
  /** The filter that does what was asked of a field of the query. */
  readonly filter?: string;
  /** A name in the query that no court has. */
  readonly court?: string;
  /** The query as it could be read; the hint gives it. */
  readonly repaired?: string;
};

function lengthOf(datum: Reason[string] | undefined): number {
  return Array.isArray(datum) ? datum.length : 0;
}
