import { z } from "zod";
import { requiredText, text, url, uuid } from "#contracts/tools/schema/fields.ts";

const QUESTION_CHARS_MAX = 2000;
const question = requiredText(QUESTION_CHARS_MAX);

export const analyzeDocketReportRequest = z.strictObject({
  question: question.describe("What to determine from the docket."),
  court: text(300).nullish().describe("Bluebook abbreviation or full name. Needed, with docketNumber."),
  docketNumber: text(200).nullish(),
  caseName: text(500).nullish().describe("Tells cases with one number apart; alone it finds none."),
  forceFetch: z.boolean().nullish().describe("True only when the latest official report is needed."),
});
export type AnalyzeDocketReportRequest = z.output<typeof analyzeDocketReportRequest>;

export const analyzeDocketFilingRequest = z.strictObject({
  caseId: requiredText(64),
  entryNumber: requiredText(20),
  attachmentNumber: text(20).nullish().describe("Omitted or null for the main filing."),
  question: question.describe("What to determine from the filing."),
});
export type AnalyzeDocketFilingRequest = z.output<typeof analyzeDocketFilingRequest>;

const status = z.enum([
  "ok",
  "invalid_reference",
  "not_found",
  "ambiguous",
  "text_not_available",
  "courtrecords_fetch_failed",
  "analysis_failed",
]);

const docketCase = z.strictObject({
  caseId: uuid,
  caseName: z.string().nullable(),
  court: z.string(),
  docketNumber: z.string(),
});

const entry = z.strictObject({
  entryNumber: z.string(),
  attachmentNumber: z.string().nullable(),
  dateFiled: z.string().nullable(),
  description: z.string(),
  relevance: z.string(),
});

export const analyzeDocketReportResponse = z.strictObject({
  status,
  case: docketCase.optional(),
  docketReport: z.strictObject({ url: url.nullable(), suggestedFileName: z.string().nullable() }).optional(),
  answer: z.string().optional(),
  relevantEntries: z.array(entry).optional(),
  doesNotAddress: z.array(z.string()).optional(),
  warnings: z.array(z.string()).optional(),
  message: z.string().optional(),
  candidates: z.array(docketCase).optional(),
});
export type AnalyzeDocketReportResponse = z.output<typeof analyzeDocketReportResponse>;

const filing = z.strictObject({
  caseId: uuid,
  filingId: uuid.nullable(),
  entryNumber: z.string(),
  attachmentNumber: z.string().nullable(),
  dateFiled: z.string().nullable(),
  description: z.string(),
  url: url.nullable(),
  suggestedFileName: z.string().nullable(),
});

export const analyzeDocketFilingResponse = z.strictObject({
  status,
  filing: filing.optional(),
  answer: z.string().optional(),
  supportingPassages: z.array(z.strictObject({ passage: z.string(), relevance: z.string() })).optional(),
  doesNotAddress: z.array(z.string()).optional(),
  message: z.string().optional(),
});
export type AnalyzeDocketFilingResponse = z.output<typeof analyzeDocketFilingResponse>;
