import type { Trx } from "#db/connection.ts";
import { takeNumbers } from "#db/counters.ts";
import { dollars } from "../official/prices.ts";
import type { NotSpent } from "./spending.ts";

/**
 * Whether all purchases begun in a calendar month (UTC), the one just noted with them, stay under what the operator lets
 * the whole service spend: charges of those whose charge is known, and the most of the others. Called in the transaction
 * in which a purchase is noted; whoever notes another meanwhile waits.
 */
export async function overServiceCap(trx: Trx, cap_cents: number, now: Date): Promise<NotSpent | undefined> {
  // On PostgreSQL its row keeps two from finding the same room.
  await takeNumbers(trx, "records_spending", 0);
  const { from, to } = monthOf(now);
  const begun = trx.selectFrom("records_purchases").where("begun_at", ">=", from).where("begun_at", "<", to);
  const { open_cents } = await begun
    .where("state", "in", ["asking", "received"])
    .select((row) => row.fn.coalesce(row.fn.sum<number>("at_most_cents"), row.lit(0)).as("open_cents"))
    .executeTakeFirstOrThrow();
  const { charged_cents } = await begun
    .innerJoin("records_receipts as receipt", "receipt.purchase_id", "records_purchases.id")
    .select((row) => row.fn.coalesce(row.fn.sum<number>("receipt.amount_cents"), row.lit(0)).as("charged_cents"))
    .executeTakeFirstOrThrow();
  if (open_cents + charged_cents <= cap_cents) return undefined;
  return {
    why: "over_service_cap",
    message:
      cap_cents === 0
        ? "this service buys nothing from the official court records system"
        : `this may bring the service over the ${dollars(cap_cents)} that it may spend on court records in a month`,
    hint: "Whoever runs the service sets that cap (ONPOINT_RECORDS_MONTHLY_CAP); it starts anew with the next month.",
  };
}

function monthOf(now: Date): { readonly from: string; readonly to: string } {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return {
    from: new Date(Date.UTC(year, month, 1)).toISOString(),
    to: new Date(Date.UTC(year, month + 1, 1)).toISOString(),
  };
}
