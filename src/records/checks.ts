import { sql } from "kysely";
import { hasParent } from "#db/check.ts";
import type { Check } from "#db/check.ts";

export const RECORDS_CHECKS: readonly Check[] = [
  hasParent("records_contents", "purchase_id", "records_purchases"),
  hasParent("records_receipts", "purchase_id", "records_purchases"),
  {
    what: "a purchase that came is stored, and one whose charge is not known has no receipt",
    severity: "problem",
    faults: sql<{ example: string }>`select purchase.id as example from records_purchases as purchase
      where (purchase.state in ('received', 'done') and not exists
          (select 1 from records_contents as content where content.purchase_id = purchase.id))
        or (purchase.state in ('asking', 'received', 'void') and exists
          (select 1 from records_receipts as receipt where receipt.purchase_id = purchase.id))`,
  },
];
