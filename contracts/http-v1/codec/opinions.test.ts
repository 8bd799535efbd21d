import { expect, test } from "vitest";
import type { OpinionView } from "#research/opinions.ts";
import { encodeOpinionsGet } from "./opinions.ts";

const view = (id: string, more: Partial<OpinionView>): OpinionView => ({
  record: {
    id,
    source: "test",
    sourceId: id,
    clusterId: "c",
    caseId: "k",
    workId: "w",
    publicNumber: 7,
    slug: "alder-v-birch",
    caseName: "Alder v. Birch",
    caption: "Alder v. Birch",
    courtId: "ca9",
    docketNumber: null,
    dateFiled: null,
    datePrecision: "none",
    publishStatus: "published",
    judges: [],
    citations: [],
    headmatterHtml: null,
    ordinal: 0,
    type: "lead",
    author: null,
    joinedBy: null,
    perCuriam: false,
    enBanc: false,
    precedentialNote: null,
    paginationCitation: null,
    textSource: "test",
    textChars: 0,
  },
  court: { abbreviation: "9th Cir.", state: "Federal" },
  standing: { status: "Neutral", citationCount: 0, negative: 0, caution: 0, history: [], more: 0 },
  ...more,
});

test("treatments that the answer has no room for are told of, opinion by opinion", () => {
  const opinions = [view("one", { treatments: [], treatmentsLeftOut: 12 }), view("two", { treatments: [] })];
  const { warnings } = encodeOpinionsGet(
    { opinions, notes: [{ message: "before", reason: { code: "not_held" } }] },
    () => "",
  );
  expect(warnings).toEqual(["before", expect.stringContaining("12 treatments of one are left out")]);
  expect(encodeOpinionsGet({ opinions: [], notes: [] }, () => "")).not.toHaveProperty("warnings");
});
