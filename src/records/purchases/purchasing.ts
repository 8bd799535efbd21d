import { setTimeout as sleep } from "node:timers/promises";
import { monotonicMs } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import { ExchangeFailure } from "../exchange/exchange.ts";
import type { Receipt } from "../official/pages/receipt.ts";
import { RecordsRefusal } from "../refusal.ts";
import { contentOf, Journal, purchaseById } from "./journal.ts";
import type { Began, Content, Order, Purchase } from "./journal.ts";
import { clientCodeOf, isClientCode, paidNotReceived, Settling } from "./settling.ts";
import type { SettlingOptions } from "./settling.ts";
import type { NotSpent, Spending } from "./spending.ts";

/** What goes with a request that may buy. */
export type Paper = {
  /** Printed on the receipt by the system: by it a charge is found again. */
  readonly clientCode: string;
  /** A price above it is not accepted. */
  readonly allowed_cents: number;
  /** What is held for it: the most it can cost. */
  readonly atMost_cents: number;
  /** Nothing that may buy is sent from here on. */
  readonly until: Date;
  /** Nor when whoever asked has gone. What has been sent is waited for. */
  readonly signal: AbortSignal | undefined;
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

/** Runs what asks the court when its turn has come. */
export type Turn = <Value>(work: () => Promise<Value>) => Promise<Value>;

export type PurchasingOptions = SettlingOptions & {
  readonly spending: Spending;
  /** What all purchases of a calendar month (UTC) may cost together. */
  readonly serviceCap_cents: number;
  /** How long asking may take altogether. */
  readonly busy_ms: number;
  /** How long one waits for somebody else's purchase of the same thing. */
  readonly wait_ms_max: number;
  readonly attempts_max: number;
  /** Before the second attempt; twice as long before each that follows. */
  readonly pause_ms: number;
};

export type Bought = { readonly purchase: Purchase; readonly content: Content };

const POLL_MS = 100;

/**
 * Buys a thing once: whatever fails, and whenever the process dies. Only what asks the court takes a turn of it: who
 * waits for somebody else's purchase, or reads the list of receipts, holds up nobody.
 */
export class Purchasing {
  readonly #options: PurchasingOptions;
  readonly #journal: Journal;
  /** For an operator who has seen the bill, and after a restart. */
  readonly settling: Settling;

  constructor(options: PurchasingOptions) {
    this.#options = options;
    this.#journal = new Journal(options.db, options.spending, options.serviceCap_cents);
    this.settling = new Settling(options, this.#journal);
  }

  /** What is held, or what `sell` sells in its turn. Throws `RecordsRefusal`, and what a signal says that ends it. */
  async buy(order: Order, sell: Sell, turn: Turn, signal?: AbortSignal): Promise<Bought> {
    for (;;) {
      signal?.throwIfAborted();
      const began =
        (await this.#journal.find(order)) ?? (await turn(async () => this.#beginAndAsk(order, sell, signal)));
      switch (began.kind) {
        case "begun":
          return this.#concluded(began.purchase);
        case "held":
          return this.#held(began.purchase);
        case "paid":
          return this.#held(await this.settling.recoverContent(began.purchase));
        case "notSpent":
          throw notSpent(began.not);
        case "open": {
          // What was under way when it was asked for is as new as anything bought after it.
          const ended = await this.#ended(began.purchase, signal);
          if (ended?.state === "done" || ended?.state === "received") return this.#held(ended);
        }
      }
    }
  }

  /** In a turn of the court: with what is begun, the purchase as it stands after asking. */
  async #beginAndAsk(order: Order, sell: Sell, signal: AbortSignal | undefined): Promise<Began> {
    const began = await this.#journal.begin(order, this.#options.clock(), this.#options.busy_ms);
    if (began.kind !== "begun") return began;
    order.onBegun?.(began.purchase.id);
    return { kind: "begun", purchase: await this.#ask(began.purchase, order, sell, signal) };
  }

  async #ask(purchase: Purchase, order: Order, sell: Sell, signal: AbortSignal | undefined): Promise<Purchase> {
    const { clock, attempts_max, pause_ms } = this.#options;
    const until = new Date(purchase.busy_until);
    for (let attempt = 1; ; attempt++) {
      const paper: Paper = {
        clientCode: clientCodeOf(purchase.id),
        allowed_cents: order.allowed_cents,
        atMost_cents: order.atMost_cents,
        until,
        signal,
        isAsked: false,
      };
      const sale = await this.#sold(purchase, sell, paper);
      if (sale.kind === "sold") return this.#kept(purchase, sale);
      if (sale.kind === "unknown") return this.#journal.letGo(purchase, sale.said, clock());
      const pause = pause_ms * 2 ** (attempt - 1);
      const hasTime = clock().getTime() + pause < until.getTime() && signal?.aborted !== true;
      if (!sale.mayRetry || attempt >= attempts_max || !hasTime) {
        await this.#journal.voided(purchase, sale.refusal.message, clock());
        signal?.throwIfAborted();
        throw sale.refusal;
      }
      await sleep(pause);
    }
  }

  async #sold(purchase: Purchase, sell: Sell, paper: Paper): Promise<Sale> {
    try {
      return await sell(paper);
    } catch (thrown) {
      const isTold = thrown instanceof RecordsRefusal || thrown instanceof ExchangeFailure;
      if (!isTold && paper.signal?.aborted !== true)
        this.#options.log.error({ purchase: purchase.id, err: thrown }, "a purchase failed");
      const said = isTold ? thrown.message : "the purchase failed";
      if (paper.isAsked) return { kind: "unknown", said };
      if (thrown instanceof RecordsRefusal) return { kind: "nothing", refusal: thrown, mayRetry: false };
      const refusal = new RecordsRefusal("unavailable", `the court records system: ${said}`);
      return { kind: "nothing", refusal, mayRetry: false };
    }
  }

  async #kept(purchase: Purchase, sale: Extract<Sale, { kind: "sold" }>): Promise<Purchase> {
    const now = this.#options.clock();
    const { content, said } = sale;
    const receipt = sale.receipt !== null && isOfAnother(sale.receipt, purchase) ? null : sale.receipt;
    if (receipt !== null && receipt.amount_cents > purchase.at_most_cents)
      this.#options.log.warn(
        { purchase: purchase.id, charged_cents: receipt.amount_cents, atMost_cents: purchase.at_most_cents },
        "a court charged more than the prices say it can; are they up to date?",
      );
    const told = receipt === null ? null : [{ receipt, toldBy: "page" } as const];
    if (content !== null) return this.#journal.received(purchase, content, told, now);
    const reason = said ?? "nothing of use came";
    return told === null
      ? this.#journal.letGo(purchase, reason, now)
      : this.#journal.priced(purchase, told, now, reason);
  }

  /** What was asked for just now. Where it is not known what that did, the list of receipts mostly knows at once. */
  async #concluded(purchase: Purchase): Promise<Bought> {
    if (purchase.state === "asking" || purchase.state === "paid") {
      const { id, court, reason } = purchase;
      this.#options.log.warn({ purchase: id, court, said: reason }, "a purchase was cut off");
    }
    const resolved = purchase.state === "done" ? purchase : await this.#resolved(purchase);
    if (resolved.state === "paid") throw paidNotReceived(resolved);
    if (resolved.state === "asking") throw notKnownYet(resolved);
    return this.#held(resolved);
  }

  async #held(purchase: Purchase): Promise<Bought> {
    const content = await contentOf(this.#options.db, purchase.id);
    if (content !== undefined) return { purchase, content };
    throw new OnpointError("corrupt", `what the purchase ${purchase.id} brought is not stored`);
  }

  /** How somebody else's purchase ended. It is waited for while its process may be at it, and not for ever. */
  async #ended(purchase: Purchase, signal: AbortSignal | undefined): Promise<Purchase | undefined> {
    const until_ms = monotonicMs() + this.#options.wait_ms_max;
    let known: Purchase | undefined = purchase;
    while (known?.state === "asking" && this.settling.isBusy(known)) {
      if (monotonicMs() >= until_ms) throw stillAsking(known);
      await sleep(POLL_MS, undefined, { ...(signal && { signal }) });
      known = await purchaseById(this.#options.db, purchase.id);
    }
    if (known?.state !== "asking") return known;
    const resolved = await this.#resolved(known);
    if (resolved.state === "asking") throw notKnownYet(resolved);
    return resolved;
  }

  async #resolved(purchase: Purchase): Promise<Purchase> {
    // Another process may have settled it in this moment.
    return this.settling
      .resolve(purchase)
      .catch(async () => (await purchaseById(this.#options.db, purchase.id)) ?? purchase);
  }
}

/** A page that was kept on its way may bear the receipt of an earlier purchase. What courts print else is theirs. */
function isOfAnother({ clientCode }: Receipt, { id }: Purchase): boolean {
  return isClientCode(clientCode) && clientCode !== clientCodeOf(id);
}

function notSpent({ why, message, hint }: NotSpent): RecordsRefusal {
  return new RecordsRefusal(why, message, { hint });
}

function notKnownYet({ id, reason }: Purchase): RecordsRefusal {
  const because = reason === null ? "the process that asked for it died" : reason;
  return new RecordsRefusal(
    "not_known_yet",
    `it is not known yet whether this was charged (${because}); the same is not bought again until it is`,
    { hint: `Try again later; an operator can settle it: onpoint records settle ${id}` },
  );
}

function stillAsking({ begun_at, busy_until }: Purchase): RecordsRefusal {
  return new RecordsRefusal(
    "not_known_yet",
    `the same is being fetched since ${begun_at}, until ${busy_until} at most; it is not asked for twice`,
    { hint: "Try again later." },
  );
}
