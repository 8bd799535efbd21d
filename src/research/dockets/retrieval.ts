import type { Principal } from "#accounts/principal.ts";
import type { Note } from "../note.ts";

/** The docket that is wanted; what is not known of it is null. */
export type DocketWanted = {
  readonly courtId: string;
  readonly docketNumber: string | null;
  readonly caseName: string | null;
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

/**
 * What came of fetching. `fetched`: the store holds it now. `not_served`: no source that is configured can have it, and
 * none was asked. `absent`: those that could have it were asked, and have none. `refused`: it may not be bought for this
 * caller (no premium access, no consent to charges, no room under the cap), which the note says. `failed`: it was tried.
 */
export type Retrieved =
  | {
      readonly outcome: "fetched";
      readonly from: "archive" | "official";
      /** ISO 8601, UTC. */
      readonly at: string;
      readonly notes: readonly Note[];
    }
  | { readonly outcome: "not_served" | "absent" | "refused" | "failed"; readonly note: Note };

/**
 * Brings what is not held into the store: from the public archive, then from the official records, metered. What is held
 * is never bought again, but for a refresh. Never throws for what a source did; it throws what the signal says.
 */
export type Retrieval = {
  /** Whether this caller has premium access, which some edges ask for before they answer of dockets at all. */
  readonly hasPremium: (principal: Principal) => Promise<boolean>;
  readonly docket: (principal: Principal, wanted: DocketWanted, signal?: AbortSignal) => Promise<Retrieved>;
  readonly filing: (principal: Principal, wanted: FilingWanted, signal?: AbortSignal) => Promise<Retrieved>;
};

const NOT_SERVED: Retrieved = {
  outcome: "not_served",
  note: { message: "this service fetches nothing from other records", reason: { code: "nothing_fetched" } },
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
};
