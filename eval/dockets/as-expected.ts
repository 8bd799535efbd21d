import { nameAsExpected } from "./names.ts";
import { officeOf } from "#cases/docket-key.ts";
import { courtById } from "#courts/courts.ts";
import type { RecordPage } from "#dockets/pages/recognise.ts";
import type { DocketSighting, Party, SeenDocument, SeenEntry } from "#dockets/model.ts";

/** Our records in the shape and the spelling of the expected JSON: what differs after this differs in substance. */
type Expected = Record<string, unknown>;

export function docketAsExpected(sighting: DocketSighting): Expected {
  const { facts, courtId } = sighting;
  const origin = facts.originatingCourt;
  return {
    ...numberAsExpected(sighting.docketNumber ?? ""),
    court_id: courtById(courtId)?.federalRecordsCourtId ?? courtId,
    case_name: nameAsExpected(facts.caption),
    case_name_raw: facts.caption ?? "",
    assigned_to_str: judgeAsExpected(facts.assignedTo),
    referred_to_str: judgeAsExpected(facts.referredTo),
    cause: facts.cause,
    nature_of_suit: facts.natureOfSuit,
    jurisdiction: facts.jurisdiction,
    jury_demand: facts.juryDemand,
    demand: facts.demand,
    mdl_status: facts.mdlStatus,
    date_filed: facts.dateFiled,
    date_terminated: facts.dateTerminated,
    date_last_filing: facts.dateLastFiling,
    date_converted: facts.dateConverted,
    date_discharged: facts.dateDischarged,
    date_debtor_dismissed: facts.dateDismissed,
    chapter: facts.chapter,
    asset: facts.assets,
    appeal_from: facts.appealFrom,
    fee_status: facts.feeStatus,
    case_type_information: facts.caseType,
    case_type: facts.caseType,
    panel: facts.panel,
    pacer_case_id: sighting.pacerCaseIds[0] ?? null,
    related_bankruptcy: facts.relatedCases?.[0] ?? null,
    originating_court_information:
      origin === null || origin === undefined
        ? undefined
        : {
            court_id: origin.courtId,
            name: origin.name,
            identifier: origin.courtId ?? origin.identifier ?? undefined,
            docket_number: origin.docketNumber,
            assigned_to: judgeAsExpected(origin.assignedTo),
            ordering_judge: judgeAsExpected(origin.orderingJudge),
            court_reporter: origin.courtReporter,
            date_filed: origin.dateFiled,
            date_disposed: origin.dateDisposed,
            date_judgment: origin.dateJudgment,
            date_judgment_eod: origin.dateJudgmentEntered,
            date_filed_noa: origin.dateNoticeOfAppeal,
            date_received_coa: origin.dateReceived,
          },
    parties: (sighting.parties ?? []).map(partyAsExpected),
    docket_entries: sighting.entries.map(entryAsExpected),
  };
}

/** The parts of a number as printed: `2:05-cr-00119-KJD-LRL-1`. */
export function numberAsExpected(number: string): Expected {
  const [, base = number, tail = ""] = /^((?:\d:)?\d{2}-(?:[a-z]+-)?\d+)(.*)$/iu.exec(number) ?? [];
  const type = /^(?:\d:)?\d{2}-([a-z]+)-/iu.exec(base)?.[1] ?? null;
  const marks = tail.split(/[-/]/u).filter((mark) => mark !== "");
  // Bankruptcy courts print the chapter behind the initials.
  const initials = marks.filter((mark) => /[a-z]/iu.test(mark)).map((mark) => mark.replace(/\d+$/u, ""));
  const defendant = marks.find((mark) => /^\d+$/u.test(mark)) ?? null;
  const office = officeOf(base);
  return {
    docket_number: base.replace(/^(\d{1,2}):(?=\d{2}-\d{5})/u, "$1-"),
    federal_dn_office_code: office === null ? null : String(office),
    federal_dn_case_type: type,
    federal_dn_judge_initials_assigned: initials[0] ?? null,
    federal_dn_judge_initials_referred: initials[1] ?? null,
    federal_defendant_number: defendant,
  };
}

/** The expected JSON leaves titles away. */
export function judgeAsExpected(judge: string | null | undefined): string {
  return (judge ?? "")
    .replaceAll(
      /\b(?:Chief|Senior|District|Magistrate|Bankruptcy|Circuit|Visiting|Honorable|Hon\.?|Judge|Justice|U\.?S\.?|United States|The|Unassigned)\b\.?(?=\s|$)/giu,
      " ",
    )
    .replace(/^[\s,.-]+/u, "")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

const ALIAS = /^(?:aka|dba|fka|fdba|pka|ta|adba|nka|asf|agent of|other)\b/iu;

function partyAsExpected(party: Party): Expected {
  const of = (status: string): Expected[] =>
    party.counts
      .filter((count) => (status === "Complaint") === (count.status === "Complaint"))
      .map(({ name, disposition, status: is }) => ({ name, disposition, status: is.toLowerCase() }));
  return {
    name: party.name,
    type: party.type,
    date_terminated: party.dateTerminated,
    extra_info: (party.extraInfo ?? "")
      .split("\n")
      .filter((line) => !ALIAS.test(line))
      .join("\n"),
    attorneys: party.attorneys.map(({ name, contact, roles }) => ({
      name,
      contact,
      roles: roles.filter((role) => !/^(?:Designation|Bar Status)/u.test(role)),
    })),
    criminal_data: { counts: of("count"), complaints: of("Complaint") },
  };
}

function entryAsExpected(entry: SeenEntry): Expected {
  const main = entry.documents.find(({ attachment }) => attachment === 0);
  return {
    date_filed: entry.dateFiled,
    date_entered: entry.dateEntered,
    description: entry.description,
    short_description: entry.shortDescription,
    document_number: entry.number,
    pacer_doc_id: main?.pacerDocId ?? null,
    pacer_seq_no: entry.pacerSeqNo,
    page_count: main?.pageCount ?? null,
    file_size_bytes: main?.fileSize_bytes ?? null,
    attachments: entry.documents
      .filter(({ attachment }) => attachment > 0)
      .map((document) => attachmentAsExpected(document, entry)),
  };
}

function noticeAsExpected(sightings: readonly DocketSighting[]): Expected {
  const dockets = sightings.map((sighting) => {
    const { docket_entries, ...docket } = docketAsExpected(sighting) as { docket_entries: Expected[] };
    const pacer_case_id = sighting.pacerCaseIds[0] ?? null;
    return {
      ...docket,
      date_filed: null,
      docket_entries: docket_entries.map((entry) => ({ ...entry, pacer_case_id })),
    };
  });
  const courtId = sightings[0]?.courtId ?? "";
  return { court_id: courtById(courtId)?.federalRecordsCourtId ?? courtId, dockets };
}

function opinionsAsExpected(sightings: readonly DocketSighting[]): Expected[] {
  return sightings.map((sighting) => {
    const docket = docketAsExpected(sighting) as { docket_entries: Expected[] };
    return { ...docket, ...docket.docket_entries[0] };
  });
}

/** Courts of appeals number documents from 1; the first of them is our main document. */
function appellateAttachmentsAsExpected(sighting: DocketSighting): Expected {
  const [entry] = sighting.entries;
  const main = entry?.documents.find(({ attachment }) => attachment === 0);
  return {
    pacer_case_id: sighting.pacerCaseIds[0] ?? null,
    pacer_doc_id: main?.pacerDocId ?? null,
    pacer_seq_no: entry?.pacerSeqNo ?? null,
    entry_number: entry?.number ?? null,
    description: entry?.description ?? null,
    date_filed: entry?.dateFiled ?? null,
    date_end: entry?.dateFiled ?? null,
    attachments: (entry?.documents ?? []).map((document) => ({
      attachment_number: document.attachment + 1,
      description: document.description,
      pacer_doc_id: document.pacerDocId,
      acms_document_guid: document.pacerDocId,
      page_count: document.pageCount,
      file_size_bytes: document.fileSize_bytes,
      file_size: document.fileSize_bytes === null ? null : document.fileSize_bytes / 1024,
      permission: document.availability === "sealed" ? "Private" : "Public",
      date_filed: entry?.dateFiled ?? null,
    })),
  };
}

function appellateAsExpected(sighting: DocketSighting): Expected {
  const docket = docketAsExpected(sighting) as { docket_entries: Expected[] };
  const docket_entries = sighting.entries.map((entry, at) => ({
    ...docket.docket_entries[at],
    attachments:
      entry.documents.length > 1
        ? entry.documents.map((document) => ({
            ...attachmentAsExpected(document, entry),
            attachment_number: document.attachment + 1,
          }))
        : [],
  }));
  return { ...docket, docket_entries };
}

function attachmentsAsExpected(sighting: DocketSighting): Expected {
  const [entry] = sighting.entries;
  if (entry === undefined) return {};
  const { attachments, ...main } = entryAsExpected(entry);
  return { ...main, attachments, pacer_case_id: sighting.pacerCaseIds[0] ?? null };
}

function attachmentAsExpected(document: SeenDocument, entry: SeenEntry): Expected {
  return {
    attachment_number: document.attachment,
    description: document.description,
    pacer_doc_id: document.pacerDocId,
    pacer_seq_no: entry.pacerSeqNo,
    page_count: document.pageCount,
    file_size_bytes: document.fileSize_bytes,
  };
}

/** What a page tells, in the shape that is expected of its kind. */
export function asExpected(page: RecordPage, sightings: readonly DocketSighting[]): unknown {
  const [sighting] = sightings;
  if (sighting === undefined) return undefined;
  if (page === "attachment_page") return attachmentsAsExpected(sighting);
  if (page === "appellate_attachment_page") return appellateAttachmentsAsExpected(sighting);
  if (page === "appellate_docket") return appellateAsExpected(sighting);
  if (page === "notice") return noticeAsExpected(sightings);
  if (page === "opinion_report") return opinionsAsExpected(sightings);
  return docketAsExpected(sighting);
}

/**
 * What the expected JSON has and our records leave out on purpose: how the sheet was sorted, addresses of e-mail, one-time
 * links, an alien's number, markup.
 */
const LEFT_OUT =
  /ordered_by$|email_recipients|document_url$|magic_num$|ALIEN_NUMBER|description_html$|file_size_str$|highest_offense_level|^\.acms$|^\.appellate$|contains_attachments$|attachments\[\]\.cost$|unparsed|^\.vol$|related_cases_str$|date_joint_debtor/u;

export function isLeftOut(_kind: string, path: string): boolean {
  return LEFT_OUT.test(path);
}
