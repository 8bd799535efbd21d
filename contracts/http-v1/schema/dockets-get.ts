import { z } from "zod";
import {
  attachmentNumber,
  day,
  docketBrief,
  docketCoverage,
  docketKey,
  docketMatches,
  docketMessage,
  docketStatus,
  documentType,
  DOCKET_KEYS,
  fact,
} from "./dockets.ts";
import { exactlyOneOf, exactlyOneOfSchema, warnings } from "./fields.ts";

export const docketsGetRequest = z
  .strictObject(docketKey)
  .superRefine(exactlyOneOf(DOCKET_KEYS))
  .meta({
    id: "DocketsGetRequest",
    description: "Exactly one of `id` and `docket`.",
    override: exactlyOneOfSchema(DOCKET_KEYS),
  });

export type DocketsGetRequest = z.output<typeof docketsGetRequest>;

const attorney = z
  .strictObject({
    name: z.string(),
    contact: fact.meta({ description: "Address, telephone and the rest as printed, a line each." }),
    roles: z.array(z.string()).meta({ description: "As printed." }),
  })
  .meta({ id: "Attorney" });

const party = z
  .strictObject({
    name: z.string(),
    type: z.string().meta({ description: "As printed: `Plaintiff`, `Debtor`, `Appellant`." }),
    date_terminated: day,
    extra_info: fact.meta({ description: "Lines printed below the name." }),
    attorneys: z.array(attorney),
    criminal_counts: z.array(
      z.strictObject({
        name: z.string(),
        disposition: fact,
        status: z.enum(["Pending", "Terminated", "Complaint"]),
      }),
    ),
  })
  .meta({ id: "Party" });

const bankruptcy = z
  .strictObject({
    chapter: fact,
    trustee: fact,
    assets: fact.meta({ description: "Whether there are assets to distribute, as printed." }),
    date_converted: day,
    date_discharged: day,
    date_dismissed: day,
  })
  .meta({ id: "BankruptcyFacts" });

const appeal = z
  .strictObject({
    appeal_from: fact,
    case_type: fact,
    fee_status: fact,
    panel: z.array(z.string()),
    originating_court: z
      .strictObject({
        court_id: fact.meta({ description: "Null where the name printed is of no court known here." }),
        name: fact,
        docket_number: fact,
        assigned_to: fact,
        ordering_judge: fact,
        court_reporter: fact,
        date_filed: day,
        date_disposed: day,
        date_judgment: day,
        date_judgment_entered: day,
        date_notice_of_appeal: day,
        date_received: day,
      })
      .nullable(),
  })
  .meta({ id: "AppealFacts" });

const docket = docketBrief
  .extend({
    date_terminated: day,
    date_last_filing: day,
    assigned_to: fact,
    referred_to: fact,
    cause: fact,
    nature_of_suit: fact,
    jurisdiction_type: fact.meta({ description: "On what the court's jurisdiction rests, as printed." }),
    jury_demand: fact,
    demand: fact,
    mdl_status: fact,
    related_cases: z.array(z.string()),
    pacer_case_ids: z.array(z.string()).meta({ description: "The case's numbers in the official records system." }),
    bankruptcy: bankruptcy.nullable().meta({ description: "Null where nothing of the kind is told." }),
    appeal: appeal.nullable().meta({ description: "Null where nothing of the kind is told." }),
  })
  .meta({ id: "Docket" });

const heldDocument = z
  .strictObject({
    id: z.string().meta({ format: "uuid" }),
    entry_number: fact,
    attachment_number: attachmentNumber,
    date_filed: day,
    document_type: documentType,
    description: fact,
    page_count: z.int().nullable(),
    text_chars: z.int().meta({ description: "Characters of text held." }),
    url: z.string().meta({ format: "uri", description: "The public page of the document, with its text." }),
  })
  .meta({ id: "HeldDocument" });

const freshness = z
  .strictObject({
    kind: z.string().meta({ description: "What spoke last: a `docket_report`, a `notice`, an `archive`." }),
    source: z.string().meta({ description: "Whose records those are." }),
    as_of: fact.meta({ description: "When that was true, in the court's own time." }),
    fetched_at: fact.meta({ description: "When it was fetched, UTC." }),
    report_as_of: fact.meta({ description: "The day of the last docket report held." }),
    latest_entry_date: day,
  })
  .meta({ id: "DocketFreshness" });

export const docketsGetResponse = z
  .strictObject({
    status: docketStatus,
    message: docketMessage,
    docket: docket.optional().meta({ description: "When found." }),
    parties: z.array(party).optional().meta({
      description: "When found: parties with their attorneys and counts, as many as one answer has room for.",
    }),
    parties_total: z.int().min(0).optional().meta({ description: "How many parties there are." }),
    coverage: docketCoverage.optional(),
    freshness: freshness.optional(),
    documents_total: z.int().min(0).optional().meta({ description: "Documents that the docket tells of." }),
    documents_held_total: z.int().min(0).optional().meta({ description: "Those of them whose text is held." }),
    documents_held: z.array(heldDocument).optional().meta({
      description: "The first 250 of those, in the order of the sheet; `/dockets/entries` has all.",
    }),
    opinion_ids: z.array(z.string()).optional().meta({
      description: "Opinions held of the same case, at most 100, for `/opinions/get`.",
    }),
    matches: docketMatches,
    warnings,
  })
  .meta({ id: "DocketsGetResponse" });

export type DocketsGetResponse = z.output<typeof docketsGetResponse>;
