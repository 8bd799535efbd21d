import type { Principal } from "#accounts/principal.ts";
import { OnpointError } from "#base/errors.ts";
import type { Reader } from "#db/connection.ts";
import type { FilingNamed } from "../cases/answers.ts";
import { findTrialFiling } from "../cases/filings/find.ts";
import { requireCourts } from "../courts.ts";
import type { OpinionViews } from "../opinion-views.ts";
import { findFiling } from "./find-filing.ts";
import { lookUpDocket } from "./look-up.ts";
import type { DocketKey } from "./look-up.ts";
import { priceableOf } from "./not-fetched.ts";
import { mayHaveBought } from "./retrieval.ts";
import type { Price, Retrieval } from "./retrieval.ts";

/** What shall be priced: the docket report of a case, or one filing. */
export type QuoteItem =
  | { readonly by: "docket"; readonly key: DocketKey }
  | { readonly by: "filing"; readonly named: FilingNamed };

export type QuotedItem = {
  readonly kind: "report" | "document";
  /** Null where what is named is not known. */
  readonly courtId: string | null;
  /** What is held answers without a charge; of a docket, what is priced is the latest report all the same. */
  readonly isHeld: boolean;
  /** Undefined where the official records are not asked for it. */
  readonly price: Price | undefined;
};

export type QuoteAnswer = {
  readonly items: readonly QuotedItem[];
  /** Whether anything would be bought for this caller at all. */
  readonly mayBuy: boolean;
};

type Sources = { readonly db: Reader; readonly views: OpinionViews; readonly retrieval: Retrieval };

/**
 * What fetching would cost at most, before anything is asked; asking is free and sends nothing.
 * @throws OnpointError `invalid_input` with the place of an item that can name nothing
 */
export async function quoteItems(
  sources: Sources,
  principal: Principal,
  items: readonly QuoteItem[],
): Promise<QuoteAnswer> {
  const quoted: QuotedItem[] = [];
  for (const [at, item] of items.entries()) {
    const asked = item.by === "docket" ? quoteDocket(sources, item.key) : quoteFiling(sources, item.named);
    quoted.push(await asked.catch((thrown: unknown) => refuseItem(thrown, at)));
  }
  return { items: quoted, mayBuy: mayHaveBought(principal) };
}

async function quoteDocket(sources: Sources, key: DocketKey): Promise<QuotedItem> {
  const found = await lookUpDocket(sources, key);
  const [held] = found.status === "found" ? [found.docket] : found.status === "ambiguous" ? found.dockets : [];
  const courtId = held?.docket.courtId ?? courtOf(key);
  const docketNumber = held?.docket.docketNumber ?? (key.by === "id" ? null : key.docketNumber);
  const price = courtId === null ? undefined : sources.retrieval.price({ kind: "report", courtId, docketNumber });
  return { kind: "report", courtId, isHeld: held !== undefined, price };
}

function courtOf(key: DocketKey): string | null {
  if (key.by === "id") return null;
  const { by, given } = key.court;
  return requireCourts(by, given, "docket").courts[0]?.id ?? null;
}

const HELD: Price = { atMost_cents: 0, because: "it is held" };

async function quoteFiling({ db, retrieval }: Sources, named: FilingNamed): Promise<QuotedItem> {
  if ((await findTrialFiling(db, named)) !== undefined)
    return { kind: "document", courtId: null, isHeld: true, price: HELD };
  const found = await findFiling(db, named);
  if (found.status === "invalid_reference") {
    const { message } = found.note;
    throw new OnpointError("invalid_input", message, { faults: [{ path: "entry", message }] });
  }
  if (found.status !== "found" && found.status !== "missing")
    return { kind: "document", courtId: null, isHeld: false, price: undefined };
  const isHeld = found.status === "found" && found.view.filing.text_chars !== null;
  const priceable = priceableOf(found);
  return {
    kind: "document",
    courtId: priceable.courtId,
    isHeld,
    price: isHeld ? HELD : retrieval.price(priceable),
  };
}

/** Places of faults stand in the list of items. */
function refuseItem(thrown: unknown, at: number): never {
  if (!(thrown instanceof OnpointError)) throw thrown;
  const { code, message, hint, faults, cause } = thrown;
  const placed = faults.map((fault) => ({ ...fault, path: `items[${at}].${fault.path}` }));
  throw new OnpointError(code, message, { ...(hint !== undefined && { hint }), faults: placed, cause });
}
