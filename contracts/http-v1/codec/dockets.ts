import type { Addresses } from "#research/address.ts";
import type { DocketKey, DocketNotFound } from "#research/dockets/look-up.ts";
import type { DocketView } from "#research/dockets/model.ts";
import type { DocketBrief, DocketCoverage } from "../schema/dockets.ts";
import type { DocketsGetRequest } from "../schema/dockets-get.ts";

type AddressOfDocket = Pick<Addresses, "docket">;

/** The schema has seen to it that exactly one is given, of the keys and of the ways to name a court. */
export function decodeDocketKey({ id, docket }: Pick<DocketsGetRequest, "id" | "docket">): DocketKey {
  if (docket === undefined) return { by: "id", id: id ?? "" };
  const { docket_number: docketNumber, court_id, court_abbreviation, case_name: caseName = null } = docket;
  const court =
    court_id === undefined
      ? ({ by: "abbreviation", given: court_abbreviation ?? "" } as const)
      : ({ by: "id", given: court_id } as const);
  return { by: "docket", docketNumber, court, caseName };
}

type NotFound = {
  status: "ambiguous" | "not_found";
  message: string;
  matches?: DocketBrief[];
};

export function encodeDocketNotFound(answer: DocketNotFound, addresses: AddressOfDocket): NotFound {
  if (answer.status === "ambiguous") {
    const { dockets, total } = answer;
    const listed = total > dockets.length ? `, of which ${dockets.length} are listed` : "";
    return {
      status: "ambiguous",
      message: `${total} dockets answer to this${listed}; ask again with the id of one, or with its case_name`,
      matches: dockets.map((docket) => encodeBrief(docket, addresses)),
    };
  }
  const { asked, decisions, filings } = answer;
  const told = decisions.length === 0 ? "" : "; decisions of such a case are, see /opinions/get";
  const filed =
    filings === 0
      ? ""
      : `; filings of such a case are (${filings}): the tool analyzeCaseDocket lists them, and analyzeCaseDocument reads each`;
  return { status: "not_found", message: `no docket is held under ${asked}${told}${filed}` };
}

export function encodeBrief(view: DocketView, addresses: AddressOfDocket): DocketBrief {
  const { docket, caseId, caseName, courtName } = view;
  return {
    id: caseId,
    case_name: caseName,
    public_url: addresses.docket(view),
    court_id: docket.courtId,
    court_name: courtName,
    docket_number: docket.docketNumber ?? "",
    date_filed: docket.dateFiled,
  };
}

export function encodeCoverage({ docket: { coverage } }: DocketView): DocketCoverage {
  return {
    kind: coverage.kind,
    entry_count: coverage.entries,
    is_whole_report: coverage.isWholeReport,
    missing: coverage.missing.map(([first, last]) => ({ first, last })),
  };
}

/** A main document has no number of its own. */
export function encodeAttachment(attachment: number): number | null {
  return attachment === 0 ? null : attachment;
}
