import type { Question } from "./drill-load.ts";

/** What is imported while something fails is younger, and does not change the order of days of what is older. */
const OLDER = "AND date:<2020";

const searched = (query: string, more: object = {}): Question => ({
  kind: "search",
  path: "/search",
  body: { query, mode: "keyword", ...more },
  hasSteadyScores: !query.endsWith(OLDER),
});
const lookedUp = (path: string, body: Question["body"]): Question => ({
  kind: "look-up",
  path,
  body,
  hasSteadyScores: true,
});

/** Answered alike whatever is imported meanwhile. */
export const STEADY: readonly Question[] = [
  searched(`contract ${OLDER}`, { sort: "newest", page_size: 50, include_facets: true }),
  searched(`negligen! W/10 (damages OR plaintiff) ${OLDER}`, { sort: "oldest" }),
  searched(`(court W/5 held) OR judgment ${OLDER}`, { sort: "newest", page: 2, page_size: 3 }),
  searched(`court AND NOT jury ${OLDER}`, { sort: "most_cited", include_facets: true }),
  lookedUp("/opinions/get", { citations: ["6 Samp. 2d 391", "22 Samp. 77"] }),
  lookedUp("/opinions/get", { citations: ["33 Samp. 2d 271", "999 Samp. 9"], include_content: true }),
  lookedUp("/citations/check", {
    text: "See Ardmore v. Vance Shipping Lines, 6 Samp. 2d 391, and 410 U.S. 113 (1973).",
  }),
];
/** With scores, which count how rare a word is among all. */
const SCORED: readonly Question[] = [
  searched("contract OR breach", { include_facets: true, explain: true }),
  searched('"due process"'),
  searched("atleast3(court)", { page_size: 5 }),
];
export const ALL: readonly Question[] = [...STEADY, ...SCORED];
