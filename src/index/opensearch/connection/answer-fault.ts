import { OnpointError } from "#base/errors.ts";
import type { Reply } from "./exchange.ts";

/** Said by a cluster that cannot answer now, or by what stands before it. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);
/** True for a while of a shard or a node that starts, moves or ends; some come with a status of 404 or 500. */
const PASSING_TYPES: ReadonlySet<string> = new Set([
  "already_closed_exception",
  "connect_transport_exception",
  "illegal_index_shard_state_exception",
  "index_shard_closed_exception",
  "index_shard_not_started_exception",
  "index_shard_recovering_exception",
  "no_shard_available_action_exception",
  "node_closed_exception",
  "node_disconnected_exception",
  "node_not_connected_exception",
  "primary_missing_action_exception",
  "receive_timeout_transport_exception",
  "shard_not_found_exception",
  "shard_not_in_primary_mode_exception",
  "task_cancelled_exception",
  "unavailable_shards_exception",
]);
/** Comes with a status of 503, and no other try changes it. */
const TOO_MANY_BUCKETS = "too_many_buckets_exception";
/** The block that an index has while a disk is over the last of its watermarks. */
const FLOOD = /\[TOO_MANY_REQUESTS\/12\//u;
const REASONS_MAX = 5;
/** Of an answer that is no JSON, as of a proxy. */
const REASON_CHARACTERS_MAX = 200;

/** What OpenSearch says of a failure, of all shards together, each once. */
type Said = { readonly types: ReadonlySet<string>; readonly reasons: ReadonlySet<string> };

/** A refusal: what was asked cannot be done, or not now. */
export class AnswerFault extends OnpointError {
  readonly status: number;
  readonly reasons: readonly string[];
  readonly inWords: string;
  /** Another try may be answered. */
  readonly isPassing: boolean;
  /** A disk of the cluster is: nothing is written until there is room. */
  readonly isFull: boolean;
  /** What was asked is not there: the index itself, what was held open of it, or a shard of one that was replaced. */
  readonly isMissing: boolean;
  /** The index itself is not there. */
  readonly isIndexGone: boolean;

  constructor({ status, body }: Reply) {
    const { types, reasons } = saidIn(body);
    const told = [...reasons].filter((reason) => reason !== "").slice(0, REASONS_MAX);
    const inWords = told.length === 0 ? String(status) : `${status}: ${told.join("; ")}`;
    const isPassing =
      !types.has(TOO_MANY_BUCKETS) &&
      (PASSING_STATUSES.has(status) || [...types].some((type) => PASSING_TYPES.has(type)));
    const whole = typeOf(body);
    const isIndexGone = status === 404 && whole === "index_not_found_exception";
    const isMissing = isIndexGone || (status === 404 && whole === "search_phase_execution_exception");
    const hint = hintFor(status, types) ?? (isPassing ? undefined : strangerHint(body));
    const isAway = isPassing || isMissing || hint !== undefined;
    super(isAway ? "unavailable" : "internal", `the search cluster answered ${inWords}`, {
      ...(hint !== undefined && { hint }),
    });
    this.status = status;
    this.reasons = told;
    this.inWords = inWords;
    this.isPassing = isPassing;
    this.isFull = told.some((reason) => FLOOD.test(reason));
    this.isMissing = isMissing;
    this.isIndexGone = isIndexGone;
  }
}

/** What an operator has to see to; nothing that waiting mends. */
function hintFor(status: number, types: ReadonlySet<string>): string | undefined {
  if (types.has("index_closed_exception") || types.has("cluster_block_exception")) {
    return "The index was closed or blocked on the search cluster: see its settings, and whether its disks are full.";
  }
  if (status === 413) return "What stands before OpenSearch takes no requests of 8 MB, as changes are: let it take 16.";
  if (status !== 401 && status !== 403) return undefined;
  return "See whether ONPOINT_SEARCH_URL has a user and password that may do this.";
}

/** OpenSearch answers in JSON. */
export function isStranger(body: unknown): boolean {
  return typeof body === "string" && body !== "";
}

function strangerHint(body: unknown): string | undefined {
  if (!isStranger(body)) return undefined;
  return "That is no answer of OpenSearch: see the host and the port in ONPOINT_SEARCH_URL, and what stands before it.";
}

/** Of the failure as a whole, where the types inside it may be of one shard. */
function typeOf(body: unknown): unknown {
  if (typeof body !== "object" || body === null || !("error" in body)) return undefined;
  const { error } = body;
  return typeof error === "object" && error !== null && "type" in error ? error.type : undefined;
}

function saidIn(body: unknown): Said {
  const said = { types: new Set<string>(), reasons: new Set<string>() };
  if (typeof body !== "object" || body === null) said.reasons.add(String(body).slice(0, REASON_CHARACTERS_MAX));
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [member, inner] of Object.entries(value)) {
      if (member === "type" && typeof inner === "string") said.types.add(inner);
      else if ((member === "reason" || member === "error") && typeof inner === "string") said.reasons.add(inner);
      else look(inner);
    }
  };
  look(body);
  return said;
}
