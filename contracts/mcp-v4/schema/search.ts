import { z } from "zod";
import { caseIdentity, opinionInList } from "./cases.ts";
import { isoDate, requiredText, url, uuid } from "#contracts/tools/schema/fields.ts";

const QUERIES_MAX = 4;
const COURTS_MAX = 20;
const STATES_MAX = 60;
const QUERY_CHARS_MAX = 2000;
const CURSOR_CHARS_MAX = 40_000;

export const JURISDICTIONS = ["federal", "state", "state_and_federal", "trial"] as const;

export const DOCUMENT_TYPES = [
  "all",
  "opinion",
  "brief",
  "motion",
  "order",
  "transcript",
  "other",
  "unknown",
  "judgment",
  "memorandum",
  "answer",
  "complaint",
  "declaration",
  "stipulation",
  "exhibit",
  "notice",
  "summons",
  "certificate",
  "letter",
  "report",
  "expert_report",
  "settlement_agreement",
  "procedural",
] as const;

const PUBLISH_FILTERS = ["any", "published", "unpublished", "unknown"] as const;

const query = z
  .strictObject({
    query: requiredText(QUERY_CHARS_MAX)
      .nullish()
      .describe(
        "Required for a new query: a legal issue, keywords, verbatim text in quotation marks, a reporter citation or a case name.",
      ),
    jurisdiction: z
      .enum(JURISDICTIONS)
      .nullish()
      .describe("state_and_federal when omitted. `trial` searches filings of state trial courts."),
    courts: z
      .array(requiredText(300))
      .max(COURTS_MAX, { error: `must name at most ${COURTS_MAX} courts` })
      .nullish()
      .describe(
        "Bluebook abbreviations, full names, or circuits with their courts, as `9th Cir. region`. Any of them.",
      ),
    states: z
      .array(requiredText(100))
      .max(STATES_MAX)
      .nullish()
      .describe("State names. Narrow state courts only. A trial search needs exactly one, here or by its courts."),
    startDate: isoDate.nullish().describe("Decided or filed on this day or later."),
    endDate: isoDate.nullish().describe("Decided or filed on this day or earlier."),
    documentTypes: z
      .array(z.enum(DOCUMENT_TYPES))
      .max(DOCUMENT_TYPES.length)
      .nullish()
      .describe('Any of them; opinion, order and judgment when omitted; ["all"] for every type.'),
    publishStatus: z.enum(PUBLISH_FILTERS).nullish().describe("any when omitted. Restrict it only when the user asks."),
    cursor: requiredText(CURSOR_CHARS_MAX).nullish().describe("nextCursor of a result, alone in its call."),
  })
  .superRefine((value, context) => {
    const { cursor, ...others } = value;
    const given = Object.entries(others).filter(([, part]) => !saysNothing(part));
    if (cursor != null && given.length > 0) {
      const message = `a cursor stands alone; leave out ${given.map(([name]) => name).join(", ")}`;
      context.addIssue({ code: "custom", message, path: ["cursor"] });
    }
    if (cursor == null && value.query == null)
      context.addIssue({ code: "custom", message: "is required", path: ["query"] });
    const types = value.documentTypes ?? [];
    if (types.includes("all") && types.length > 1)
      context.addIssue({ code: "custom", message: "all stands alone", path: ["documentTypes"] });
  });

/** What strict function calling fills in where there is nothing to say. */
function saysNothing(part: unknown): boolean {
  return part === null || part === undefined || (Array.isArray(part) && part.length === 0);
}

export const searchRequest = z.strictObject({
  queries: z
    .array(query)
    .min(1)
    .max(QUERIES_MAX)
    .superRefine((queries, context) => {
      const at = queries.findIndex(({ cursor }) => cursor != null);
      if (at >= 0 && queries.length > 1)
        context.addIssue({ code: "custom", message: "a cursor is the only query of its call", path: [at, "cursor"] });
    })
    .describe("1 to 4 phrasings of one question, merged; or one object with only `cursor`."),
});
export type SearchRequest = z.output<typeof searchRequest>;

const hit = z.strictObject({
  case: caseIdentity,
  document: z
    .strictObject({ documentId: uuid, documentType: z.string(), url, opinion: opinionInList.optional() })
    .optional(),
  entry: z.strictObject({ entryNumber: z.string().optional(), dateFiled: z.string().optional() }).optional(),
  entryId: uuid.optional(),
  snippet: z.string().optional(),
});

const skipped = z.strictObject({
  query: z.string(),
  reason: z.string(),
  retryable: z.boolean(),
  nextAction: z.string().optional(),
});

export const searchResponse = z.strictObject({
  status: z.enum(["ok", "partial", "error"]),
  results: z.array(hit),
  nextCursor: z.string().optional(),
  skipped: z.array(skipped).optional(),
  warnings: z.array(z.string()).optional(),
  error: z.string().optional(),
});
export type SearchResponse = z.output<typeof searchResponse>;
