import type { Clock } from "#base/clock.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import type { Receipt } from "../official/pages/receipt.ts";
import { RecordsRefusal } from "../refusal.ts";
import { BoundedMap } from "#base/bounded-map.ts";
import { maybeChargedLate, NOTHING_LISTED, openPurchases, purchaseById, SETTLED_BY_OPERATOR } from "./journal.ts";
import type { Content, Journal, Purchase, Told } from "./journal.ts";

/** What the system says of its own charges. */
export type ReceiptList = {
  /** Those with a client code. Throws when the list cannot be read. */
  readonly find: (clientCode: string, since: Date) => Promise<readonly ListedReceipt[]>;
  /** What was bought, once more and without a charge, where the list leads to it. */
  readonly again: (listed: ListedReceipt) => Promise<Content | undefined>;
};

export type ListedReceipt = { readonly receipt: Receipt; readonly address: string | null };

export type SettlingOptions = {
  readonly db: Db;
  /** Null where none can be read: then a person settles what is open. */
  readonly receipts: ReceiptList | null;
  readonly clock: Clock;
  readonly log: Logger;
  /** After so long, a charge that is not on the list was not made. */
  readonly receiptsLag_ms: number;
};

const HOUR_MS = 60 * 60 * 1000;
/** So long after a purchase is over, a charge for it is still looked for. */
export const LATE_MS_MAX = 14 * 24 * HOUR_MS;
/** Looked at again after a quarter of the time since it was over, and no sooner than this. */
const LATE_PAUSE_MS_MIN = 6 * HOUR_MS;
/** Of one pass; the others have their turn with the next. */
const LATE_LOOKS_MAX = 100;
const REMEMBERED_MAX = 10_000;

/** Finds out how purchases ended that were cut off, from what the system says of its own charges. */
export class Settling {
  readonly #options: SettlingOptions;
  readonly #journal: Journal;
  /** When purchases that are over are looked at next, in milliseconds. */
  readonly #nextLook = new BoundedMap<string, number>({ weight_max: REMEMBERED_MAX, firstToGo: "used" });

  constructor(options: SettlingOptions, journal: Journal) {
    this.#options = options;
    this.#journal = journal;
  }

  /**
   * Settles what is open and nobody is at any more, also where other processes do so at the same time: each purchase
   * is settled by one. Gives the purchases that are still open after it.
   */
  async recover(): Promise<readonly Purchase[]> {
    const { db, log } = this.#options;
    for (const purchase of await openPurchases(db)) {
      if (purchase.state === "asking" && this.isBusy(purchase)) continue;
      await this.resolve(purchase).catch(async (thrown: unknown) => {
        const known = await purchaseById(db, purchase.id);
        if (known?.state !== purchase.state) return;
        log.warn({ purchase: purchase.id, err: thrown }, "a purchase could not be settled");
      });
    }
    await this.#lookAgain();
    return openPurchases(db);
  }

  /**
   * A list may be later than was thought: what it says of purchases that are over is looked at for some days more, ever
   * more rarely, and booked.
   */
  async #lookAgain(): Promise<void> {
    const { db, receipts, clock, log } = this.#options;
    if (receipts === null) return;
    const now = clock();
    const over = await maybeChargedLate(db, new Date(now.getTime() - LATE_MS_MAX));
    const due = over.filter(({ id }) => (this.#nextLook.get(id) ?? 0) <= now.getTime());
    for (const purchase of due.slice(0, LATE_LOOKS_MAX)) {
      const age_ms = now.getTime() - Date.parse(purchase.ended_at ?? purchase.begun_at);
      this.#nextLook.set(purchase.id, now.getTime() + Math.max(LATE_PAUSE_MS_MIN, age_ms / 4));
      await this.#bookLate(purchase, receipts).catch((thrown: unknown) =>
        log.warn({ purchase: purchase.id, err: thrown }, "a purchase could not be compared with the list of receipts"),
      );
    }
  }

  async #bookLate(purchase: Purchase, receipts: ReceiptList): Promise<void> {
    const { clock, log } = this.#options;
    const begun_ms = Date.parse(purchase.begun_at);
    // Of one that was begun again, what is looked for was charged before.
    const since = new Date(purchase.attempt > 1 ? begun_ms - 2 * LATE_MS_MAX : begun_ms);
    const listed = await receipts.find(clientCodeOf(purchase.id), since);
    if (listed.length === 0) return;
    const told = listed.map(({ receipt }) => receipt);
    const { purchase: known, booked } = await this.#journal.late(purchase, told, clock());
    if (booked === 0) return;
    log.warn({ purchase: purchase.id, receipts: booked }, "a charge came late on the list of receipts; it is booked");
    if (known.state === "paid") await this.recoverContent(known).catch(() => undefined);
  }

  /** What an operator knows of an open purchase: its receipt, or that there was no charge. */
  async settle(purchase: Purchase, receipt: Receipt | null): Promise<Purchase> {
    const now = this.#options.clock();
    if (receipt !== null)
      return this.#journal.priced(purchase, [{ receipt, toldBy: "operator" }], now, SETTLED_BY_OPERATOR);
    return purchase.state === "received"
      ? this.#journal.priced(purchase, [], now, SETTLED_BY_OPERATOR)
      : this.#journal.voided(purchase, SETTLED_BY_OPERATOR, now);
  }

  /** Lets what was charged and has not come be bought again. */
  async giveUp(purchase: Purchase): Promise<void> {
    await this.#journal.givenUp(purchase, this.#options.clock());
  }

  /** Whether the process that began it may still be at it. */
  isBusy(purchase: Purchase): boolean {
    return purchase.busy_until > this.#options.clock().toISOString();
  }

  /** Takes what the list of receipts says for what happened; leaves open what it cannot say yet. */
  async resolve(purchase: Purchase): Promise<Purchase> {
    const { receipts, clock, receiptsLag_ms } = this.#options;
    if (purchase.state === "paid") return this.recoverContent(purchase).catch(() => purchase);
    if (receipts === null) return purchase;
    const listed = await receipts.find(clientCodeOf(purchase.id), new Date(purchase.begun_at));
    const now = clock();
    if (listed.length > 0) {
      const told = listed.map(({ receipt }): Told => ({ receipt, toldBy: "list" }));
      const priced = await this.#journal.priced(purchase, told, now, "its page did not come whole");
      return priced.state === "done" ? priced : this.recoverContent(priced).catch(() => priced);
    }
    // A list that is behind must not be taken for one that has nothing: asking may have gone on until `busy_until`.
    if (now.getTime() < Date.parse(purchase.busy_until) + receiptsLag_ms) return purchase;
    if (purchase.state === "received") return this.#journal.priced(purchase, [], now, null);
    return this.#journal.voided(purchase, NOTHING_LISTED, now);
  }

  /** What was paid for, from where the list of receipts leads. Throws `RecordsRefusal` when it does not come. */
  async recoverContent(purchase: Purchase): Promise<Purchase> {
    const { receipts, clock } = this.#options;
    const listed = await receipts?.find(clientCodeOf(purchase.id), new Date(purchase.begun_at)).catch(() => []);
    for (const one of listed ?? []) {
      const content = await receipts?.again(one).catch(() => undefined);
      if (content !== undefined) return this.#recovered(purchase, content, clock());
    }
    throw paidNotReceived(purchase);
  }

  /** Another process may have stored it in this moment. */
  async #recovered(purchase: Purchase, content: Content, now: Date): Promise<Purchase> {
    try {
      return await this.#journal.received(purchase, content, [], now);
    } catch (thrown) {
      const known = await purchaseById(this.#options.db, purchase.id);
      if (known?.state === "done") return known;
      throw thrown;
    }
  }
}

/** What the system prints on the receipts of a purchase: it takes 32 characters. */
export function clientCodeOf(purchaseId: string): string {
  return `onpoint-${purchaseId}`;
}

export function isClientCode(text: string): boolean {
  return /^onpoint-[0-9a-f]{16}$/u.test(text);
}

export function paidNotReceived({ id }: Purchase): RecordsRefusal {
  return new RecordsRefusal("paid_not_received", "this was charged, and did not come whole; it is not bought again", {
    hint: `An operator can have it bought again: onpoint records rebuy ${id}`,
  });
}
