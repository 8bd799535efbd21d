import { courtById } from "#courts/courts.ts";
import type { Availability, DocketFacts, DocketSighting, Party, SeenDocument, SeenEntry } from "../model.ts";
import { attachmentsInText } from "../pages/sheet/attachment-list.ts";
import type { ArchivedDocket, ArchivedDocument, ArchivedEntry, ArchivedParty } from "./shapes.ts";

/** Whose records these are where an importer brings them. */
export const RECAP = "recap";

/** The words of a document of an entry that a sighting tells of. */
export type SeenText = {
  readonly entryNumber: string;
  /** 0 is the main document. */
  readonly attachment: number;
  readonly text: string;
  /** When the source took it in, as it says. */
  readonly at: string | null;
};

/** What a source says of one docket, with the words it has of its documents. */
export type SeenDocket = { readonly sighting: DocketSighting; readonly texts: readonly SeenText[] };

/** What names a docket among all: enough to put an entry where it belongs. */
export type DocketNamedHere = Pick<DocketSighting, "courtId" | "docketNumber" | "pacerCaseIds"> & {
  readonly caption: string | null;
};

/** The docket that a record of the archive names; undefined where its court is none that is known. */
export function namedBy(told: ArchivedDocket): DocketNamedHere | undefined {
  const court = courtById((told.court_id ?? told.court ?? "").toLowerCase());
  if (court === undefined) return undefined;
  return {
    courtId: court.id,
    docketNumber: told.docket_number,
    pacerCaseIds: told.pacer_case_id === null ? [] : [told.pacer_case_id],
    caption: told.case_name ?? told.case_name_full,
  };
}

/** What a record of a docket says, with its entries where it has them. */
export function seenByDocket(told: ArchivedDocket, named: DocketNamedHere, place: string): SeenDocket {
  const entries = told.docket_entries ?? [];
  return {
    sighting: {
      ...sightingOf(named, place, told.date_modified),
      facts: factsOf(told),
      ...(told.parties == null ? {} : { parties: told.parties.flatMap(partiesOf) }),
      entries: entries.map(entryOf),
    },
    texts: entries.flatMap(textsOf),
  };
}

/** What records of entries say of one docket. */
export function seenByEntries(entries: readonly ArchivedEntry[], named: DocketNamedHere, place: string): SeenDocket {
  const latest = entries
    .map(({ date_modified }) => date_modified ?? "")
    .toSorted()
    .at(-1);
  return {
    sighting: { ...sightingOf(named, place, latest || null), entries: entries.map(entryOf) },
    texts: entries.flatMap(textsOf),
  };
}

function sightingOf(named: DocketNamedHere, place: string, asOf: string | null): DocketSighting {
  const { caption, ...rest } = named;
  return {
    ...rest,
    kind: "archive",
    source: RECAP,
    place,
    asOf,
    fetchedAt: null,
    billedPages: null,
    cost_cents: null,
    facts: caption === null ? {} : { caption },
    entries: [],
  };
}

/** What the archive says nothing of is left out: another source may know. */
function factsOf(told: ArchivedDocket): Partial<DocketFacts> {
  const { bankruptcy_information: bankruptcy, originating_court_information: below } = told;
  const facts: Partial<DocketFacts> = {
    caption: told.case_name ?? told.case_name_full,
    assignedTo: told.assigned_to_str,
    referredTo: told.referred_to_str,
    cause: told.cause,
    natureOfSuit: told.nature_of_suit,
    jurisdiction: told.jurisdiction_type,
    juryDemand: told.jury_demand,
    mdlStatus: told.mdl_status,
    dateFiled: dayOrNull(told.date_filed),
    dateTerminated: dayOrNull(told.date_terminated),
    dateLastFiling: dayOrNull(told.date_last_filing),
    chapter: bankruptcy?.chapter ?? null,
    trustee: bankruptcy?.trustee_str ?? null,
    dateConverted: dayOrNull(bankruptcy?.date_converted ?? null),
    dateDismissed: dayOrNull(bankruptcy?.date_debtor_dismissed ?? null),
    appealFrom: told.appeal_from_str,
    feeStatus: told.appellate_fee_status,
    caseType: told.appellate_case_type_information,
    panel: (told.panel_str ?? "").split(/(?:(?<!\s)\s+)?[,;]\s*/u).filter((judge) => judge !== ""),
    originatingCourt:
      below === null
        ? null
        : {
            courtId: null,
            name: told.appeal_from_str,
            docketNumber: below.docket_number,
            assignedTo: below.assigned_to_str,
            orderingJudge: below.ordering_judge_str,
            courtReporter: below.court_reporter,
            dateFiled: dayOrNull(below.date_filed),
            dateDisposed: dayOrNull(below.date_disposed),
            dateJudgment: dayOrNull(below.date_judgment),
            dateJudgmentEntered: dayOrNull(below.date_judgment_eod),
            dateNoticeOfAppeal: dayOrNull(below.date_filed_noa),
            dateReceived: dayOrNull(below.date_received_coa),
          },
  };
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)),
  );
}

function partiesOf({ name, extra_info, party_types, attorneys }: ArchivedParty): Party[] {
  if (name === null) return [];
  const types = party_types ?? [];
  return (types.length === 0 ? [{ name: "Unknown", date_terminated: null, extra_info: null }] : types).map((type) => ({
    name,
    type: type.name ?? "Unknown",
    dateTerminated: dayOrNull(type.date_terminated),
    extraInfo: type.extra_info ?? extra_info,
    attorneys: (attorneys ?? []).flatMap((attorney) => {
      if (attorney.name === null) return [];
      const roles = (attorney.roles ?? []).flatMap((role) =>
        typeof role === "string" ? [role] : (role.role_raw ?? role.role ?? []),
      );
      return [{ name: attorney.name, contact: attorney.contact_raw, roles }];
    }),
    counts: [],
  }));
}

function entryOf(told: ArchivedEntry): SeenEntry {
  const documents = (told.recap_documents ?? []).map(documentOf);
  return {
    number: told.entry_number,
    pacerSeqNo: told.pacer_sequence_number,
    dateFiled: dayOrNull(told.date_filed),
    dateEntered: null,
    description: told.description,
    shortDescription: told.short_description,
    documents: [...documents, ...listedAlone(told.description ?? "", documents)],
  };
}

/** Attachments that the words of the entry list, and of which the archive has no record. */
function listedAlone(description: string, documents: readonly SeenDocument[]): SeenDocument[] {
  const known = new Set(documents.map(({ attachment }) => attachment));
  return attachmentsInText(description)
    .filter(({ number }) => !known.has(number))
    .map(({ number, description: title, pacerDocId }) => ({
      attachment: number,
      description: title,
      pageCount: null,
      fileSize_bytes: null,
      pacerDocId,
      availability: null,
      documentType: null,
    }));
}

function documentOf(told: ArchivedDocument): SeenDocument {
  return {
    attachment: told.attachment_number ?? 0,
    description: told.description,
    pageCount: told.page_count ?? null,
    fileSize_bytes: told.file_size ?? null,
    pacerDocId: told.pacer_doc_id === null ? null : told.pacer_doc_id.replace(/^(\d{3})\d/u, "$10"),
    availability: availabilityOf(told),
    documentType: null,
  };
}

/** The day of a date or a moment, `YYYY-MM-DD`; null for one that the calendar lacks. */
function dayOrNull(text: string | null): string | null {
  const day = /^\d{4}-\d{2}-\d{2}(?=$|[T ])/u.exec(text ?? "")?.[0];
  if (day === undefined) return null;
  const moment = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(day) ? day : null;
}

function availabilityOf({ is_sealed, is_free_on_pacer, is_available }: ArchivedDocument): Availability | null {
  if (is_sealed) return "sealed";
  if (is_free_on_pacer) return "free";
  return is_available ? "available" : null;
}

/** Words of a document whose entry has no number have no place to be kept at. */
function textsOf({ entry_number, recap_documents }: ArchivedEntry): SeenText[] {
  if (entry_number === null) return [];
  return (recap_documents ?? []).flatMap(({ attachment_number, plain_text, date_upload }) =>
    plain_text === null
      ? []
      : [{ entryNumber: entry_number, attachment: attachment_number ?? 0, text: plain_text, at: date_upload }],
  );
}
