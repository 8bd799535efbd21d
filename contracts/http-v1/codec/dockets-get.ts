import type { Addresses } from "#research/address.ts";
import type { DocketFound, DocketRecord } from "#research/dockets/get.ts";
import type { Party } from "#research/dockets/model.ts";
import type { DocketsGetResponse } from "../schema/dockets-get.ts";
import { encodeAttachment, encodeBrief, encodeCoverage, encodeDocketNotFound } from "./dockets.ts";
import { encodeWarnings } from "./warnings.ts";

type AddressesUsed = Pick<Addresses, "docket" | "filing">;

export function encodeDocketsGet(answer: DocketRecord, addresses: AddressesUsed): DocketsGetResponse {
  if (answer.status !== "found") return encodeDocketNotFound(answer, addresses);
  const { docket, parties, documents } = answer;
  const { freshness, parties: all } = docket.docket;
  return {
    status: "found",
    message: foundMessage(answer),
    docket: encodeDocket(answer, addresses),
    parties: parties.map(encodeParty),
    parties_total: all.length,
    coverage: encodeCoverage(docket),
    freshness: {
      kind: freshness.kind,
      source: freshness.source,
      as_of: freshness.asOf,
      fetched_at: freshness.fetchedAt,
      report_as_of: freshness.reportAsOf,
      latest_entry_date: freshness.latestEntryDate,
    },
    documents_total: answer.documentsTold,
    documents_held_total: answer.documentsHeld,
    documents_held: documents.map((document) => encodeHeld(document, addresses)),
    opinion_ids: [...answer.opinionIds],
    ...encodeWarnings(answer.notes.map(({ message }) => message)),
  };
}

function foundMessage({ docket, parties, documents, documentsHeld }: DocketFound): string {
  const all = docket.docket.parties.length;
  return [
    `the docket of ${docket.caseName}`,
    ...(parties.length < all ? [`the first ${parties.length} of ${all} parties are listed`] : []),
    ...(documents.length < documentsHeld
      ? [`the first ${documents.length} of ${documentsHeld} documents held are listed; /dockets/entries has all`]
      : []),
  ].join("; ");
}

type Docket = NonNullable<DocketsGetResponse["docket"]>;

function encodeDocket({ docket: view }: DocketFound, addresses: AddressesUsed): Docket {
  const { docket } = view;
  return {
    ...encodeBrief(view, addresses),
    date_terminated: docket.dateTerminated,
    date_last_filing: docket.dateLastFiling,
    assigned_to: docket.assignedTo,
    referred_to: docket.referredTo,
    cause: docket.cause,
    nature_of_suit: docket.natureOfSuit,
    jurisdiction_type: docket.jurisdiction,
    jury_demand: docket.juryDemand,
    demand: docket.demand,
    mdl_status: docket.mdlStatus,
    related_cases: [...docket.relatedCases],
    pacer_case_ids: [...docket.pacerCaseIds],
    bankruptcy: unlessEmpty({
      chapter: docket.chapter,
      trustee: docket.trustee,
      assets: docket.assets,
      date_converted: docket.dateConverted,
      date_discharged: docket.dateDischarged,
      date_dismissed: docket.dateDismissed,
    }),
    appeal: unlessEmpty({
      appeal_from: docket.appealFrom,
      case_type: docket.caseType,
      fee_status: docket.feeStatus,
      panel: [...docket.panel],
      originating_court: encodeOrigin(docket.originatingCourt),
    }),
  };
}

/** Null where no member tells anything. */
function unlessEmpty<Facts extends Readonly<Record<string, unknown>>>(facts: Facts): Facts | null {
  return Object.values(facts).some(isTold) ? facts : null;
}

function isTold(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value !== null;
}

function encodeOrigin(
  origin: DocketFound["docket"]["docket"]["originatingCourt"],
): NonNullable<Docket["appeal"]>["originating_court"] {
  if (origin === null) return null;
  return {
    court_id: origin.courtId,
    name: origin.name,
    docket_number: origin.docketNumber,
    assigned_to: origin.assignedTo,
    ordering_judge: origin.orderingJudge,
    court_reporter: origin.courtReporter,
    date_filed: origin.dateFiled,
    date_disposed: origin.dateDisposed,
    date_judgment: origin.dateJudgment,
    date_judgment_entered: origin.dateJudgmentEntered,
    date_notice_of_appeal: origin.dateNoticeOfAppeal,
    date_received: origin.dateReceived,
  };
}

function encodeParty(party: Party): NonNullable<DocketsGetResponse["parties"]>[number] {
  return {
    name: party.name,
    type: party.type,
    date_terminated: party.dateTerminated,
    extra_info: party.extraInfo,
    attorneys: party.attorneys.map(({ name, contact, roles }) => ({ name, contact, roles: [...roles] })),
    criminal_counts: party.counts.map(({ name, disposition, status }) => ({ name, disposition, status })),
  };
}

function encodeHeld(
  { filing, entry, slug }: DocketFound["documents"][number],
  addresses: AddressesUsed,
): NonNullable<DocketsGetResponse["documents_held"]>[number] {
  return {
    id: filing.id,
    entry_number: entry.number,
    attachment_number: encodeAttachment(filing.attachment),
    date_filed: entry.dateFiled ?? entry.dateEntered,
    document_type: filing.type,
    description: filing.attachment === 0 ? (entry.description ?? entry.shortDescription) : filing.description,
    page_count: filing.pageCount,
    text_chars: filing.text_chars ?? 0,
    url: addresses.filing({ documentId: filing.id, slug }),
  };
}
