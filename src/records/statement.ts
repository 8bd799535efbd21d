import type { Selectable } from "kysely";
import type { Reader } from "#db/connection.ts";
import type { Database } from "#db/schema.ts";
import { periodOf } from "./official/prices.ts";
import type { PricePeriod } from "./official/prices.ts";

/** A charge as it was booked. */
export type Charge = {
  readonly purchaseId: string;
  readonly account: string;
  readonly court: string;
  readonly billedAt: string;
  readonly description: string;
  readonly criteria: string;
  readonly pages: number;
  readonly amount_cents: number;
  readonly toldBy: string;
};

/** A quarter of the year, as the system bills it: what accrued, and what of it is owed. */
export type Statement = {
  readonly quarter: string;
  readonly charges: number;
  readonly pages: number;
  readonly accrued_cents: number;
  /** Up to this much nothing is owed; beyond it all of it is. Null where no price of the quarter is known. */
  readonly waiver_cents: number | null;
  readonly owed_cents: number;
};

/** Charges of days from `from` up to and with `to` (`YYYY-MM-DD`), oldest first. */
export async function readCharges(db: Reader, from: string, to: string): Promise<Charge[]> {
  const rows = await db
    .selectFrom("records_receipts")
    .selectAll()
    .where("billed_at", ">=", from)
    .where("billed_at", "<=", `${to}T99`)
    .orderBy("billed_at")
    .orderBy("purchase_id")
    .orderBy("ordinal")
    .execute();
  return rows.map(chargeOf);
}

function chargeOf(row: Selectable<Database["records_receipts"]>): Charge {
  return {
    purchaseId: row.purchase_id,
    account: row.account,
    court: row.court,
    billedAt: row.billed_at,
    description: row.description,
    criteria: row.criteria,
    pages: row.pages,
    amount_cents: row.amount_cents,
    toldBy: row.told_by,
  };
}

/** A charge, and which of those of one purchase it is. */
export type Receipted = Charge & { readonly ordinal: number };

/** As many as any database takes in one statement. */
const IDS_AT_ONCE = 500;

/** What was charged for purchases, as the receipts say. */
export async function receiptsOf(db: Reader, purchaseIds: readonly string[]): Promise<Receipted[]> {
  const charges: Receipted[] = [];
  for (let from = 0; from < purchaseIds.length; from += IDS_AT_ONCE) {
    const rows = await db
      .selectFrom("records_receipts")
      .selectAll()
      .where("purchase_id", "in", purchaseIds.slice(from, from + IDS_AT_ONCE))
      .orderBy("purchase_id")
      .orderBy("ordinal")
      .execute();
    charges.push(...rows.map((row) => ({ ...chargeOf(row), ordinal: row.ordinal })));
  }
  return charges;
}

/** What a purchase was charged, in cents; null while that is not known. */
export async function chargedFor(db: Reader, purchaseId: string): Promise<number | null> {
  const rows = await db
    .selectFrom("records_receipts")
    .select("amount_cents")
    .where("purchase_id", "=", purchaseId)
    .execute();
  return rows.length === 0 ? null : rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}

/** The statement of the quarter that a day is in, over all accounts: the system bills the service as one. */
export async function readStatement(db: Reader, day: string, prices: readonly PricePeriod[]): Promise<Statement> {
  const { quarter, from, to } = quarterOf(day);
  const { charges, pages, accrued_cents } = await db
    .selectFrom("records_receipts")
    .select((row) => [
      row.fn.countAll<number>().as("charges"),
      row.fn.coalesce(row.fn.sum<number>("pages"), row.lit(0)).as("pages"),
      row.fn.coalesce(row.fn.sum<number>("amount_cents"), row.lit(0)).as("accrued_cents"),
    ])
    .where("billed_at", ">=", from)
    .where("billed_at", "<=", `${to}T99`)
    .executeTakeFirstOrThrow();
  const waiver_cents = periodOf(prices, to)?.waiver_cents ?? null;
  const owed_cents = accrued_cents > (waiver_cents ?? 0) ? accrued_cents : 0;
  return { quarter, charges, pages, accrued_cents, waiver_cents, owed_cents };
}

/** `2026-Q4` with its first and last day. */
export function quarterOf(day: string): { readonly quarter: string; readonly from: string; readonly to: string } {
  const [year = "", month = ""] = day.split("-");
  const number = Math.ceil(Number(month) / 3);
  const first = String(number * 3 - 2).padStart(2, "0");
  const last = new Date(Date.UTC(Number(year), number * 3, 0)).toISOString().slice(0, 10);
  return { quarter: `${year}-Q${number}`, from: `${year}-${first}-01`, to: last };
}
