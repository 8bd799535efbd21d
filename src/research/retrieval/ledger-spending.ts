import type { Principal } from "#accounts/principal.ts";
import { spenderOf } from "#accounts/usage/spender.ts";
import { bookLate, release, reservationNamed, reserve, settle } from "#accounts/usage/spending.ts";
import type { DescribeBought } from "#accounts/usage/statements.ts";
import type { SpendingRefusal } from "#accounts/usage/spending.ts";
import { OnpointError } from "#base/errors.ts";
import type { Trx } from "#db/connection.ts";
import { receiptsOf } from "#records/statement.ts";
import type { Allowance, Held, NotSpent, Spending } from "#records/purchases/spending.ts";

const MICROUSD_PER_CENT = 10_000;

const WHY: Record<SpendingRefusal["reason"], NotSpent["why"]> = {
  not_opted_in: "not_opted_in",
  not_served: "not_subscribed",
  over_cap: "over_cap",
  over_member_cap: "over_member_cap",
  no_matter: "no_matter",
  over_matter_budget: "over_matter_budget",
};

/**
 * Purchases from the official records system on the ledger of the accounts: held, paid and let go there, each under the
 * number of the purchase, from what the plan includes and then on demand. What is held is kept until its charge is known,
 * however late that is.
 */
export const LEDGER_SPENDING: Spending = {
  reserve: async (trx, { purchaseId, allowance, what, atMost_cents, now }) => {
    const reserved = await reserve(trx, {
      spender: {
        payerId: allowance.account,
        spenderId: allowance.spender,
        keyId: allowance.key,
        matter: allowance.matter ?? null,
      },
      name: nameOf(purchaseId),
      what,
      most_microusd: atMost_cents * MICROUSD_PER_CENT,
      at: now,
      expiresAt: null,
    });
    if (reserved.ok) return undefined;
    const { reason, message, hint } = reserved.error;
    return { why: WHY[reason], message, hint };
  },
  settle: async (trx, held, charged_cents) => {
    const id = await heldOf(trx, held);
    await settle(trx, { id, cost_microusd: charged_cents * MICROUSD_PER_CENT, at: held.now });
  },
  late: async (trx, { purchaseId, account, now }, ordinal, charged_cents) =>
    bookLate(trx, {
      payerId: account,
      former: nameOf(purchaseId),
      name: `${nameOf(purchaseId)} late ${ordinal}`,
      cost_microusd: charged_cents * MICROUSD_PER_CENT,
      at: now,
    }),
  release: async (trx, held) => release(trx, { id: await heldOf(trx, held), at: held.now }),
};

/** On whose account a caller spends. Throws `forbidden` for a reader of the public pages. */
export function allowanceOf(principal: Principal): Allowance {
  const { payerId, spenderId, keyId, matter } = spenderOf(principal);
  return { account: payerId, spender: spenderId, key: keyId, matter: matter ?? null };
}

async function heldOf(trx: Trx, { purchaseId, account }: Held): Promise<string> {
  const id = await reservationNamed(trx, account, nameOf(purchaseId));
  if (id !== undefined) return id;
  throw new OnpointError("corrupt", `nothing is held on the ledger for the purchase ${purchaseId}`);
}

function nameOf(purchaseId: string): string {
  return `court records ${purchaseId}`;
}

/** What was bought under names of reservations, as its receipts say: which docket, and how each was billed. */
export const describePurchases: DescribeBought = async (db, names) => {
  const wanted = names.flatMap((name) => {
    const [court, records, purchaseId = "", late, ordinal = ""] = name.split(" ");
    if (court !== "court" || records !== "records") return [];
    return [{ name, purchaseId, ordinal: late === "late" ? Number(ordinal) : undefined }];
  });
  const charges = await receiptsOf(db, [...new Set(wanted.map(({ purchaseId }) => purchaseId))]);
  const byPurchase = Map.groupBy(charges, ({ purchaseId }) => purchaseId);
  // What came to light late is a line of its own, with the one receipt.
  const late = new Set(wanted.map(({ purchaseId, ordinal = -1 }) => `${purchaseId} ${ordinal}`));
  return new Map(
    wanted.map(({ name, purchaseId, ordinal }) => {
      const own = (byPurchase.get(purchaseId) ?? []).filter((charge) =>
        ordinal === undefined ? !late.has(`${purchaseId} ${charge.ordinal}`) : charge.ordinal === ordinal,
      );
      const docket = [...new Set(own.map(({ criteria }) => criteria))].join("; ");
      const receipts = own.map(({ billedAt, description, pages }) => `${billedAt} ${description}, ${pages} pages`);
      return [name, { docket, receipt: receipts.join("; ") }];
    }),
  );
};
