import { OnpointError } from "#base/errors.ts";
import type { Treatment } from "#citator/model.ts";
import { countCiting, readCitingPage } from "#citator/citing.ts";
import { severityOf, TREATMENTS } from "#citator/model.ts";
import { courtById } from "#courts/courts.ts";
import { heldOpinionIds } from "#opinions/store/held.ts";
import type { Reader } from "#db/connection.ts";
import { requireCourtIds } from "./courts.ts";
import { paginationOf } from "#search/results/paging.ts";
import type { Note } from "./note.ts";
import type { Pagination } from "./search.ts";
import type { Unread } from "./unread.ts";

/** Whose citers are wanted; absent filters filter nothing. */
export type CitingRequest = {
  readonly opinionId: string;
  readonly treatments?: readonly Treatment[];
  readonly courtIds?: readonly string[];
  /** `YYYY-MM-DD`, inclusive. */
  readonly dateFrom?: string;
  readonly dateTo?: string;
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
};

export type CitingOpinion = {
  readonly opinionId: string;
  readonly caseName: string;
  readonly publicNumber: number;
  readonly slug: string;
  readonly citation: string | null;
  readonly courtId: string;
  readonly courtAbbreviation: string;
  readonly dateFiled: string | null;
  readonly treatment: Treatment;
  readonly description: string;
  readonly isAuthoritative: boolean;
  readonly isBinding: boolean;
  readonly quote: string;
};

export type CitingPage = {
  readonly results: readonly CitingOpinion[];
  readonly pagination: Pagination;
  /** What the citator has not read yet. */
  readonly notes: readonly Note[];
};

export type { Treatment };
export { TREATMENTS };

/** How many decisions cite one, by what they do to it, their court and their year. */
export type CitingCount = {
  readonly treatment: Treatment;
  /** It tells against the decision, or calls for care. */
  readonly isWarning: boolean;
  readonly courtId: string;
  readonly courtAbbreviation: string;
  readonly year: number | null;
  readonly count: number;
};

/** All that cite an opinion's decision, counted; none where it is not held. */
export async function countCiters(db: Reader, opinionId: string): Promise<readonly CitingCount[]> {
  return (await countCiting(db, opinionId)).map((group) => ({
    ...group,
    isWarning: ["Negative", "Caution"].includes(severityOf(group.treatment)),
    courtAbbreviation: courtById(group.courtId)?.abbreviation ?? group.courtId,
  }));
}

/**
 * A page of the opinions that cite this one, over all its stored copies, in the documented order.
 * @throws OnpointError `not_found` when it is not held, `invalid_input` for a court that is none
 */
export async function whoCites(
  { db, unread: citator }: { readonly db: Reader; readonly unread: Unread },
  request: CitingRequest,
): Promise<CitingPage> {
  const { opinionId, page, pageSize, ...filter } = request;
  requireCourtIds(filter.courtIds ?? [], "courtIds");
  if ((await heldOpinionIds(db, [opinionId])).size === 0)
    throw new OnpointError("not_found", `no opinion is held under the id ${opinionId}`);
  const unread = await citator("denies");
  const at = { offset: (page - 1) * pageSize, limit: pageSize };
  const { total, citing } = await readCitingPage(db, opinionId, filter, at);
  return {
    results: citing,
    pagination: paginationOf({ page, pageSize }, total),
    notes: unread(total === 0 ? "denies" : "counts"),
  };
}
