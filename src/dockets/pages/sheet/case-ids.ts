import type { Page } from "../html/page.ts";

const OWN_REPORTS =
  /\/(?:HistDocQry|iquery|qrySummary|DktRpt|SearchClaims|qryAscCases)\.pl\?(?:caseid=)?(\d+)(?=$|[&;-])/u;

/** The case's numbers in the official system: those its documents' links have, else those of links to its other reports. */
export function caseIdsOfPage(page: Page, ofDocuments: readonly string[]): readonly string[] {
  if (ofDocuments.length > 0) return mostly(ofDocuments);
  const own = page.links.flatMap(({ href }) =>
    /qryAscCases|SearchClaims/u.test(href) ? (OWN_REPORTS.exec(href)?.[1] ?? []) : [],
  );
  return mostly(own.slice(0, 1));
}

function mostly(ids: readonly string[]): readonly string[] {
  const [first] = ids;
  return first === undefined ? [] : [first];
}
