import { z } from "zod";
import { isoDate, requiredText, url, uuid } from "./fields.ts";
import { treatment } from "./opinions.ts";

const QUERIES_MAX = 4;
const QUERY_CHARS_MAX = 2000;
const COURTS_MAX = 20;

const PUBLISH_STATUSES = [
  "published",
  "unpublished",
  "unknown",
  "in_chambers",
  "separate",
  "errata",
  "relating_to",
] as const;

const CIRCUITS = [
  "1",
  "2",
  "3",
  "4",
  "5",
  "6",
  "7",
  "8",
  "9",
  "10",
  "11",
  "dc",
  "federal_circuit",
  "supreme_court",
] as const;

const query = z.strictObject({
  query: requiredText(QUERY_CHARS_MAX).describe("Legal issue, key terms, citation or case name."),
  startDate: isoDate.nullish().describe("Filed on this day or later."),
  endDate: isoDate.nullish().describe("Filed on this day or earlier."),
  jurisdictionType: z.enum(["federal", "state", "state_and_federal"]).nullish(),
  circuits: z
    .array(z.enum(CIRCUITS))
    .max(CIRCUITS.length)
    .nullish()
    .describe("Federal courts of these circuits, with their district and bankruptcy courts."),
  states: z.array(requiredText(100)).max(60).nullish().describe("State names; narrow state courts."),
  publishStatus: z
    .enum(PUBLISH_STATUSES)
    .nullish()
    .describe("Run the query with `unknown` too: some jurisdictions do not record publication."),
  courts: z.array(requiredText(300)).max(COURTS_MAX).nullish().describe("Bluebook abbreviations."),
});

export const searchRequest = z.strictObject({
  queries: z.array(query).min(1).max(QUERIES_MAX).describe("1 to 4 queries, run side by side."),
});
export type SearchRequest = z.output<typeof searchRequest>;

const result = z.strictObject({
  opinionId: uuid,
  caseName: z.string(),
  court: z.string(),
  citation: z.string().nullable(),
  docketNumber: z.string().nullable(),
  dateFiled: z.string().nullable(),
  publishStatus: z.enum(PUBLISH_STATUSES),
  url,
  highlights: z.array(z.string()),
  treatment,
});

export const searchResponse = z.strictObject({
  searches: z.array(
    z.strictObject({
      query: z.string(),
      results: z.array(result),
      warnings: z.array(z.string()).optional(),
      error: z.string().optional(),
    }),
  ),
});
export type SearchResponse = z.output<typeof searchResponse>;
