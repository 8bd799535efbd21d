import type { Principal } from "#accounts/principal.ts";
import { OnpointError } from "#base/errors.ts";
import { readLawCiters } from "#citator/citing-laws.ts";
import type { LawCiter, LawCiterFilter } from "#citator/citing-laws.ts";
import type { Reader } from "#db/connection.ts";
import { currentAt } from "#laws/currency.ts";
import type { LawChain } from "#laws/model.ts";
import { paginationOf } from "#search/results/paging.ts";
import { requireCourtIds } from "../courts.ts";
import type { Note } from "../note.ts";
import type { Pagination } from "../search.ts";
import type { Unread } from "../unread.ts";
import { seesHistory } from "./access.ts";
import { citedKeysOf } from "#laws/cited-keys.ts";
import { findLaws, lawById } from "./find.ts";
import type { LawKey } from "./find.ts";
import { keyFaults } from "./get.ts";
import { collectionsNamed, heldCollections, refuseFaults } from "./held.ts";
import { viewsOf } from "./view.ts";
import type { LawView } from "./view.ts";

/** Whose citers are wanted. Any version names the provision: citers of all its versions are told. */
export type LawCitingAsked = LawCiterFilter & {
  readonly named: LawKey;
  readonly collection?: string;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
};

/** A citer with the version in force on its day; null where none was, or the asker may not see that it was another. */
export type CitingDecision = LawCiter & { readonly version: LawView | null };

export type LawCiters = {
  /** The provision as it is today; as it last was, where it is repealed. */
  readonly law: LawView;
  readonly results: readonly CitingDecision[];
  readonly pagination: Pagination;
  /** Versions that are not told, since they are not those of today. */
  readonly hidden: number;
  /** What the citator has not read yet. */
  readonly notes: readonly Note[];
};

/** @throws OnpointError `not_found`, `invalid_input` for what names none or several, or a court that is none */
export async function whoCitesLaw(
  { db, today, unread: citator }: { readonly db: Reader; readonly today: string; readonly unread: Unread },
  principal: Principal,
  { named, collection, page, pageSize, ...filter }: LawCitingAsked,
): Promise<LawCiters> {
  requireCourtIds(filter.courtIds ?? [], "courtIds");
  const held = await heldCollections(db);
  const within = collectionsNamed(collection === undefined ? [] : [collection], held, () => "collection");
  refuseFaults([...within.faults, ...keyFaults(named)]);
  const collectionIds = collection === undefined ? undefined : within.ids;
  const chain = await chainNamed(db, named, collectionIds, today);
  const views = viewsOf(chain, held, today);
  const law = versionOn(today, chain, views, today) ?? views.at(-1);
  if (law === undefined) throw notHeld(named);
  const unread = await citator("denies");
  const at = { offset: (page - 1) * pageSize, limit: pageSize };
  const { total, citers } = await readLawCiters(db, citedKeysOf(chain), filter, at);
  const results = citers.map((citer) => ({ ...citer, version: versionOn(citer.dateFiled, chain, views, today) }));
  const isShown = ({ version }: CitingDecision): boolean =>
    version === null || version.standing.isCurrent || seesHistory(principal);
  return {
    law,
    results: results.map((one) => (isShown(one) ? one : { ...one, version: null })),
    pagination: paginationOf({ page, pageSize }, total),
    hidden: results.filter((one) => !isShown(one)).length,
    notes: unread(total === 0 ? "denies" : "counts"),
  };
}

async function chainNamed(
  db: Reader,
  named: LawKey,
  collectionIds: readonly string[] | undefined,
  today: string,
): Promise<LawChain> {
  const chains = await chainsNamed(db, named, collectionIds, today);
  const [chain] = chains;
  if (chain === undefined) throw notHeld(named);
  if (chains.length > 1) {
    const message = `${chains.length} laws answer to ${named.given}; ask by the id of one, or with its collection`;
    throw new OnpointError("invalid_input", message, {
      faults: [{ path: named.by, message, reason: { code: "ambiguous_law", given: named.given } }],
    });
  }
  return chain;
}

async function chainsNamed(
  db: Reader,
  named: LawKey,
  collectionIds: readonly string[] | undefined,
  today: string,
): Promise<readonly LawChain[]> {
  if (named.by === "id") {
    const law = await lawById(db, named.given);
    return law === undefined ? [] : [law.chain];
  }
  const { laws } = await findLaws(db, named, { collectionIds, includeHistorical: true, date: today, today });
  return laws.map(({ chain }) => chain);
}

function versionOn(day: string | null, chain: LawChain, views: readonly LawView[], today: string): LawView | null {
  const version = day === null ? undefined : currentAt(chain.versions, day, today);
  return views.find((view) => view.version.id === version?.id) ?? null;
}

function notHeld({ given }: LawKey): OnpointError {
  return new OnpointError("not_found", `no law is held under ${given}`);
}
