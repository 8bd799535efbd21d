import { z } from "zod";
import { candidate, matter, question } from "./analyze-case-document.ts";
import { docketIdentity } from "./cases.ts";
import { requiredText, text, url, uuid } from "#contracts/tools/schema/fields.ts";

const ENTRIES_MAX = 40;

export const analyzeCaseDocketRequest = z.strictObject({
  question: question.describe("What to determine from the docket."),
  caseId: text(64).nullish().describe("case.caseId of a hit or of an analysed document. Goes before `docket`."),
  docket: z
    .strictObject({
      court: requiredText(300).describe("Bluebook abbreviation or full name."),
      docketNumber: requiredText(200),
      caseName: text(500).nullish().describe("Tells cases with one number apart."),
    })
    .nullish(),
  forceFetch: z
    .boolean()
    .nullish()
    .describe("True only when the latest official report is needed; it may cost. False when omitted."),
  matter,
});
export type AnalyzeCaseDocketRequest = z.output<typeof analyzeCaseDocketRequest>;

const documentReference = z.union([
  z.strictObject({ documentId: uuid }),
  z.strictObject({
    entry: z.strictObject({ caseId: uuid, entryNumber: z.string(), attachmentNumber: z.string().nullable() }),
  }),
]);

const entry = z.strictObject({
  hasDocument: z.boolean(),
  entryNumber: z.string().optional(),
  attachmentNumber: z.string().nullable().optional(),
  dateFiled: z.string().optional(),
  description: z.string().optional(),
  documentReference: documentReference.optional(),
  entryId: uuid.optional(),
});

export const analyzeCaseDocketResponse = z.strictObject({
  status: z.enum(["ok", "invalid_reference", "not_found", "ambiguous", "courtrecords_fetch_failed", "analysis_failed"]),
  case: docketIdentity.optional(),
  answer: z.string().optional(),
  relevantEntries: z.array(entry).max(ENTRIES_MAX).optional(),
  doesNotAddress: z.array(z.string()).optional(),
  coverage: z
    .strictObject({
      kind: z.enum(["docket_report", "stored_entries", "opinion_only"]),
      entryCount: z.int().min(0),
      truncated: z.boolean(),
    })
    .optional(),
  freshness: z
    .strictObject({
      cached: z.boolean(),
      liveFetchSucceeded: z.boolean(),
      fetchedAt: z.string().nullable(),
      latestEntryDate: z.string().nullable(),
    })
    .optional(),
  retrievalSource: z.enum(["stored", "archive", "official"]).optional(),
  docketReport: z.strictObject({ downloadUrl: url, suggestedFileName: z.string() }).optional(),
  warnings: z.array(z.string()).optional(),
  message: z.string().optional(),
  candidates: z.array(candidate).optional(),
  downloadUrl: url.optional(),
  url: url.optional(),
});
export type AnalyzeCaseDocketResponse = z.output<typeof analyzeCaseDocketResponse>;
