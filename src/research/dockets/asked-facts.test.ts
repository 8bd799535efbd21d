import { expect, test } from "vitest";
import type { DocketFacts } from "#dockets/model.ts";
import { NO_FACTS } from "#dockets/no-facts.ts";
import { factsAsked } from "./asked-facts.ts";
import type { DocketView } from "./model.ts";

const ORIGIN = {
  courtId: "cand",
  name: "N.D. Cal.",
  docketNumber: "4:07-cv-04975",
  assignedTo: "Imogen Ruhl",
  orderingJudge: null,
  courtReporter: null,
  dateFiled: null,
  dateDisposed: null,
  dateJudgment: null,
  dateJudgmentEntered: null,
  dateNoticeOfAppeal: null,
  dateReceived: null,
};

const TOLD: Partial<DocketFacts> = {
  feeStatus: "paid",
  chapter: "13",
  trustee: "Ada Quill",
  panel: ["Alder", "Birch"],
  originatingCourt: ORIGIN,
  juryDemand: "Plaintiff",
  dateFiled: "2019-01-02",
  dateDischarged: "2021-05-06",
};

function viewOf(facts: Partial<DocketFacts>, docketNumber = "1:17-md-02788"): DocketView {
  const docket = {
    ...NO_FACTS,
    ...facts,
    id: "d",
    caseId: "c",
    courtId: "nysd",
    docketNumber,
    pacerCaseIds: [],
    parties: [],
    coverage: { kind: "docket_report", entries: 0, missing: [], isWholeReport: true },
    freshness: {
      kind: "docket_report",
      source: "pages",
      asOf: null,
      fetchedAt: null,
      reportAsOf: null,
      latestEntryDate: null,
    },
  } as const;
  return {
    docket,
    caseId: "c",
    caseName: "Fir v. Oak",
    courtName: "a court",
    slug: "fir-v-oak",
    isInvented: false,
    hasSheet: true,
  };
}

test.each([
  ["What is the fee status?", ["Fee status: paid."]],
  ["Was the fee paid?", ["Fee status: paid."]],
  ["Has the filing fee been paid?", ["Fee status: paid."]],
  ["What chapter is this case", ["Bankruptcy chapter: 13."]],
  ["who is the trustee", ["Trustee: Ada Quill."]],
  ["When was the debtor discharged?", ["Date of discharge: 2021-05-06."]],
  ["Who sat on the panel?", ["Panel of judges: Alder, Birch."]],
  [
    "What is the originating case?",
    ["The court below (originating court): court N.D. Cal., docket number 4:07-cv-04975, judge Imogen Ruhl."],
  ],
  [
    "What is the lower court case number?",
    ["The court below (originating court): court N.D. Cal., docket number 4:07-cv-04975, judge Imogen Ruhl."],
  ],
  ["What is the MDL number?", ["MDL No. 2788, by the docket number 1:17-md-02788."]],
  ["What is the name of the case?", ["Case: Fir v. Oak, docket number 1:17-md-02788, a court."]],
  ["Is there a jury demand?", ["Jury demand: Plaintiff."]],
  ["Which party asked for a jury?", ["Jury demand: Plaintiff."]],
  [
    "When was the case filed and terminated?",
    ["The case was filed (opened) on: 2019-01-02.", "No day on which the case was terminated (closed)."],
  ],
  ["Is the case still open?", ["No day on which the case was terminated (closed)."]],
])("%s", (question, facts) => {
  expect(factsAsked(question, viewOf(TOLD))).toEqual(facts);
});

test("a day on which the case was terminated is told", () => {
  expect(factsAsked("Is the case closed?", viewOf({ dateTerminated: "2020-03-04" }))).toEqual([
    "The case was terminated (closed) on: 2020-03-04.",
  ]);
});

test.each([
  "What did the jury award?",
  "Was the jury verdict appealed?",
  "How large a fee did counsel ask for?",
  "Why was the trustee removed?",
  "Is the motion to compel still pending?",
  "When was the complaint filed?",
  "What did the panel hold about fees?",
  "What was filed?",
])("%s asks for more than a fact of the docket", (question) => {
  expect(factsAsked(question, viewOf(TOLD))).toBeUndefined();
});

test("what the docket does not tell of itself is left to its entries", () => {
  expect(factsAsked("Was the fee paid?", viewOf({}))).toBeUndefined();
  expect(factsAsked("What is the MDL number?", viewOf({}, "1:17-cv-00001"))).toBeUndefined();
});
