import type { DocketFacts } from "./model.ts";

/** A docket of which nothing is told. */
export const NO_FACTS: DocketFacts = {
  caption: null,
  assignedTo: null,
  referredTo: null,
  cause: null,
  natureOfSuit: null,
  jurisdiction: null,
  juryDemand: null,
  demand: null,
  mdlStatus: null,
  dateFiled: null,
  dateTerminated: null,
  dateLastFiling: null,
  chapter: null,
  trustee: null,
  assets: null,
  dateConverted: null,
  dateDischarged: null,
  dateDismissed: null,
  appealFrom: null,
  caseType: null,
  feeStatus: null,
  panel: [],
  originatingCourt: null,
  relatedCases: [],
};
