import { z } from "zod";
import { isoDate, requiredText, warnings } from "./fields.ts";
import {
  asOf,
  collectionType,
  effectiveDate,
  isCurrent,
  isHistorical,
  lawCurrency,
  lawPath,
  lawUrl,
  nodeType,
  publicationDate,
  stateOfLaw,
} from "./laws.ts";
import { LAW_PAGE_SIZE_MAX, PAGE_SIZE_DEFAULT, QUERY_CHARS_MAX } from "./limits.ts";
import { nameList, page } from "./paging.ts";

export const lawsSearchRequest = z
  .strictObject({
    query: requiredText(QUERY_CHARS_MAX).meta({
      description:
        "Words, or words joined by the operators of `/search`; matched against text, headings and citations.",
      example: "unfair trade practices",
    }),
    mode: z.enum(["keyword"]).optional().meta({
      description:
        "Our extension: `keyword` ranks by BM25 of the law's own words alone. Without it, words without operators are also sought in the sentences in which courts cite a provision and in the headings above it, and so is what statutes say for a word of everyday speech.",
    }),
    states: nameList.meta({
      description: "Full names or USPS abbreviations, `Federal` for federal law; any of them.",
    }),
    collection_types: z.array(collectionType).max(6).optional().meta({ description: "Any of them." }),
    collections: nameList.meta({ description: "Collection ids or names; any of them." }),
    path_prefix: requiredText(2000).optional().meta({
      description:
        "A path with everything below it. Paths are unique only within a collection: give `collections` too.",
    }),
    current_only: z
      .boolean()
      .default(true)
      .meta({ description: "Only law in force. `false` needs a key with full historical access." }),
    effective_date_from: isoDate.optional().meta({
      description: "Inclusive. What has no effective date stated by its source is in no range.",
    }),
    effective_date_to: isoDate.optional(),
    publication_date_from: isoDate.optional().meta({ description: "Inclusive." }),
    publication_date_to: isoDate.optional(),
    as_of: asOf,
    page,
    page_size: z
      .int()
      .min(1)
      .max(LAW_PAGE_SIZE_MAX)
      .default(PAGE_SIZE_DEFAULT)
      .meta({ description: "Results beyond the first 10,000 cannot be paged through." }),
  })
  .meta({ id: "LawsSearchRequest" });

export type LawsSearchRequest = z.output<typeof lawsSearchRequest>;

export const lawHit = z
  .strictObject({
    id: z.string().meta({ format: "uuid", description: "Of that exact version." }),
    score: z
      .number()
      .meta({ description: "BM25, with what `mode` leaves out: open above, comparable within one answer only." }),
    collection_id: z.string(),
    collection_type: collectionType,
    state: stateOfLaw,
    country: z.string(),
    path: lawPath,
    node_type: nodeType,
    number: z.string().meta({ description: "Empty when it has none." }),
    title: z.string().meta({ description: "Empty when it has none." }),
    citation: z.string().meta({ description: "Empty when it has none.", example: "42 U.S.C. § 1983" }),
    effective_date: effectiveDate,
    publication_date: publicationDate,
    is_current: isCurrent,
    is_historical: isHistorical,
    currency: lawCurrency,
    snippets: z.array(z.string()).meta({
      description:
        "Passages that match: HTML in which only `<mark>` stands around the words. Context, not to be cited.",
    }),
    url: lawUrl,
  })
  .meta({ id: "LawHit" });

export const lawsSearchResponse = z
  .strictObject({
    total: z.int().min(0).meta({ description: "Of the whole query; exact here, however large." }),
    page: z.int(),
    page_size: z.int(),
    results: z.array(lawHit),
    state_counts: z
      .record(z.string(), z.int().min(0))
      .meta({ description: "Hits of the whole query by name of state." }),
    warnings,
  })
  .meta({ id: "LawsSearchResponse" });

export type LawsSearchResponse = z.output<typeof lawsSearchResponse>;
