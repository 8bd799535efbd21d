import { sql } from "kysely";
import { hasParent } from "#db/check.ts";
import type { Check } from "#db/check.ts";

export const RECORDS_CHECKS: readonly Check[] = [
  hasParent("records_contents", "purchase_id", "records_purchases"),
  hasParent("records_receipts", "purchase_id", "records_purchases"),
  hasParent("records_reservations", "purchase_id", "records_purchases"),
  {
    what: "what is spent is the sum of its reservations",
    severity: "problem",
    faults: sql<{ example: string }>`select budget.account || ' ' || budget.period as example
      from records_budgets as budget
      where budget.charged_cents <> (select coalesce(sum(held.charged_cents), 0) from records_reservations as held
          where held.account = budget.account and held.period = budget.period and held.state = 'settled')
        or budget.reserved_cents <> (select coalesce(sum(held.reserved_cents), 0) from records_reservations as held
          where held.account = budget.account and held.period = budget.period and held.state = 'open')`,
  },
  {
    what: "a purchase that was charged has its receipt, and the sum of its receipts was booked",
    severity: "problem",
    faults: sql<{ example: string }>`select purchase.id as example from records_purchases as purchase
      join records_reservations as held on held.purchase_id = purchase.id
      where (purchase.state in ('paid', 'done')) and (held.state <> 'settled' or held.charged_cents <>
        (select coalesce(sum(receipt.amount_cents), 0) from records_receipts as receipt
          where receipt.purchase_id = purchase.id))`,
  },
];
