import { createHash, randomBytes } from "node:crypto";
import type { Selectable } from "kysely";
import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Reader, Trx } from "#db/connection.ts";
import { isUniqueViolation } from "#db/failures.ts";
import type { Receipt } from "../official/pages/receipt.ts";
import type { PurchaseState, PurchasesTable } from "../tables.ts";
import { overServiceCap } from "./service-cap.ts";
import type { Allowance, Held, NotSpent, Spending } from "./spending.ts";

export type Purchase = Selectable<PurchasesTable>;

/** What shall be bought, for whom, and for no more than what. */
export type Order = {
  /** Under one key nothing is bought twice. */
  readonly key: string;
  /** The thing itself, whatever the occasion. */
  readonly target: string;
  readonly kind: string;
  readonly court: string;
  readonly allowance: Allowance;
  /** The most it can cost, which is held under every cap: a court may charge without having asked. */
  readonly atMost_cents: number;
  /** What is paid for it where the court names its price first; no more than `atMost_cents`. */
  readonly allowed_cents: number;
  /** Other purchases that serve as well, where it is of a kind that changes. */
  readonly asGood?: AsGood | undefined;
  /** Told of the purchase that is begun for this order; of one that is held, or that another began, nothing is told. */
  readonly onBegun?: ((purchaseId: string) => void) | undefined;
};

/** A purchase at the same court, of the same kind, that was begun later than a moment (ISO 8601, UTC). */
export type AsGood = { readonly after: string; readonly is: (target: string) => boolean };

export type Content = { readonly mediaType: string; readonly body: Uint8Array };

/** A receipt with who told of it. */
export type Told = { readonly receipt: Receipt; readonly toldBy: "page" | "list" | "operator" };

export const SETTLED_BY_OPERATOR = "settled by the operator";
export const NOTHING_LISTED = "the list of receipts has no charge for it";
const CHARGED_LATE = "its charge came late on the list of receipts";

/** Stands in the key of a purchase that was given up. */
const GIVEN_UP = " (given up ";

export type Began =
  /** The caller, and nobody else, may ask for it now. */
  | { readonly kind: "begun"; readonly purchase: Purchase }
  /** It is stored. */
  | { readonly kind: "held"; readonly purchase: Purchase }
  /** It was charged, and has not come. */
  | { readonly kind: "paid"; readonly purchase: Purchase }
  /** Somebody is at it, or died over it. */
  | { readonly kind: "open"; readonly purchase: Purchase }
  | { readonly kind: "notSpent"; readonly not: NotSpent };

/** Every change of a purchase, each in one transaction with what is reserved or booked for it. */
export class Journal {
  readonly #db: Db;
  readonly #spending: Spending;
  readonly #serviceCap_cents: number;

  /** `serviceCap_cents`: what all purchases of a calendar month may cost together. */
  constructor(db: Db, spending: Spending, serviceCap_cents: number) {
    this.#db = db;
    this.#spending = spending;
    this.#serviceCap_cents = serviceCap_cents;
  }

  /** How a thing stands of which nothing needs to be begun, or undefined. */
  async find(order: Order): Promise<Began | undefined> {
    const known = await openFor(this.#db, order);
    return known === undefined || known.state === "void" ? undefined : beganOf(known);
  }

  /** Notes that something is about to be asked for, unless it is held or under way, and reserves what it may cost. */
  async begin(order: Order, now: Date, busy_ms: number): Promise<Began> {
    try {
      return await transaction(this.#db, async (trx) => this.#beginIn(trx, order, now, busy_ms));
    } catch (thrown) {
      if (thrown instanceof NotSpentError) return { kind: "notSpent", not: thrown.not };
      if (!isUniqueViolation(thrown)) throw thrown;
      // Another process began it in this moment.
      const open = await openFor(this.#db, order);
      if (open === undefined) throw thrown;
      return beganOf(open);
    }
  }

  async #beginIn(trx: Trx, order: Order, now: Date, busy_ms: number): Promise<Began> {
    const known = await openFor(trx, order);
    if (known !== undefined && known.state !== "void") return beganOf(known);
    const { key, target, kind, court, allowance, atMost_cents } = order;
    const row: Purchase = {
      id: known?.id ?? randomBytes(8).toString("hex"),
      key,
      target,
      open_target: target,
      account: allowance.account,
      court,
      kind,
      state: "asking",
      attempt: (known?.attempt ?? 0) + 1,
      at_most_cents: atMost_cents,
      begun_at: now.toISOString(),
      busy_until: new Date(now.getTime() + busy_ms).toISOString(),
      ended_at: null,
      reason: null,
    };
    if (known === undefined) await trx.insertInto("records_purchases").values(row).execute();
    else await trx.updateTable("records_purchases").set(row).where("id", "=", row.id).execute();
    const not =
      (await overServiceCap(trx, this.#serviceCap_cents, now)) ??
      (await this.#spending.reserve(trx, {
        purchaseId: row.id,
        allowance,
        what: `${inWords(kind)} from ${court}`,
        atMost_cents,
        now,
      }));
    if (not !== undefined) throw new NotSpentError(not);
    return { kind: "begun", purchase: row };
  }

  /** What was bought has come. Without receipts its charge stays reserved until it is known. */
  async received(purchase: Purchase, content: Content, told: readonly Told[] | null, now: Date): Promise<Purchase> {
    return this.#change(purchase, ["asking", "paid"], told === null ? "received" : "done", now, null, async (trx) => {
      const { mediaType, body } = content;
      await trx
        .insertInto("records_contents")
        .values({
          purchase_id: purchase.id,
          media_type: mediaType,
          size_bytes: body.byteLength,
          sha256: createHash("sha256").update(body).digest("hex"),
          body,
          received_at: now.toISOString(),
        })
        .execute();
      if (told !== null && purchase.state === "asking") await this.#book(trx, purchase, told, now);
    });
  }

  /** Its charge is known: with receipts what they say, without any it was free. */
  async priced(purchase: Purchase, told: readonly Told[], now: Date, reason: string | null): Promise<Purchase> {
    const next = purchase.state === "received" ? "done" : "paid";
    return this.#change(purchase, ["asking", "received"], next, now, reason, async (trx) =>
      this.#book(trx, purchase, told, now),
    );
  }

  /** It is certain that nothing was bought. */
  async voided(purchase: Purchase, reason: string, now: Date): Promise<Purchase> {
    return this.#change(purchase, ["asking"], "void", now, reason, async (trx) =>
      this.#spending.release(trx, heldFor(purchase, now)),
    );
  }

  /**
   * Books what the list of receipts has beyond the receipts of a purchase that is over: one that had counted as not made
   * is `paid` by it. Booked once, whoever finds it at the same time. Gives the purchase, and how many were booked.
   */
  async late(
    purchase: Purchase,
    listed: readonly Receipt[],
    now: Date,
  ): Promise<{ readonly purchase: Purchase; readonly booked: number }> {
    return transaction(this.#db, async (trx) => {
      const wasVoid = purchase.state === "void";
      const held = await trx
        .updateTable("records_purchases")
        .set(wasVoid ? { state: "paid", reason: CHARGED_LATE } : { reason: purchase.reason })
        .where("id", "=", purchase.id)
        .where("attempt", "=", purchase.attempt)
        .where("state", "=", purchase.state)
        .returningAll()
        .executeTakeFirst();
      if (held === undefined) return { purchase, booked: 0 };
      const known = await trx
        .selectFrom("records_receipts")
        .select(["billed_at", "amount_cents"])
        .where("purchase_id", "=", purchase.id)
        .orderBy("ordinal")
        .execute();
      const beyond = beyondBooked(listed, known);
      for (const [nth, receipt] of beyond.entries()) {
        const ordinal = known.length + nth;
        await this.#keepReceipt(trx, purchase, ordinal, { receipt, toldBy: "list" }, now);
        await this.#spending.late(trx, heldFor(purchase, now), ordinal, receipt.amount_cents);
      }
      return { purchase: held, booked: beyond.length };
    });
  }

  /** Nobody is at it any more, and what became of it is not known: it stays open, and what is reserved stays reserved. */
  async letGo(purchase: Purchase, reason: string, now: Date): Promise<Purchase> {
    return transaction(this.#db, async (trx) => {
      const changed = await trx
        .updateTable("records_purchases")
        .set({ busy_until: now.toISOString(), reason })
        .where("id", "=", purchase.id)
        .where("attempt", "=", purchase.attempt)
        .where("state", "=", "asking")
        .returningAll()
        .executeTakeFirst();
      return changed ?? purchase;
    });
  }

  /** Lets a thing be bought again that was charged and will not come. */
  async givenUp(purchase: Purchase, now: Date): Promise<void> {
    const key = `${purchase.key}${GIVEN_UP}${now.toISOString()})`;
    await transaction(this.#db, async (trx) =>
      trx
        .updateTable("records_purchases")
        .set({ key, reason: "given up by the operator" })
        .where("id", "=", purchase.id)
        .where("state", "=", "paid")
        .execute(),
    );
  }

  async #book(trx: Trx, purchase: Purchase, told: readonly Told[], now: Date): Promise<void> {
    let amount_cents = 0;
    for (const [ordinal, { receipt, toldBy }] of told.entries()) {
      amount_cents += receipt.amount_cents;
      await this.#keepReceipt(trx, purchase, ordinal, { receipt, toldBy }, now);
    }
    await this.#spending.settle(trx, heldFor(purchase, now), amount_cents);
  }

  async #keepReceipt(trx: Trx, purchase: Purchase, ordinal: number, told: Told, now: Date): Promise<void> {
    const { receipt, toldBy } = told;
    await trx
      .insertInto("records_receipts")
      .values({
        purchase_id: purchase.id,
        ordinal,
        account: purchase.account,
        court: purchase.court,
        client_code: receipt.clientCode,
        billed_at: receipt.billedAt ?? now.toISOString().slice(0, 19),
        description: receipt.description,
        criteria: receipt.criteria,
        pages: receipt.pages,
        amount_cents: receipt.amount_cents,
        told_by: toldBy,
        booked_at: now.toISOString(),
      })
      .execute();
  }

  /** One step from a state it is in to the next; `alongside` belongs to the same transaction. */
  async #change(
    purchase: Purchase,
    from: readonly PurchaseState[],
    state: PurchaseState,
    now: Date,
    reason: string | null,
    alongside: (trx: Trx) => Promise<void>,
  ): Promise<Purchase> {
    return transaction(this.#db, async (trx) => {
      const changed = await trx
        .updateTable("records_purchases")
        .set({ state, reason, open_target: null, ended_at: now.toISOString() })
        .where("id", "=", purchase.id)
        .where("attempt", "=", purchase.attempt)
        .where("state", "=", purchase.state)
        .where("state", "in", from)
        .returningAll()
        .executeTakeFirst();
      if (changed === undefined)
        throw new OnpointError("conflict", `the purchase ${purchase.id} was changed by another process meanwhile`);
      await alongside(trx);
      return changed;
    });
  }
}

/** Those of the list that are not among the receipts booked: one for each beyond their number. */
function beyondBooked(
  listed: readonly Receipt[],
  booked: readonly { readonly billed_at: string; readonly amount_cents: number }[],
): readonly Receipt[] {
  const rest = [...listed];
  for (const { billed_at, amount_cents } of booked) {
    const costsAsMuch = rest.filter((one) => one.amount_cents === amount_cents);
    const same = costsAsMuch.find(({ billedAt }) => billedAt === billed_at) ?? costsAsMuch[0] ?? rest[0];
    if (same !== undefined) rest.splice(rest.indexOf(same), 1);
  }
  return rest;
}

/**
 * Purchases that ended since a moment and may have been charged beyond what is booked: such as counted as not made, or
 * free, since the list of receipts had nothing, and such as were begun again after that. Oldest first.
 */
export async function maybeChargedLate(db: Reader, since: Date): Promise<Purchase[]> {
  return db
    .selectFrom("records_purchases")
    .selectAll()
    .where("ended_at", ">=", since.toISOString())
    .where((row) => row.or([row("reason", "is", null), row("reason", "!=", SETTLED_BY_OPERATOR)]))
    .where((row) =>
      row.or([
        row.and([row("state", "=", "void"), row("reason", "=", NOTHING_LISTED)]),
        row.and([row("state", "in", ["done", "paid"]), row("attempt", ">", 1)]),
        row.and([
          row("state", "=", "done"),
          row.not(
            row.exists(
              row
                .selectFrom("records_receipts as receipt")
                .select("receipt.ordinal")
                .whereRef("receipt.purchase_id", "=", "records_purchases.id"),
            ),
          ),
        ]),
      ]),
    )
    .orderBy("ended_at")
    .orderBy("id")
    .execute();
}

/** What kind of file a purchase brought, or undefined where it brought none. */
export async function mediaTypeOf(db: Reader, purchaseId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("records_contents")
    .select("media_type")
    .where("purchase_id", "=", purchaseId)
    .executeTakeFirst();
  return row?.media_type;
}

/** What a purchase brought, or undefined. */
export async function contentOf(db: Reader, purchaseId: string): Promise<(Content & { sha256: string }) | undefined> {
  const row = await db
    .selectFrom("records_contents")
    .selectAll()
    .where("purchase_id", "=", purchaseId)
    .executeTakeFirst();
  return row && { mediaType: row.media_type, body: row.body, sha256: row.sha256 };
}

/** Purchases whose outcome or charge is not known, and such as were paid and have not come: oldest first. */
export async function openPurchases(db: Reader): Promise<Purchase[]> {
  return db
    .selectFrom("records_purchases")
    .selectAll()
    .where("state", "in", ["asking", "received", "paid"])
    .orderBy("begun_at")
    .orderBy("id")
    .execute();
}

export async function purchaseById(db: Reader, id: string): Promise<Purchase | undefined> {
  return db.selectFrom("records_purchases").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The newest purchase of a thing that is stored, or undefined. */
export async function newestHeld(db: Reader, target: string): Promise<Purchase | undefined> {
  return db
    .selectFrom("records_purchases")
    .selectAll()
    .where("target", "=", target)
    .where("state", "in", ["received", "done"])
    .orderBy("begun_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** The purchase under this key, one of the same thing that is under way, or one that is as good. */
async function openFor(db: Reader, order: Order): Promise<Purchase | undefined> {
  const { key, target } = order;
  const rows = await db
    .selectFrom("records_purchases")
    .selectAll()
    .where((row) => row.or([row("key", "=", key), row("open_target", "=", target)]))
    .execute();
  const own = rows.find((row) => row.open_target === target) ?? rows.find((row) => row.key === key);
  return own === undefined || own.state === "void" ? ((await newestAsGood(db, order)) ?? own) : own;
}

async function newestAsGood(db: Reader, { court, kind, asGood }: Order): Promise<Purchase | undefined> {
  if (asGood === undefined) return undefined;
  const rows = await db
    .selectFrom("records_purchases")
    .selectAll()
    .where("begun_at", ">", asGood.after)
    .where("court", "=", court)
    .where("kind", "=", kind)
    .where("state", "!=", "void")
    .orderBy("begun_at", "desc")
    .execute();
  return rows.find((row) => asGood.is(row.target) && !row.key.includes(GIVEN_UP));
}

function beganOf(purchase: Purchase): Began {
  if (purchase.state === "asking") return { kind: "open", purchase };
  return { kind: purchase.state === "paid" ? "paid" : "held", purchase };
}

/** `docketReport` is a docket report. */
function inWords(kind: string): string {
  return kind.replaceAll(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`);
}

function heldFor({ id, account }: Purchase, now: Date): Held {
  return { purchaseId: id, account, now };
}

class NotSpentError extends Error {
  readonly not: NotSpent;

  constructor(not: NotSpent) {
    super(not.message);
    this.not = not;
  }
}
