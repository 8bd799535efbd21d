import { BoundedMap } from "#base/bounded-map.ts";
import type { Clock } from "#base/clock.ts";
import type { Logger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import type { KeyRing } from "../credentials/seal.ts";
import type { Exchange } from "../exchange/exchange.ts";
import { contentOf, newestHeld } from "../purchases/journal.ts";
import type { Order, Purchase } from "../purchases/journal.ts";
import { Purchasing } from "../purchases/purchasing.ts";
import type { Bought, Sell, Turn } from "../purchases/purchasing.ts";
import type { Settling } from "../purchases/settling.ts";
import type { Allowance, Spending } from "../purchases/spending.ts";
import { CourtQueue } from "../queue.ts";
import type { QueueLimits } from "../queue.ts";
import { RecordsRefusal } from "../refusal.ts";
import { isCourtOfAppeals, readAppellateMenu, sellAppellateDocument, sellAppellateReport } from "./appellate.ts";
import { lookUpCase, readAttachmentMenu, sellDocketReport, sellDocument } from "./cmecf.ts";
import { Court } from "./court.ts";
import { readSearchPage, sellSearchPage } from "./locator.ts";
import type { CaseSearch, LocatorPage } from "./locator.ts";
import type { CaseRef } from "./pages/case-numbers.ts";
import { documentIdOf } from "./pages/menu.ts";
import type { Menu } from "./pages/menu.ts";
import { courtSite } from "./places.ts";
import type { Places } from "./places.ts";
import { dollars, pricesAt } from "./prices.ts";
import type { PricePeriod } from "./prices.ts";
import { quote } from "./quote.ts";
import type { Priced, Quote } from "./quote.ts";
import { receiptListAt } from "./receipt-list.ts";
import { cheapestOptions, hasAllOf, optionsKey, withoutNumbers } from "./report-options.ts";
import type { DocketNeed, HeldDocket } from "./report-options.ts";
import { Sessions } from "./sessions.ts";

export type OfficialOptions = {
  readonly db: Db;
  readonly spending: Spending;
  /** What all purchases of a calendar month (UTC) may cost together; with 0 nothing is bought. */
  readonly serviceCap_cents: number;
  readonly ring: KeyRing | null;
  readonly places: Places;
  /** The page that lists receipts; null where there is none that can be read. */
  readonly receipts: URL | null;
  readonly prices: readonly PricePeriod[];
  readonly exchange: Exchange;
  readonly clock: Clock;
  readonly log: Logger;
  readonly queue: QueueLimits;
  readonly patience: Patience;
  /** Waits for the next one-time code; as long as it says where it is left out. */
  readonly pause?: (pause_ms: number) => Promise<void>;
};

/** How long and how often one tries. */
export type Patience = {
  /** Of one request. */
  readonly timeout_ms: number;
  /** Of a purchase altogether, with all its requests. */
  readonly busy_ms: number;
  readonly attempts_max: number;
  readonly pause_ms: number;
  readonly receiptsLag_ms: number;
};

/** For whom something is fetched. */
export type Asker = {
  readonly allowance: Allowance;
  /** What this one thing may cost at most, where the caller sets a bound of its own. */
  readonly atMost_cents?: number;
  /** Ends waiting, and asking as long as nothing is bought; what is being bought comes to its end. */
  readonly signal?: AbortSignal;
  /** Told of each purchase that is begun for this asker, and of none that is held already or another's. */
  readonly onBegun?: (purchaseId: string) => void;
};

export type WantedReport = {
  readonly court: string;
  readonly case: CaseRef;
  readonly need: DocketNeed;
  readonly held: HeldDocket | null;
  /** Reports change: one is bought for an occasion, and for that occasion once. */
  readonly occasion: string;
  /** One that was bought later than this, on whatever occasion, serves as well if it has all that is wanted. */
  readonly asGoodAfter?: Date;
};

export type WantedDocument = {
  readonly court: string;
  readonly documentId: string;
  readonly caseId: string | null;
  /** Of an entry's main document: the number of the attachment that is meant in its stead. 0 is the document itself. */
  readonly attachment: number;
  /** What it is priced as, and its pages where they are known. */
  readonly priced: Extract<Priced, { readonly kind: "document" | "transcript" | "freeOpinion" }>;
};

/** Larger answers are cut off; what is sold for thirty pages comes nowhere near. */
const ANSWER_BYTES_MAX = 256 * 1024 * 1024;
const COURTS_MAX = 512;

/**
 * The official federal court records system, behind one interface for all courts. What is charged is asked for once,
 * in a turn of the court, under the cap of the account. Everything throws `RecordsRefusal`, and then says whether
 * anything was bought.
 */
export class OfficialRecords {
  readonly #options: OfficialOptions;
  readonly #sessions: Sessions;
  readonly #purchasing: Purchasing;
  readonly #queue: CourtQueue;
  readonly #courts = new BoundedMap<string, Court>({ weight_max: COURTS_MAX, firstToGo: "used" });

  constructor(options: OfficialOptions) {
    const { patience, places, receipts } = options;
    const { timeout_ms, attempts_max } = patience;
    this.#options = options;
    this.#sessions = new Sessions({ ...options, site: places.signIn, timeout_ms });
    const list = { ...options, timeout_ms, attempts_max, sessions: this.#sessions, size_bytes_max: ANSWER_BYTES_MAX };
    this.#purchasing = new Purchasing({
      ...options,
      ...patience,
      wait_ms_max: options.queue.wait_ms_max,
      receipts: receipts === null ? null : receiptListAt({ ...list, page: receipts }),
    });
    this.#queue = new CourtQueue(options.db, options.queue, options.clock);
  }

  /** What things would cost at most, today. */
  quote(items: readonly Priced[]): Quote {
    return quote(items, pricesAt(this.#options.prices, this.#options.clock()));
  }

  /** The cases that a docket number may mean in a court; free. Undefined where it has no such look-up, as courts of appeals. */
  async lookUpCase(asker: Asker, court: string, docketNumber: string): Promise<readonly CaseRef[] | undefined> {
    if (isCourtOfAppeals(court)) return undefined;
    return this.#inTurn(asker, court, "look-up of a case", async () =>
      lookUpCase(this.#court(court), docketNumber, asker.signal),
    );
  }

  /** One page of a search over all courts; charged, also when nothing is found. */
  async searchCases(asker: Asker, search: CaseSearch, page: number, occasion: string): Promise<LocatorPage> {
    const { courts, docketNumber, caption } = search;
    const target = `search:${JSON.stringify([courts.map(locatorCode), docketNumber, caption, page])}`;
    const found = await this.#buy(
      { asker, court: "locator", kind: "caseSearch", target, key: `${target}#${occasion}` },
      // A page of results is charged as one page.
      { kind: "caseSearch", pages: 1 },
      async (paper) =>
        sellSearchPage(
          {
            ...this.#options,
            site: this.#options.places.locator,
            sessions: this.#sessions,
            timeout_ms: this.#options.patience.timeout_ms,
          },
          { ...search, courts: courts.map(locatorCode) },
          page,
          paper,
        ),
    );
    return readSearchPage(found.content.body);
  }

  /** A docket report with no more in it than is needed. A court of appeals is asked by the docket number alone. */
  async docketReport(asker: Asker, wanted: WantedReport): Promise<Bought> {
    const { court: code, need, held, occasion, asGoodAfter } = wanted;
    const isAppeal = isCourtOfAppeals(code);
    const options = isAppeal ? withoutNumbers(cheapestOptions(need, held)) : cheapestOptions(need, held);
    const { caseId, docketNumber } = wanted.case;
    const docket = `docket:${code}:${isAppeal ? docketNumber : caseId}:`;
    const target = docket + optionsKey(options);
    const asGood = asGoodAfter && {
      after: asGoodAfter.toISOString(),
      is: (other: string) => other.startsWith(docket) && hasAllOf(other.slice(docket.length), options),
    };
    return this.#buy(
      { asker, court: code, kind: "docketReport", target, key: `${target}#${occasion}`, asGood },
      { kind: "docketReport" },
      async (paper) =>
        isAppeal
          ? sellAppellateReport(this.#court(code), { code, docketNumber }, options, paper)
          : sellDocketReport(this.#court(code), wanted.case, options, paper),
    );
  }

  /** A document; one that was bought before is given as it is stored. */
  async document(asker: Asker, asked: WantedDocument): Promise<Bought> {
    const wanted = asked.attachment === 0 ? asked : await this.#attachment(asker, asked);
    const held = await this.heldDocument(wanted);
    if (held !== undefined) return held;
    const target = documentTarget(wanted);
    return this.#buy(
      { asker, court: wanted.court, kind: wanted.priced.kind, target, key: target },
      // That an opinion is free is the court's to say: until it has, it may be charged like any other.
      wanted.priced.kind === "freeOpinion" ? { kind: "document", pages: null } : wanted.priced,
      async (paper) =>
        isCourtOfAppeals(wanted.court)
          ? sellAppellateDocument(this.#court(wanted.court), { ...wanted, code: wanted.court }, paper)
          : sellDocument(this.#court(wanted.court), wanted, paper),
    );
  }

  /** A document that was bought before by its own number, or undefined. */
  async heldDocument(wanted: Pick<WantedDocument, "court" | "documentId">): Promise<Bought | undefined> {
    const purchase = await newestHeld(this.#options.db, documentTarget(wanted));
    const content = purchase && (await contentOf(this.#options.db, purchase.id));
    return purchase && content && { purchase, content };
  }

  /** An attachment by its own number, from the menu of its entry. */
  async #attachment(asker: Asker, wanted: WantedDocument): Promise<WantedDocument> {
    const menu = await this.attachments(asker, wanted);
    const item = menu?.items.find(({ attachment }) => attachment === wanted.attachment);
    if (item === undefined) throw new RecordsRefusal("not_found", `the entry has no attachment ${wanted.attachment}`);
    const priced = wanted.priced.kind === "freeOpinion" ? wanted.priced : { ...wanted.priced, pages: item.pages };
    return { ...wanted, documentId: item.documentId, attachment: 0, priced };
  }

  /** The menu of an entry with attachments; free. Undefined where it has one document only. */
  async attachments(
    asker: Asker,
    wanted: Pick<WantedDocument, "court" | "documentId" | "caseId">,
  ): Promise<Menu | undefined> {
    return this.#inTurn(asker, wanted.court, "menu of attachments", async () =>
      isCourtOfAppeals(wanted.court)
        ? readAppellateMenu(this.#court(wanted.court), wanted.documentId, asker.signal)
        : readAttachmentMenu(this.#court(wanted.court), wanted.documentId, wanted.caseId, asker.signal),
    );
  }

  /** Settles what a process left open that died or was not answered. Gives what is still open. */
  async recover(): Promise<readonly Purchase[]> {
    return this.#purchasing.settling.recover();
  }

  /** For an operator, who has seen the bill. */
  get purchasing(): Pick<Settling, "settle" | "giveUp"> {
    return this.#purchasing.settling;
  }

  async close(): Promise<void> {
    await this.#sessions.close();
  }

  async #buy(
    wanted: { readonly asker: Asker } & Pick<Order, "court" | "kind" | "target" | "key" | "asGood">,
    priced: Priced,
    sell: Sell,
  ): Promise<Bought> {
    const { asker, ...rest } = wanted;
    const { allowance, signal, onBegun } = asker;
    const order = { ...rest, allowance, onBegun, ...this.#bounds(asker, priced) };
    const turn: Turn = async (work) => this.#inTurn(asker, wanted.court, wanted.kind, work);
    return this.#purchasing.buy(order, sell, turn, signal);
  }

  /**
   * The most that a thing can cost, and what is paid for it. A bound of the caller's that is below what it can cost
   * helps only where the court names its price first.
   */
  #bounds({ atMost_cents: bound }: Asker, priced: Priced): Pick<Order, "atMost_cents" | "allowed_cents"> {
    const { atMost_cents: most } = this.quote([priced]);
    if (most === null && bound === undefined) {
      throw new RecordsRefusal("unbounded", "it is charged by the page without a most, and its pages are not known", {
        hint: "Say what it may cost at most.",
      });
    }
    const allowed_cents = Math.min(most ?? Infinity, bound ?? Infinity);
    if (most !== null && allowed_cents < most && !isPriceNamedFirst(priced))
      throw new RecordsRefusal(
        "costs_more",
        `this may cost up to ${dollars(most)}, and ${dollars(allowed_cents)} are allowed for it`,
        { hint: "Nothing was bought." },
      );
    return { atMost_cents: most ?? allowed_cents, allowed_cents };
  }

  async #inTurn<Value>(asker: Asker, court: string, what: string, work: () => Promise<Value>): Promise<Value> {
    return this.#queue.run({ court, account: asker.allowance.account, what }, work, asker.signal);
  }

  #court(code: string): Court {
    const known = this.#courts.get(code);
    if (known !== undefined) return known;
    const { places, patience } = this.#options;
    const site = courtSite(places, code);
    const { sessions, size_bytes_max } = { sessions: this.#sessions, size_bytes_max: ANSWER_BYTES_MAX };
    const encoding = isCourtOfAppeals(code) ? "urlencoded" : "multipart";
    const court = new Court({ ...this.#options, ...patience, site, sessions, size_bytes_max, encoding });
    this.#courts.set(code, court);
    return court;
  }
}

/** One document has one target, in whichever form its number is written. */
function documentTarget({ court, documentId }: Pick<WantedDocument, "court" | "documentId">): string {
  return `document:${court}:${documentIdOf(`/doc1/${documentId}`) ?? documentId}`;
}

/** Courts name the price of a document before they serve it. One whose pages are known costs what it costs. */
function isPriceNamedFirst(priced: Priced): boolean {
  return (priced.kind === "document" || priced.kind === "transcript") && priced.pages === null;
}

/** The locator calls bankruptcy courts `nysbk` that call themselves `nysb`. */
function locatorCode(court: string): string {
  return court.endsWith("b") ? `${court}k` : court;
}
