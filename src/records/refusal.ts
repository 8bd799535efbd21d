import { OnpointError } from "#base/errors.ts";
import type { ErrorCode } from "#base/errors.ts";

/** Why nothing could be fetched, as a stable word. */
export type Why =
  | "not_configured"
  | "sign_in_refused"
  | "password_expired"
  | "not_opted_in"
  | "not_subscribed"
  | "over_cap"
  | "over_member_cap"
  | "over_service_cap"
  | "no_matter"
  | "over_matter_budget"
  | "costs_more"
  | "unbounded"
  | "sealed"
  | "not_found"
  | "ambiguous"
  | "unavailable"
  | "not_known_yet"
  | "paid_not_received"
  | "queue_full"
  | "unreadable"
  | "unsupported_court";

const CODE_BY_WHY: Record<Why, ErrorCode> = {
  not_configured: "invalid_configuration",
  sign_in_refused: "unauthorized",
  password_expired: "unauthorized",
  not_opted_in: "too_costly",
  not_subscribed: "too_costly",
  over_cap: "too_costly",
  over_member_cap: "too_costly",
  over_service_cap: "too_costly",
  no_matter: "invalid_input",
  over_matter_budget: "too_costly",
  costs_more: "too_costly",
  unbounded: "too_costly",
  sealed: "forbidden",
  not_found: "not_found",
  ambiguous: "conflict",
  unavailable: "unavailable",
  not_known_yet: "unavailable",
  paid_not_received: "conflict",
  queue_full: "rate_limited",
  unreadable: "unavailable",
  unsupported_court: "unsupported",
};

/** A case that may be meant, as a court's system tells of it; what it does not print is null. */
export type CaseTold = { readonly docketNumber: string; readonly caption: string | null };

type Options = {
  readonly hint?: string;
  readonly cause?: unknown;
  /** Of what is ambiguous: what may be meant. */
  readonly cases?: readonly CaseTold[];
  /** Of what costs more than was allowed: its pages, as the court names them. */
  readonly pages?: number;
};

/** Nothing was fetched, and why. What it says may be shown to whoever asked: it holds nothing secret. */
export class RecordsRefusal extends OnpointError {
  readonly why: Why;
  readonly cases: readonly CaseTold[];
  readonly pages: number | null;

  constructor(why: Why, message: string, { cases = [], pages, ...options }: Options = {}) {
    super(CODE_BY_WHY[why], message, options);
    this.name = "RecordsRefusal";
    this.why = why;
    this.cases = cases;
    this.pages = pages ?? null;
  }
}
