import { readCiting, readCitingPage } from "#citator/citing.ts";
import { readSummaries } from "#citator/read.ts";
import { LIMITS } from "#base/limits.ts";
import type { Reader } from "#db/connection.ts";
import { checkText } from "./brief.ts";
import type { CheckedCitation } from "./checked-citation.ts";
import type { CitingOpinion, CitingPage, CitingRequest } from "./citing.ts";
import type { TreatmentView } from "./opinions.ts";

export type TreatmentSummary = { readonly citationCount: number; readonly overallTreatment: string };

export type Citator = {
  /** Per opinion id; one the citator has not seen has no entry. */
  readonly summaries: (opinionIds: readonly string[]) => Promise<ReadonlyMap<string, TreatmentSummary>>;
  /**
   * Per opinion id, what citing opinions did with it, and how many more there are than one answer has room for; one
   * nobody cites has no entry.
   */
  readonly treatments: (
    opinionIds: readonly string[],
  ) => Promise<ReadonlyMap<string, { readonly treatments: readonly TreatmentView[]; readonly leftOut: number }>>;
  /** A page of the opinions that cite this one, in the documented order; undefined when it is not held. */
  readonly citing: (request: CitingRequest) => Promise<CitingPage | undefined>;
  /** Every citation of a text with what the records say of it, in the order of the text. */
  readonly check: (text: string) => Promise<readonly CheckedCitation[]>;
};

/** The citator as the routes ask it, answering from the records; texts are checked by `check` where one is given. */
export function citatorService(db: Reader, check: Citator["check"] = async (text) => checkText(db, text)): Citator {
  return {
    summaries: async (opinionIds) => {
      const summaries = await readSummaries(db, opinionIds);
      return new Map(
        [...summaries].map(([id, { citationCount, status }]) => [id, { citationCount, overallTreatment: status }]),
      );
    },
    treatments: async (opinionIds) => {
      const { byOpinion, leftOut } = await readCiting(db, opinionIds, {}, LIMITS.answer_treatments_max);
      return new Map(
        [...byOpinion].map(([id, list]) => [id, { treatments: list.map(treatmentOf), leftOut: leftOut.get(id) ?? 0 }]),
      );
    },
    citing: async (request) => {
      const { opinionId, page, pageSize, ...filter } = request;
      const held = await db.selectFrom("opinions").select("id").where("id", "=", opinionId).executeTakeFirst();
      if (held === undefined) return undefined;
      const at = { offset: (page - 1) * pageSize, limit: pageSize };
      const { total, citing } = await readCitingPage(db, opinionId, filter, at);
      const totalPages = Math.ceil(total / pageSize);
      return {
        results: citing,
        pagination: {
          page,
          pageSize,
          totalResults: total,
          totalPages,
          hasNext: page < totalPages,
          hasPrev: page > 1 && total > 0,
        },
      };
    },
    check,
  };
}

function treatmentOf({ opinionId, treatment, description, isAuthoritative, quote }: CitingOpinion): TreatmentView {
  return { citingOpinionId: opinionId, category: treatment, description, isAuthoritative, quote };
}
