import { z } from "zod";
import { publishStatus } from "./opinions.ts";
import { datePrecision, isoDate, requiredText, warnings } from "./fields.ts";
import { QUERY_CHARS_MAX } from "./limits.ts";
import { dateRange, nameList, page, pageSize, pagination } from "./paging.ts";

const filters = z
  .strictObject({
    court_ids: nameList.meta({
      description: "Court ids as `/court/list` gives them; any of them, their divisions included.",
    }),
    jurisdictions: nameList.meta({ description: "Jurisdictions as court records name them; any of them." }),
    states: nameList.meta({ description: "State names, or `Federal`; any of them." }),
    publish_status: publishStatus.optional(),
    date_filed: dateRange.optional().meta({
      description:
        "Inclusive; either end may be left open. A decision whose day is not known is kept where a day on which it can have been filed lies within (`date_filed_precision`).",
    }),
  })
  .meta({ id: "SearchFilters" });

export const searchRequest = z
  .strictObject({
    query: requiredText(QUERY_CHARS_MAX).meta({
      description: "Words, or words joined by operators; at most 4096 characters.",
      example: '"duty of care" W/10 (surgeon* OR physician*)',
    }),
    mode: z.enum(["semantic", "keyword", "hybrid", "auto"]).default("semantic").meta({
      description:
        "`semantic`: by meaning, ranked by similarity, about 500 results deep. `keyword`: by words and operators, with totals and pages to the end. `hybrid`: both, fused by reciprocal rank. `auto` (extension of this service): by what serves the query best, `keyword` for operators and other orders than by relevance, else `hybrid`; `metadata.answered_as` says which.",
    }),
    filters: filters.optional().meta({ description: "All given filters must hold." }),
    include_facets: z.boolean().default(false).meta({
      description:
        "Counts per court, jurisdiction, state and year; not in semantic mode; in hybrid mode of what the words match.",
    }),
    page,
    page_size: pageSize,
    rerank: z.boolean().default(false).meta({
      description:
        "Puts the first 100 candidates into a better order: by a service that the operator names, else by this server itself. First page only.",
    }),
    collapse: z.enum(["decision", "opinion"]).default("decision").meta({
      description:
        "Extension of this service. `decision`: at most two opinions of one decision are in the whole list, and a text that another of its opinions holds is in it once. `opinion`: every opinion that matches.",
    }),
    sort: z.enum(["relevance", "newest", "oldest", "most_cited"]).default("relevance").meta({
      description:
        "Extension of this service: by score, by day of decision (undated ones last), or by how many held decisions cite it. Other than `relevance` in keyword and auto mode only.",
    }),
    explain: z.boolean().default(false).meta({
      description: "Extension of this service: each hit says how it scored, in `explanation`.",
    }),
    as_typed: z.boolean().default(false).meta({
      description:
        "Extension of this service: courts, states, days and judges that a query without operators puts into words (`in the second circuit`, `since 2015`) are searched for as its other words are. Without it what fits them is ranked higher, and `metadata.reading` tells them.",
    }),
  })
  .superRefine((request, context) => {
    if (request.rerank && request.page > 1) {
      context.addIssue({ code: "custom", message: "cannot be used with page above 1", path: ["rerank"] });
    }
  })
  .meta({ id: "SearchRequest" });

export type SearchRequestWire = z.output<typeof searchRequest>;

const facet = z.array(z.strictObject({ key: z.string(), count: z.int().min(0) }));

const explanation = z
  .strictObject({
    what: z.string().meta({ description: "A word, phrase or proximity, or how its parts belong together." }),
    score: z.number().meta({ description: "The scores of the parts add up to it." }),
    idf: z.number().optional().meta({ description: "How rare it is." }),
    weighted_frequency: z.number().optional().meta({ description: "How often it occurs, by field and length." }),
    occurrences: z.record(z.string(), z.int()).optional().meta({ description: "By field." }),
    get parts(): z.ZodOptional<z.ZodArray<typeof explanation>> {
      return z.array(explanation).optional().meta({ description: "Each an explanation like this one." });
    },
  })
  .meta({ id: "ScoreExplanation" });

export type ExplanationWire = z.output<typeof explanation>;

export const searchHit = z
  .strictObject({
    opinion_id: z.string().meta({ format: "uuid" }),
    score: z.number().meta({
      description:
        "BM25 in keyword mode, open above; nearness in semantic mode, 0 to 1; the sum of reciprocal ranks in hybrid mode. Comparable within one answer only.",
    }),
    case_name: z.string(),
    public_url: z.string().meta({ format: "uri" }),
    court_id: z.string(),
    court_name: z.string(),
    court_abbreviation: z.string(),
    jurisdiction: z.string(),
    state: z.string(),
    publish_status: publishStatus,
    date_filed: isoDate.nullable(),
    date_filed_precision: datePrecision.optional(),
    docket_number: z.string().meta({ description: "Empty when none is known." }),
    snippet: z.string().meta({
      description:
        "HTML: escaped text in which only `<mark>` stands around the words that matched; of what is found by meaning, from the passage that is nearest. Not a verified quotation.",
    }),
    source: z.enum(["semantic", "keyword"]),
    explanation: explanation.optional().meta({ description: "Only when `explain` is true." }),
  })
  .meta({ id: "SearchHit" });

export const searchResponse = z
  .strictObject({
    results: z.array(searchHit),
    pagination,
    metadata: z.strictObject({
      mode: z.string(),
      answered_as: z.enum(["keyword", "hybrid", "semantic"]).optional().meta({
        description: "Extension of this service, with `mode` `auto`: the mode that answered.",
      }),
      query: z.string(),
      processing_time_ms: z.number(),
      boolean_query: z
        .strictObject({ detected: z.boolean(), operators: z.array(z.string()) })
        .optional()
        .meta({ description: "Present when the query used operators." }),
      reading: z
        .strictObject({
          named: z.array(z.string()).optional().meta({
            description: "Citations, docket numbers and popular names that were looked up, as typed.",
          }),
          conditions: z
            .array(
              z.strictObject({
                kind: z.enum(["court", "state", "date", "opinion"]),
                typed: z.string(),
                meaning: z.string().meta({ description: "`2d Cir.`, `2015-01-01 or later`." }),
                is_sure: z.boolean().meta({
                  description:
                    "Whether the words can hardly mean anything else: then what fits ranks far higher, and a semantic search is kept to it.",
                }),
              }),
            )
            .optional()
            .meta({
              description:
                "What the query says of the decisions it wants beside what they are about. `as_typed` takes it back.",
            }),
          topic: z
            .string()
            .optional()
            .meta({ description: "What is left to search for, where that is less than was typed." }),
          words: z.array(z.string()).optional().meta({
            description: "The words searched for, each with what means the same, in the query language.",
          }),
          query: z.string().optional().meta({ description: "A query with operators, every group in parentheses." }),
        })
        .optional()
        .meta({ description: "Extension of this service: what the query was read as." }),
      named_opinion_ids: z.array(z.string()).optional().meta({
        description:
          "Extension of this service, in semantic and hybrid mode and with `rerank`: the opinions, at most 20, that the query names by citation, docket number or case name, and in every mode those of a party whose whole name it is. They stand first, with the highest score, and what else the query says ranks the others.",
      }),
      rerank: z
        .strictObject({
          enabled: z.boolean().meta({ description: "False where the service failed; `warnings` says so." }),
          rerank_time_ms: z.number(),
          model: z.string().optional().meta({ description: "Extension of this service." }),
          tokens: z.strictObject({ sent: z.int(), received: z.int() }).optional().meta({
            description:
              "Extension of this service, where a language model reranked: what it took for this search. Absent where it was asked nothing that it had not judged before.",
          }),
        })
        .optional(),
      vectors: z
        .strictObject({
          available: z.boolean(),
          model: z.string().optional().meta({ description: "The version of the vectors that were searched." }),
          reason: z.string().optional().meta({ description: "Why there were none." }),
        })
        .optional()
        .meta({
          description:
            "Extension of this service, in semantic and hybrid mode: whether vectors answered. Where they could not, the words of the query were searched, and every hit has the source `keyword`.",
        }),
    }),
    facets: z
      .strictObject({
        court_abbreviation: facet,
        jurisdiction: facet,
        state: facet,
        year_filed: facet,
        note: z.string().optional(),
      })
      .optional()
      .meta({ description: "Present when asked for." }),
    warnings,
  })
  .meta({ id: "SearchResponse" });

export type SearchResponseWire = z.output<typeof searchResponse>;
