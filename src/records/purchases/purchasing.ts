import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "#base/clock.ts";
import { messageOf, OnpointError } from "#base/errors.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import type { Receipt } from "../official/pages/receipt.ts";
import { RecordsRefusal } from "../refusal.ts";
import { contentOf, Journal, openPurchases, purchaseById } from "./journal.ts";
import type { Content, Order, Purchase, Told } from "./journal.ts";
import type { NotSpent, Spending } from "./spending.ts";

/** What goes with a request that may buy. */
export type Paper = {
  /** Printed on the receipt by the system: by it a charge is found again. */
  readonly clientCode: string;
  readonly atMost_cents: number;
  /** Nothing that may buy is sent from here on. */
  readonly until: Date;
  /** True from just before a request that may buy is sent until it is certain that it bought nothing. */
  isAsked: boolean;
};

/** How asking ended. What is thrown while `isAsked` is false bought nothing; while it is true, nobody knows. */
export type Sale =
  /** Without a receipt: what it cost is not known yet. Without content: it was charged, and nothing of use came. */
  | {
      readonly kind: "sold";
      readonly content: Content | null;
      readonly receipt: Receipt | null;
      readonly said?: string;
    }
  /** Certain; `mayRetry` says whether the same may go well in a moment. */
  | { readonly kind: "nothing"; readonly refusal: RecordsRefusal; readonly mayRetry: boolean }
  | { readonly kind: "unknown"; readonly said: string };

export type Sell = (paper: Paper) => Promise<Sale>;

/** What the system says of its own charges. */
export type ReceiptList = {
  /** Those with a client code. Throws when the list cannot be read. */
  readonly find: (clientCode: string, since: Date) => Promise<readonly ListedReceipt[]>;
  /** What was bought, once more and without a charge, where the list leads to it. */
  readonly again: (listed: ListedReceipt) => Promise<Content | undefined>;
};

export type ListedReceipt = { readonly receipt: Receipt; readonly address: string | null };

export type PurchasingOptions = {
  readonly db: Db;
  readonly spending: Spending;
  /** What all purchases of a calendar month (UTC) may cost together. */
  readonly serviceCap_cents: number;
  /** Null where none can be read: then a person settles what is open. */
  readonly receipts: ReceiptList | null;
  readonly clock: Clock;
  readonly log: Logger;
  /** How long asking may take altogether. */
  readonly busy_ms: number;
  /** After so long, a charge that is not on the list was not made. */
  readonly receiptsLag_ms: number;
  readonly attempts_max: number;
  /** Before the second attempt; twice as long before each that follows. */
  readonly pause_ms: number;
};

export type Bought = { readonly purchase: Purchase; readonly content: Content };

const POLL_MS = 100;

/** Buys a thing once: whatever fails, and whenever the process dies. */
export class Purchasing {
  readonly #options: PurchasingOptions;
  readonly #journal: Journal;

  constructor(options: PurchasingOptions) {
    this.#options = options;
    this.#journal = new Journal(options.db, options.spending, options.serviceCap_cents);
  }

  /** What is held, or what `sell` sells. Throws `RecordsRefusal`. */
  async buy(order: Order, sell: Sell, signal?: AbortSignal): Promise<Bought> {
    for (;;) {
      const began = await this.#journal.begin(order, this.#options.clock(), this.#options.busy_ms);
      switch (began.kind) {
        case "begun":
          return this.#ask(began.purchase, sell, signal);
        case "held":
          return this.#held(began.purchase);
        case "paid":
          return this.#held(await this.#recoverContent(began.purchase));
        case "notSpent":
          throw notSpent(began.not);
        case "open": {
          // What was under way when it was asked for is as new as anything bought after it.
          const ended = await this.#waitFor(began.purchase, signal);
          if (ended?.state === "done" || ended?.state === "received") return this.#held(ended);
        }
      }
    }
  }

  /** Settles what is open and nobody is at any more. Gives the purchases that are still open after it. */
  async recover(): Promise<readonly Purchase[]> {
    const { db, log } = this.#options;
    for (const purchase of await openPurchases(db)) {
      if (purchase.state === "asking" && this.#isBusy(purchase)) continue;
      await this.#resolve(purchase).catch((thrown: unknown) =>
        log.warn({ purchase: purchase.id, err: thrown }, "a purchase could not be settled"),
      );
    }
    return openPurchases(db);
  }

  /** What an operator knows of an open purchase: its receipt, or that there was no charge. */
  async settle(purchase: Purchase, receipt: Receipt | null): Promise<Purchase> {
    const now = this.#options.clock();
    if (receipt !== null)
      return this.#journal.priced(purchase, [{ receipt, toldBy: "operator" }], now, "settled by the operator");
    return purchase.state === "received"
      ? this.#journal.priced(purchase, [], now, "settled by the operator")
      : this.#journal.voided(purchase, "settled by the operator", now);
  }

  /** Lets what was charged and has not come be bought again. */
  async giveUp(purchase: Purchase): Promise<void> {
    await this.#journal.givenUp(purchase, this.#options.clock());
  }

  async #ask(purchase: Purchase, sell: Sell, signal: AbortSignal | undefined): Promise<Bought> {
    const { clock, attempts_max, pause_ms } = this.#options;
    const until = new Date(purchase.busy_until);
    for (let attempt = 1; ; attempt++) {
      const sale = await this.#sold(purchase, sell);
      if (sale.kind === "sold") return this.#keep(purchase, sale);
      if (sale.kind === "unknown") return this.#held(await this.#afterUnknown(purchase, sale.said));
      const pause = pause_ms * 2 ** (attempt - 1);
      const hasTime = clock().getTime() + pause < until.getTime() && signal?.aborted !== true;
      if (!sale.mayRetry || attempt >= attempts_max || !hasTime) {
        await this.#journal.voided(purchase, sale.refusal.message, clock());
        throw sale.refusal;
      }
      await sleep(pause);
    }
  }

  async #sold(purchase: Purchase, sell: Sell): Promise<Sale> {
    const paper: Paper = {
      clientCode: clientCodeOf(purchase.id),
      atMost_cents: purchase.at_most_cents,
      until: new Date(purchase.busy_until),
      isAsked: false,
    };
    try {
      return await sell(paper);
    } catch (thrown) {
      if (paper.isAsked) return { kind: "unknown", said: messageOf(thrown) };
      if (thrown instanceof RecordsRefusal) return { kind: "nothing", refusal: thrown, mayRetry: false };
      const refusal = new RecordsRefusal("unavailable", `the court records system: ${messageOf(thrown)}`);
      return { kind: "nothing", refusal, mayRetry: false };
    }
  }

  async #keep(purchase: Purchase, sale: Extract<Sale, { kind: "sold" }>): Promise<Bought> {
    const now = this.#options.clock();
    const told: Told[] | null = sale.receipt === null ? null : [{ receipt: sale.receipt, toldBy: "page" }];
    if (sale.content !== null) {
      const kept = await this.#journal.received(purchase, sale.content, told, now);
      if (told === null) await this.#resolve(kept).catch(() => undefined);
      return { purchase: kept, content: sale.content };
    }
    const reason = sale.said ?? "nothing of use came";
    const paid = told === null ? purchase : await this.#journal.priced(purchase, told, now, reason);
    return this.#held(
      paid.state === "paid" ? await this.#recoverContent(paid) : await this.#afterUnknown(paid, reason),
    );
  }

  async #held(purchase: Purchase): Promise<Bought> {
    const content = await contentOf(this.#options.db, purchase.id);
    if (content !== undefined) return { purchase, content };
    throw new OnpointError("corrupt", `what the purchase ${purchase.id} brought is not stored`);
  }

  /** Looks at once whether the system charged: mostly it knows. */
  async #afterUnknown(purchase: Purchase, said: string): Promise<Purchase> {
    const { log } = this.#options;
    log.warn({ purchase: purchase.id, court: purchase.court, said }, "the outcome of a purchase is not known");
    const resolved = await this.#resolve(purchase).catch(() => purchase);
    if (resolved.state === "done" || resolved.state === "received") return resolved;
    throw resolved.state === "paid" ? paidNotReceived(resolved) : notKnownYet(resolved);
  }

  async #waitFor(purchase: Purchase, signal: AbortSignal | undefined): Promise<Purchase | undefined> {
    if (this.#isBusy(purchase)) {
      await sleep(POLL_MS, undefined, { ...(signal && { signal }) });
      return purchaseById(this.#options.db, purchase.id);
    }
    const resolved = await this.#resolve(purchase).catch(() => purchase);
    if (resolved.state === "asking") throw notKnownYet(resolved);
    return resolved;
  }

  #isBusy(purchase: Purchase): boolean {
    return purchase.busy_until > this.#options.clock().toISOString();
  }

  /** Takes what the list of receipts says for what happened; leaves open what it cannot say yet. */
  async #resolve(purchase: Purchase): Promise<Purchase> {
    const { receipts, clock, receiptsLag_ms } = this.#options;
    if (purchase.state === "paid") return this.#recoverContent(purchase).catch(() => purchase);
    if (receipts === null) return purchase;
    const begun = new Date(purchase.begun_at);
    const listed = await receipts.find(clientCodeOf(purchase.id), begun);
    const now = clock();
    if (listed.length > 0) {
      const told = listed.map(({ receipt }): Told => ({ receipt, toldBy: "list" }));
      const priced = await this.#journal.priced(purchase, told, now, "its page did not come whole");
      return priced.state === "done" ? priced : this.#recoverContent(priced).catch(() => priced);
    }
    // A list that is behind must not be taken for one that has nothing: asking may have gone on until `busy_until`.
    if (now.getTime() < Date.parse(purchase.busy_until) + receiptsLag_ms) return purchase;
    if (purchase.state === "received") return this.#journal.priced(purchase, [], now, null);
    return this.#journal.voided(purchase, "the list of receipts has no charge for it", now);
  }

  /** What was paid for, from where the list of receipts leads. Throws `RecordsRefusal` when it does not come. */
  async #recoverContent(purchase: Purchase): Promise<Purchase> {
    const { receipts, clock } = this.#options;
    const listed = await receipts?.find(clientCodeOf(purchase.id), new Date(purchase.begun_at)).catch(() => []);
    for (const one of listed ?? []) {
      const content = await receipts?.again(one).catch(() => undefined);
      if (content !== undefined) return this.#journal.received(purchase, content, [], clock());
    }
    throw paidNotReceived(purchase);
  }
}

/** What the system prints on the receipts of a purchase: it takes 32 characters. */
export function clientCodeOf(purchaseId: string): string {
  return `onpoint-${purchaseId}`;
}

function notSpent({ why, message, hint }: NotSpent): RecordsRefusal {
  return new RecordsRefusal(why, message, { hint });
}

function paidNotReceived({ id }: Purchase): RecordsRefusal {
  return new RecordsRefusal("paid_not_received", "this was charged, and did not come whole; it is not bought again", {
    hint: `An operator can have it bought again: onpoint records rebuy ${id}`,
  });
}

function notKnownYet({ id }: Purchase): RecordsRefusal {
  return new RecordsRefusal(
    "not_known_yet",
    "it is not known yet whether this was charged; nothing is bought until it is",
    {
      hint: `Try again later; an operator can settle it: onpoint records settle ${id}`,
    },
  );
}
