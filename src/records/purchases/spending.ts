import type { Trx } from "#db/connection.ts";
import type { Why } from "../refusal.ts";

/** On whose account something is bought, by the names that whoever keeps the money has for them. */
export type Allowance = {
  /** Who pays. */
  readonly account: string;
  /** Who spends: within a team's account its member or key, else the account again. */
  readonly spender: string;
  /** The key it was asked for with. */
  readonly key: string | null;
  /** The client or matter that it is charged on to; absent or null: none. */
  readonly matter?: string | null;
};

export type Reservation = {
  readonly purchaseId: string;
  readonly allowance: Allowance;
  /** What is bought, for statements. */
  readonly what: string;
  readonly atMost_cents: number;
  readonly now: Date;
};

/** A purchase of which an amount is held. */
export type Held = { readonly purchaseId: string; readonly account: string; readonly now: Date };

/** Why an amount may not be spent, with what would work. */
export type NotSpent = {
  readonly why: Extract<
    Why,
    | "not_opted_in"
    | "not_subscribed"
    | "over_cap"
    | "over_member_cap"
    | "over_service_cap"
    | "no_matter"
    | "over_matter_budget"
  >;
  readonly message: string;
  readonly hint: string;
};

/**
 * Where purchases are reserved, settled and released. Each is called in the transaction of the journal's own change, so
 * a process that dies leaves both or neither.
 */
export type Spending = {
  /** Holds an amount, or says why not. A purchase that was released may be reserved anew. */
  readonly reserve: (trx: Trx, reservation: Reservation) => Promise<NotSpent | undefined>;
  /** Books the charge in place of what was held. */
  readonly settle: (trx: Trx, held: Held, charged_cents: number) => Promise<void>;
  /** Books a charge that came to light when nothing was held for it any more; `ordinal` tells it from others of the purchase. */
  readonly late: (trx: Trx, held: Held, ordinal: number, charged_cents: number) => Promise<void>;
  readonly release: (trx: Trx, held: Held) => Promise<void>;
};
