import { z } from "zod";
import { isoDate, requiredText, text, url, uuid } from "./fields.ts";

const COLLECTION_TYPES = ["statute", "regulation", "constitution", "guidance", "executive_order", "notice"] as const;
const QUERY_CHARS_MAX = 4096;
const QUESTION_CHARS_MAX = 2000;
const PAGE_SIZE_MAX = 50;

const collectionType = z.enum(COLLECTION_TYPES);
const names = z.array(requiredText(200)).max(100).nullish();

export const searchLawsRequest = z.strictObject({
  query: requiredText(QUERY_CHARS_MAX).describe("Legal concepts or key terms. Keyword search."),
  states: names.describe("State names or USPS abbreviations; `Federal` for federal law. Any of them."),
  collectionTypes: z.array(collectionType).max(6).nullish().describe("Any of them."),
  collections: names.describe("Codes, by the collectionId of a result or by name."),
  pathPrefix: requiredText(2000)
    .nullish()
    .describe("A path from a prior result; takes everything below it. Give `collections` too."),
  currentOnly: z.boolean().nullish().describe("Only law in force today. True when omitted."),
  page: z.int().min(1).nullish().describe("From 1. Results beyond the first 10,000 cannot be paged through."),
  pageSize: z.int().min(1).max(PAGE_SIZE_MAX).nullish().describe("20 when omitted, at most 50."),
});
export type SearchLawsRequest = z.output<typeof searchLawsRequest>;

const isCurrent = z.boolean();
const isHistorical = z.boolean();

const lawHit = z.strictObject({
  id: uuid,
  citation: z.string(),
  title: z.string(),
  number: z.string(),
  collectionId: z.string(),
  collectionName: z.string(),
  collectionType,
  state: z.string(),
  country: z.string(),
  path: z.string(),
  effectiveDate: isoDate.nullable(),
  publicationDate: isoDate.nullable(),
  isCurrent,
  isHistorical,
  snippets: z.array(z.string()),
  url,
});

export const searchLawsResponse = z.strictObject({
  results: z.array(lawHit).optional(),
  total: z.int().min(0).optional(),
  stateCounts: z.record(z.string(), z.int().min(0)).optional(),
  warnings: z.array(z.string()).optional(),
  error: z.string().optional(),
});
export type SearchLawsResponse = z.output<typeof searchLawsResponse>;

const LAW_KEYS = ["citation", "registerCitation", "path", "id"] as const;

export const analyzeLawRequest = z
  .strictObject({
    question: requiredText(QUESTION_CHARS_MAX).describe("What to determine from the law."),
    citation: text(500)
      .nullish()
      .describe(
        "Canonical citation, such as `42 U.S.C. § 1983`. Punctuation, spacing and section signs are ignored; abbreviations are not.",
      ),
    registerCitation: text(500).nullish().describe("Federal or state register citation, such as `81 Fed. Reg. 25323`."),
    path: text(2000).nullish().describe("Full path from a result; give `collection` too."),
    id: text(64).nullish().describe("The id of a search result: always that exact version."),
    collection: text(200).nullish().describe("Collection id or name, where a path or citation is in several."),
    includeHistorical: z
      .boolean()
      .nullish()
      .describe("Allow superseded or future versions in look-ups by citation, path or register. False when omitted."),
  })
  .superRefine((value, context) => {
    const given = LAW_KEYS.filter((name) => (value[name] ?? "").trim() !== "");
    if (given.length === 1) return;
    const what = given.length === 0 ? "none was given" : `${given.join(" and ")} were given`;
    context.addIssue({ code: "custom", message: `exactly one of ${LAW_KEYS.join(", ")} is wanted; ${what}`, path: [] });
  });
export type AnalyzeLawRequest = z.output<typeof analyzeLawRequest>;

const passage = z.strictObject({
  point: z.string(),
  quote: z.string(),
  quoteTruncated: z.boolean().optional(),
  deeplinkUrl: url,
});

const child = z.strictObject({
  id: uuid,
  number: z.string(),
  citation: z.string(),
  title: z.string(),
  sortOrder: z.int(),
});

const version = z.strictObject({
  id: uuid,
  effectiveDate: isoDate.nullable(),
  publicationDate: isoDate.nullable(),
  isHistorical,
  isCurrent,
  isRequested: z.boolean(),
});

const match = z.strictObject({
  id: uuid,
  citation: z.string(),
  title: z.string(),
  collectionId: z.string(),
  collectionName: z.string(),
  state: z.string(),
  path: z.string(),
  isCurrent,
});

export const analyzeLawResponse = z.strictObject({
  citation: z.string().optional(),
  title: z.string().optional(),
  number: z.string().optional(),
  registerCitation: z.string().nullable().optional(),
  collectionId: z.string().optional(),
  collectionName: z.string().optional(),
  collectionType: collectionType.optional(),
  state: z.string().optional(),
  effectiveDate: isoDate.nullable().optional(),
  publicationDate: isoDate.nullable().optional(),
  isCurrent: isCurrent.optional(),
  isHistorical: isHistorical.optional(),
  analysis: z
    .strictObject({ summary: z.string(), passages: z.array(passage), doesNotAddress: z.array(z.string()) })
    .optional(),
  children: z.array(child).optional(),
  childrenTotal: z.int().min(0).optional(),
  versions: z.array(version).optional(),
  parentId: uuid.nullable().optional(),
  url: url.optional(),
  sourceUrl: z.string().nullable().optional(),
  warnings: z.array(z.string()).optional(),
  ambiguousMatches: z.array(match).optional(),
  error: z.string().optional(),
});
export type AnalyzeLawResponse = z.output<typeof analyzeLawResponse>;
