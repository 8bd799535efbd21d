import { readCiting, readSummaries } from "#citator/read.ts";
import type { Reader } from "#db/connection.ts";
import { checkText } from "./brief.ts";
import type { CheckedCitation } from "./checked-citation.ts";
import type { CitingPage, CitingRequest } from "./citing.ts";
import type { TreatmentView } from "./opinions.ts";

export type TreatmentSummary = { readonly citationCount: number; readonly overallTreatment: string };

export type Citator = {
  /** Per opinion id; one the citator has not seen has no entry. */
  readonly summaries: (opinionIds: readonly string[]) => Promise<ReadonlyMap<string, TreatmentSummary>>;
  /** Per opinion id, what citing opinions did with it; one nobody cites has no entry. */
  readonly treatments: (opinionIds: readonly string[]) => Promise<ReadonlyMap<string, readonly TreatmentView[]>>;
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
      const citing = await readCiting(db, opinionIds);
      return new Map(
        [...citing].map(([id, list]) => [
          id,
          list.map(({ opinionId, treatment, description, isAuthoritative, quote }) => ({
            citingOpinionId: opinionId,
            category: treatment,
            description,
            isAuthoritative,
            quote,
          })),
        ]),
      );
    },
    citing: async (request) => {
      const { opinionId, page, pageSize, ...filter } = request;
      const held = await db.selectFrom("opinions").select("id").where("id", "=", opinionId).executeTakeFirst();
      if (held === undefined) return undefined;
      const all = (await readCiting(db, [opinionId], filter)).get(opinionId) ?? [];
      const totalPages = Math.ceil(all.length / pageSize);
      return {
        results: all.slice((page - 1) * pageSize, page * pageSize),
        pagination: {
          page,
          pageSize,
          totalResults: all.length,
          totalPages,
          hasNext: page < totalPages,
          hasPrev: page > 1 && all.length > 0,
        },
      };
    },
    check,
  };
}
