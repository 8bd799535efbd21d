import type { CheckedCitation } from "#contracts/http-v1/codec/citations-check.ts";
import type { CitingOpinion } from "#contracts/http-v1/codec/citing.ts";
import type { Citator } from "#http/services.ts";
import { opinionIdOf } from "#opinions/ids.ts";

/** What a citator would say of the invented decisions: enough to show every field on the wire. */
const cited = opinionIdOf("jsonl", "heron-0");

const citing: CitingOpinion = {
  opinionId: opinionIdOf("jsonl", "bare-0"),
  caseName: "In re Larkspur Mills",
  publicNumber: 2,
  slug: "in-re-larkspur-mills",
  citation: "3 Samp. Supp. 9",
  courtId: "nysd",
  courtAbbreviation: "S.D.N.Y.",
  dateFiled: null,
  treatment: "Distinguished",
  description: "Distinguished by the Southern District of New York.",
  isAuthoritative: true,
  isBinding: false,
  quote: "Heron Bay is not to the contrary; the lease there had a term.",
};

const heron = {
  opinionId: cited,
  caseName: "Heron Bay Packing v. Ostrander",
  publicNumber: 1,
  slug: "heron-bay-packing-co-v-ostrander",
  courtId: "ca9",
  courtAbbreviation: "9th Cir.",
  dateFiled: "1998-06-15",
  citationCount: 1,
  overallTreatment: "Caution",
};

/** Reads only the citations these tests write. */
function check(text: string): readonly CheckedCitation[] {
  return [...text.matchAll(/12 Samp\. 340 \(9th Cir\. (?<year>\d{4})\)|7 Nowhere 7/gu)].map(
    (match): CheckedCitation => {
      const year = match.groups?.["year"];
      const place = { text: match[0], start: match.index, end: match.index + match[0].length, kind: "case" };
      if (year === undefined) {
        const reason = "No reporter is called Nowhere.";
        return { ...place, verdict: "reporter_unknown", reason, differences: [], matches: [] };
      }
      if (year === "1998") {
        return {
          ...place,
          verdict: "found",
          reason: "Held, and name, court and year agree.",
          differences: [],
          matches: [heron],
        };
      }
      return {
        ...place,
        verdict: "differs",
        reason: `Held, but filed in 1998 and not in ${year}.`,
        differences: [{ field: "year", cited: year, recorded: "1998" }],
        matches: [heron],
      };
    },
  );
}

export const inventedCitator: Citator = {
  summaries: async (ids) =>
    new Map(ids.filter((id) => id === cited).map((id) => [id, { citationCount: 1, overallTreatment: "Caution" }])),
  treatments: async (ids) =>
    new Map(
      ids
        .filter((id) => id === cited)
        .map((id) => [
          id,
          [
            {
              citingOpinionId: citing.opinionId,
              category: citing.treatment,
              description: citing.description,
              isAuthoritative: citing.isAuthoritative,
              quote: citing.quote,
            },
          ],
        ]),
    ),
  citing: async ({ opinionId, page, pageSize }) =>
    opinionId === cited
      ? {
          results: page === 1 ? [citing] : [],
          pagination: { page, pageSize, totalResults: 1, totalPages: 1, hasNext: false, hasPrev: page > 1 },
        }
      : undefined,
  check: async (text) => check(text),
};
