import type { Principal } from "#accounts/principal.ts";
import { monotonicMs, systemClock } from "#base/clock.ts";
import type { Clock } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import type { Reader } from "#db/connection.ts";
import { dayOf } from "#laws/currency.ts";
import type { LawSearch } from "#search/law-search.ts";
import type { Analyst } from "../analyst.ts";
import type { Unread } from "../unread.ts";
import { analyseLaw } from "./analyse.ts";
import type { LawQuestion, LawRead } from "./analyse.ts";
import { aroundLaw, topsOf } from "./around.ts";
import type { LawAround } from "./around.ts";
import { collectionLister } from "./collections.ts";
import type { CollectionsAsked, CollectionView } from "./collections.ts";
import { whoCitesLaw } from "./citing.ts";
import type { LawCiters, LawCitingAsked } from "./citing.ts";
import { compareVersions } from "./compare.ts";
import type { Comparison, ComparisonAsked } from "./compare.ts";
import { getLaw } from "./get.ts";
import type { LawAnswer, LawAsked } from "./get.ts";
import { searchLaws } from "./search.ts";
import type { LawSearchAsked, LawsFound } from "./search.ts";
import { sectionsNamed } from "./sections-named.ts";
import type { SectionNamed } from "./sections-named.ts";
import type { LawView } from "./view.ts";

/** What any edge may ask of laws, as a principal. What is law is asked for today, in UTC, unless a day is given. */
export type LawResearch = {
  /**
   * Ends with the signal.
   * @throws `invalid_input` for what cannot be read or names nothing, `forbidden` for history without the grant
   */
  readonly search: (principal: Principal, asked: LawSearchAsked, signal?: AbortSignal) => Promise<LawsFound>;
  /** @throws `invalid_input`, `forbidden` */
  readonly get: (principal: Principal, asked: LawAsked) => Promise<LawAnswer>;
  /** Where a law that was got stands in its code. */
  readonly around: (principal: Principal, law: LawView) => Promise<LawAround>;
  /** What stands at the top of a collection today, in authored order. */
  readonly tops: (principal: Principal, collectionId: string) => Promise<readonly LawView[]>;
  /** Where the HTML of a law names other provisions of its code that are held. */
  readonly sectionsNamed: (principal: Principal, law: LawView, html: string) => Promise<readonly SectionNamed[]>;
  /** What one law says to a question. @throws `invalid_input`, `forbidden` */
  readonly analyse: (principal: Principal, asked: LawQuestion, signal?: AbortSignal) => Promise<LawRead>;
  /** @throws `invalid_input`, `not_found` */
  readonly citing: (principal: Principal, asked: LawCitingAsked) => Promise<LawCiters>;
  /** @throws `invalid_input`, `not_found`, `forbidden`, `too_large` */
  readonly compare: (principal: Principal, asked: ComparisonAsked) => Promise<Comparison>;
  /** @throws `invalid_input` for a state that is none */
  readonly collections: (principal: Principal, asked: CollectionsAsked) => Promise<readonly CollectionView[]>;
};

export type LawResearchOptions = {
  readonly db: Reader;
  /** Without one, searches are refused. */
  readonly search?: LawSearch | undefined;
  readonly clock?: Clock | undefined;
  readonly analyst: Analyst;
  readonly unread: Unread;
};

export function createLawResearch(options: LawResearchOptions): LawResearch {
  const { db, search = noSearch, clock = systemClock, analyst, unread } = options;
  const get: LawResearch["get"] = async (principal, asked) => getLaw({ db, today: dayOf(clock) }, principal, asked);
  const list = collectionLister(db, monotonicMs);
  return {
    search: async (principal, asked, signal) =>
      searchLaws({ db, search, today: dayOf(clock) }, principal, asked, signal),
    get,
    around: async (_principal, law) => aroundLaw(db, law, dayOf(clock)),
    tops: async (_principal, collectionId) => topsOf(db, collectionId, dayOf(clock)),
    sectionsNamed: async (_principal, law, html) => sectionsNamed(db, law, html, dayOf(clock)),
    analyse: async (principal, asked, signal) => analyseLaw({ get, analyst }, principal, asked, signal),
    citing: async (principal, asked) => whoCitesLaw({ db, today: dayOf(clock), unread }, principal, asked),
    compare: async (principal, asked) => compareVersions({ db, today: dayOf(clock) }, principal, asked),
    collections: async (_principal, asked) => list(asked),
  };
}

const noSearch: LawSearch = async () => {
  throw new OnpointError("unavailable", "no index of laws is open here");
};
