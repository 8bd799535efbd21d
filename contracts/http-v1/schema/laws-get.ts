import { z } from "zod";
import { exactlyOneOf, exactlyOneOfSchema, isoDate, requiredText } from "./fields.ts";
import {
  asOf,
  collectionName,
  collectionType,
  effectiveDate,
  isCurrent,
  isHistorical,
  lawCurrency,
  lawPath,
  lawTreatment,
  lawUrl,
  nodeType,
  publicationDate,
  stateOfLaw,
} from "./laws.ts";

const KEYS = ["citation", "register_citation", "path", "id"] as const;

export const lawsGetRequest = z
  .strictObject({
    citation: requiredText(500).optional().meta({
      description:
        "The canonical citation. Punctuation, spacing and section signs do not matter, abbreviations do. A subsection behind it is told as `pin_cite`.",
      example: "42 U.S.C. § 1983",
    }),
    register_citation: requiredText(500).optional().meta({ example: "81 Fed. Reg. 25323" }),
    path: requiredText(2000).optional().meta({ description: "A full path; give `collection` too." }),
    id: requiredText(64).optional().meta({ description: "The id of a law; it names exactly one version." }),
    collection: collectionName.optional().meta({ description: "The id or name of the collection that is meant." }),
    include_historical: z.boolean().default(false).meta({
      description:
        "Superseded and future versions are found too, where there is no current one. Needs a key with full historical access.",
    }),
    as_of: asOf,
    include_cited_by: z.boolean().default(false).meta({ description: "Extension of this service: adds `cited_by`." }),
  })
  .superRefine(exactlyOneOf(KEYS))
  .meta({
    id: "LawsGetRequest",
    description: "Exactly one of `citation`, `register_citation`, `path` and `id`.",
    override: exactlyOneOfSchema(KEYS),
  });

export type LawsGetRequest = z.output<typeof lawsGetRequest>;

const lawDocument = z
  .strictObject({
    id: z.string().meta({ format: "uuid", description: "Of that exact version." }),
    parent_id: z.string().nullable().meta({ description: "Null at the top of a collection." }),
    collection_id: z.string(),
    collection_name: z.string(),
    collection_type: collectionType,
    state: stateOfLaw,
    country: z.string(),
    path: lawPath,
    node_type: nodeType,
    number: z.string(),
    title: z.string(),
    citation: z.string(),
    register_citation: z.string().nullable(),
    effective_date: effectiveDate,
    publication_date: publicationDate,
    is_current: isCurrent,
    is_historical: isHistorical,
    sort_order: z.int(),
    source_url: z.string().nullable(),
    url: lawUrl,
    currency: lawCurrency,
    html: z.string().meta({ description: "The verbatim text; empty for a container without words of its own." }),
  })
  .meta({ id: "LawDocument" });

const child = z
  .strictObject({
    id: z.string(),
    path: lawPath,
    node_type: nodeType,
    number: z.string(),
    title: z.string(),
    citation: z.string(),
    sort_order: z.int(),
    effective_date: effectiveDate,
  })
  .meta({ id: "LawChild" });

export const lawVersion = z
  .strictObject({
    id: z.string(),
    effective_date: effectiveDate,
    publication_date: publicationDate,
    is_historical: isHistorical,
    is_current: isCurrent,
    is_requested: z.boolean(),
    edition: isoDate.nullable().optional().meta({
      description: "Extension of this service: the day of the edition that first printed this version.",
    }),
  })
  .meta({ id: "LawVersion" });

const match = z
  .strictObject({
    id: z.string(),
    collection_id: z.string(),
    collection_type: collectionType,
    state: stateOfLaw,
    path: lawPath,
    citation: z.string(),
    title: z.string(),
    is_current: isCurrent,
  })
  .meta({ id: "LawMatch" });

export const lawsGetResponse = z
  .strictObject({
    status: z.enum(["found", "ambiguous", "not_found"]),
    message: z.string().meta({ description: "What was found or not, and what would work." }),
    document: lawDocument.optional().meta({ description: "When found." }),
    children: z.array(child).optional().meta({
      description: "When found: what is current right below a container, in authored order, at most 250.",
    }),
    children_total: z.int().min(0).optional().meta({ description: "How many there are." }),
    versions: z
      .array(lawVersion)
      .optional()
      .meta({ description: "When found: all versions of it, oldest first, this one included." }),
    pin_cite: z.string().nullable().optional().meta({
      description: "Extension of this service: what the citation points at within the document, as `(a)(2)`.",
    }),
    notes_html: z.string().nullable().optional().meta({
      description: "Extension of this service: notes of editors, which are no part of the law; null without any.",
    }),
    held_invalid_by: z
      .array(
        z
          .strictObject({
            opinion_id: z.string().meta({ format: "uuid" }),
            case_name: z.string(),
            citation: z.string().nullable(),
            court_id: z.string(),
            date_filed: isoDate.nullable(),
            treatment: lawTreatment,
            quote: z.string().meta({ description: "The sentence that says so, verbatim." }),
          })
          .meta({ id: "LawInvalidating" }),
      )
      .optional()
      .meta({
        description:
          "Extension of this service: the newest five decisions on file that themselves hold the provision invalid, in any of its versions, in whole, in part or as applied; absent where none is known. Later decisions and amendments may have changed that: `POST /laws/citing` lists all.",
      }),
    cited_by: z.int().min(0).optional().meta({
      description:
        "Extension of this service, when asked for: the decisions held here that cite it, in any of its versions.",
    }),
    matches: z.array(match).optional().meta({ description: "When ambiguous: ask again with the id of one." }),
  })
  .meta({ id: "LawsGetResponse" });

export type LawsGetResponse = z.output<typeof lawsGetResponse>;
