import { z } from "zod";
import { caseIdentity, opinionRead } from "./cases.ts";
import { requiredText, text, url, uuid } from "#contracts/tools/schema/fields.ts";

const QUESTION_CHARS_MAX = 2000;

export const question = requiredText(QUESTION_CHARS_MAX);

export const matter = text(64)
  .nullish()
  .describe("The user's client or matter number to charge to, as the user gave it.");

const entryReference = z.strictObject({
  caseId: requiredText(64),
  entryNumber: requiredText(20),
  attachmentNumber: text(20)
    .nullish()
    .describe(
      'A positive integer as a string, without the entry\'s number. For the main filing omit it, or null, "" or "0".',
    ),
});

export const analyzeCaseDocumentRequest = z.strictObject({
  question: question.describe("What to determine from the document."),
  documentId: text(64)
    .nullish()
    .describe("document.documentId of a hit, or of a documentReference. Never the number in a reader URL."),
  citation: text(500)
    .nullish()
    .describe("Reporter citation, as `410 U.S. 113`. Westlaw and Lexis numbers are not read."),
  entry: entryReference.nullish().describe("A docket entry, from a documentReference."),
  matter,
});
export type AnalyzeCaseDocumentRequest = z.output<typeof analyzeCaseDocumentRequest>;

const supported = z.strictObject({
  proposition: z.string(),
  quote: z.string(),
  quoteTruncated: z.boolean(),
  deeplinkUrl: url.optional(),
  opinionSection: z.string().optional(),
});

export const candidate = z.strictObject({
  caseId: uuid.optional().describe("Left out of a case that nothing is held of: name it by docketNumber and caseName."),
  caseName: z.string(),
  court: z.string(),
  docketNumber: z.string().optional(),
  documentId: uuid.optional(),
  citation: z.string().optional(),
  dateDecided: z.string().optional(),
  dateFiled: z.string().optional(),
  description: z.string().optional(),
  url: url.optional(),
});

export const analyzeCaseDocumentResponse = z.strictObject({
  status: z.enum([
    "ok",
    "invalid_reference",
    "not_found",
    "ambiguous",
    "text_not_available",
    "courtrecords_fetch_failed",
    "analysis_failed",
  ]),
  case: caseIdentity.optional(),
  document: z
    .strictObject({ documentId: uuid.optional(), documentType: z.string(), url, opinion: opinionRead.optional() })
    .optional(),
  entry: z
    .strictObject({
      entryNumber: z.string().optional(),
      attachmentNumber: z.string().nullable().optional(),
      dateFiled: z.string().optional(),
      description: z.string().optional(),
    })
    .optional(),
  answer: z.string().optional(),
  supportedPropositions: z.array(supported).optional(),
  doesNotAddress: z.array(z.string()).optional(),
  sourceWarnings: z.array(z.string()).optional(),
  message: z.string().optional(),
  candidates: z.array(candidate).optional(),
  url: url.optional(),
});
export type AnalyzeCaseDocumentResponse = z.output<typeof analyzeCaseDocumentResponse>;
