import { readCiting, readSummaries } from "#citator/read.ts";
import type { Reader } from "#db/connection.ts";
import { checkText } from "./brief.ts";
import type { Citator } from "#http/services.ts";

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
