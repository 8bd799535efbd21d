import type { Principal } from "#accounts/principal.ts";
import type { Note } from "../note.ts";

/** The docket that is wanted; what is not known of it is null. */
export type DocketWanted = {
  readonly courtId: string;
  readonly docketNumber: string | null;
  readonly caseName: string | null;
  /** The caller named the case: one that is called otherwise is not the one that is wanted. */
  readonly isNameAsked?: boolean;
  /** The docket as it is held. */
  readonly docketId: string | null;
  /** The latest of the official records is wanted, whatever is held. */
  readonly refresh: boolean;
};

/** A document of a docket that is held, by its place in it. */
export type FilingWanted = {
  readonly docketId: string;
  readonly entryNumber: string | null;
  /** 0 is the main document. */
  readonly attachment: number;
  /** The document as it is held; null where only its place is known. */
  readonly filingId: string | null;
};

export type Fetched = {
  readonly outcome: "fetched";
  readonly from: "archive" | "official";
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly notes: readonly Note[];
};

/**
 * Why nothing was fetched. `not_served`: no source that is configured can have it, and none was asked. `absent`: those
 * that could have it were asked, and have none. `ambiguous`: it names several. `unreadable`: it came, and has no words.
 * `refused`: it may not be bought for this caller (no premium access, no consent to charges, no room under a cap).
 * `failed`: it was tried.
 */
export type Unfetched = {
  readonly outcome: "not_served" | "absent" | "ambiguous" | "unreadable" | "refused" | "failed";
  /** What each source said that was asked, or why it was not; at least one. */
  readonly notes: readonly Note[];
  /** Of what is ambiguous: the cases that other records have and nobody holds. */
  readonly cases?: readonly CaseElsewhere[];
};

/** A case that is known by what other records call it. */
export type CaseElsewhere = {
  readonly courtId: string;
  readonly docketNumber: string;
  readonly caption: string | null;
};

export type Retrieved = Fetched | Unfetched;

/** What fetching would cost at most, before anything is asked. */
export type Price = {
  /** Null: nothing bounds it until the system tells the number of pages. */
  readonly atMost_cents: number | null;
  /** How it is reckoned, in words. */
  readonly because: string;
};

/** What is priced: the report of a docket, or a document of which the pages may be known. */
export type Priceable = {
  readonly courtId: string;
  /** Some courts keep their newer cases where they are not asked for. */
  readonly docketNumber: string | null;
} & (
  | { readonly kind: "report" }
  | {
      readonly kind: "document";
      readonly pages: number | null;
      /** The line of the docket that tells of it; transcripts are priced without a most. */
      readonly line: string | null;
      /** Otherwise the docket has to be asked for the line first, which is charged too. */
      readonly isEntryKnown: boolean;
    }
);

/**
 * Brings what is not held into the store: from the public archive, then from the official records, metered. What is held
 * is never bought again, but for a refresh. Never throws for what a source did; it throws what the signal says.
 */
export type Retrieval = {
  /** Whether this caller has premium access, which some edges ask for before they answer of dockets at all. */
  readonly hasPremium: (principal: Principal) => Promise<boolean>;
  readonly docket: (principal: Principal, wanted: DocketWanted, signal?: AbortSignal) => Promise<Retrieved>;
  readonly filing: (principal: Principal, wanted: FilingWanted, signal?: AbortSignal) => Promise<Retrieved>;
  /** What the official records would charge at most; undefined where they are not asked. */
  readonly price: (thing: Priceable) => Price | undefined;
};

/** Whether anything may be bought for this caller: by the plan of its account and what its key grants. */
export function mayHaveBought({ scopes }: Principal): boolean {
  return scopes.includes("records");
}

const NOT_SERVED: Retrieved = {
  outcome: "not_served",
  notes: [{ message: "this service fetches nothing from other records", reason: { code: "nothing_fetched" } }],
};

/**
 * Whoever has an account has premium access by what its plan and its key grant; a key without an account, and the
 * command line, are the operator's own.
 */
export function hasPremiumAccess({ kind, scopes }: Principal): boolean {
  return kind === "key" || scopes.includes("records");
}

/** Of a service that is given no other records: what is stored is all there is. */
export const STORED_ALONE: Retrieval = {
  hasPremium: async (principal) => hasPremiumAccess(principal),
  docket: async () => NOT_SERVED,
  filing: async () => NOT_SERVED,
  price: () => undefined,
};
