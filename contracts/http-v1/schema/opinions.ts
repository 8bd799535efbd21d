import { z } from "zod";
import {
  datePrecision,
  exactlyOneOf,
  exactlyOneOfSchema,
  isoDate,
  opinionId,
  requiredText,
  warnings,
} from "./fields.ts";
import { ANSWER_TEXT_CHARS_MAX, LOOKUP_ITEMS_MAX } from "./limits.ts";

const PUBLISH_STATUSES = [
  "published",
  "unpublished",
  "unknown",
  "in_chambers",
  "separate",
  "errata",
  "relating_to",
] as const;

export const publishStatus = z.enum(PUBLISH_STATUSES).meta({
  description: "How the court published the decision; `unknown` when that is missing or uncertain.",
});

const docketLookup = z
  .strictObject({
    docket_number: requiredText(200).meta({
      description: "Matches with and without leading zeros, office prefix and judge initials.",
      example: "2:19-cv-01234",
    }),
    court_id: requiredText(200).optional().meta({ example: "nysd" }),
    court_abbreviation: requiredText(200).optional().meta({ example: "S.D.N.Y." }),
  })
  .superRefine(exactlyOneOf(["court_id", "court_abbreviation"]))
  .meta({ override: exactlyOneOfSchema(["court_id", "court_abbreviation"]) });

const LOOKUP_KEYS = ["opinion_ids", "citations", "docket"] as const;

export const opinionsGetRequest = z
  .strictObject({
    opinion_ids: z
      .array(opinionId)
      .min(1)
      .max(LOOKUP_ITEMS_MAX)
      .optional()
      .meta({ description: "Up to 100 opinion ids." }),
    citations: z.array(requiredText(200)).min(1).max(LOOKUP_ITEMS_MAX).optional().meta({
      description:
        "Up to 100 reporter citations. Case, spaces and periods do not matter; one citation can name several opinions.",
    }),
    docket: docketLookup.optional().meta({
      description:
        "One docket, which can hold several opinions: its number, and exactly one of `court_id` and `court_abbreviation`.",
    }),
    include_content: z
      .boolean()
      .default(false)
      .meta({
        description: `Adds \`html_content\` to each opinion, up to ${ANSWER_TEXT_CHARS_MAX.toLocaleString("en-US")} characters of text in all; \`warnings\` then names the opinions that come without it.`,
      }),
    include_detailed_treatments: z
      .boolean()
      .default(false)
      .meta({ description: "Adds `treatments` and `direct_history` to each opinion." }),
  })
  .superRefine(exactlyOneOf(LOOKUP_KEYS))
  .meta({
    id: "OpinionsGetRequest",
    description: "Exactly one of `opinion_ids`, `citations` and `docket`.",
    override: exactlyOneOfSchema(LOOKUP_KEYS),
  });

export type OpinionsGetRequest = z.output<typeof opinionsGetRequest>;

const citation = z
  .strictObject({
    cited_as: z.string().meta({ description: "The citation as printed.", example: "410 Samp. 113" }),
    volume: z.string(),
    reporter: z.string(),
    page: z.string(),
  })
  .meta({ id: "Citation" });

const treatment = z
  .strictObject({
    citing_id: z.string().meta({ description: "The id of the opinion that said it." }),
    treatment_category: z.string().meta({ description: "For example Overruled, Distinguished, Followed." }),
    treatment_description: z.string().meta({ description: "What happened, in words." }),
    is_authoritative: z.boolean().meta({
      description: "False for dissents, concurrences, reported argument and history told by another court.",
    }),
    supporting_quote: z.string().meta({ description: "The citing words, verbatim." }),
  })
  .meta({ id: "Treatment" });

const decisionInCase = z
  .strictObject({
    opinion_id: z.string().nullable().meta({ description: "Null when the decision is not held." }),
    cited_as: z
      .string()
      .meta({ description: "Name and citation, as far as known.", example: "Rowan v. Spruce, 500 Samp. 10" }),
    court_id: z.string().nullable(),
    year: z.int().nullable(),
  })
  .meta({ id: "DecisionInCase" });

const caseStep = z
  .strictObject({
    outcome: z.string().meta({
      description:
        "What was done: Affirmed, Reversed, Vacated; or the order on a petition or appeal, for example Certiorari denied.",
    }),
    in_part: z.boolean(),
    by: decisionInCase.meta({ description: "The decision that did it." }),
    of: decisionInCase.meta({ description: "The decision to which it was done." }),
    told_by: z.string().nullable().meta({
      description: "The opinion that tells of it; null when it stands in the words of the decision that did it.",
    }),
  })
  .meta({ id: "CaseStep" });

export const opinionRecord = z
  .strictObject({
    id: z.string().meta({ format: "uuid" }),
    case_name: z.string().meta({
      description: "The short title when the document carries one, else the docket caption.",
    }),
    public_url: z.string().meta({
      description: "The canonical public page. Its slug is built from the docket caption. Never build it from the id.",
      format: "uri",
    }),
    court_id: z.string(),
    court_abbreviation: z.string(),
    docket_number: z.string().meta({ description: "Empty when none is known." }),
    state: z.string().meta({ description: "A state name, or `Federal`." }),
    publish_status: publishStatus,
    date_filed: isoDate.nullable().meta({ description: "Null when neither source nor text states a date." }),
    date_filed_precision: datePrecision.optional(),
    judge_name: z
      .string()
      .nullable()
      .meta({ description: "All known judges, comma-separated; null when none is known." }),
    citations: z.array(citation),
    pagination_citation: z.string().nullable().meta({
      description:
        "The citation whose page numbers the `svc-ps` page markers in `html_content` follow; null when the text has no markers or their reporter is not established: then cite without a pinpoint page.",
    }),
    citation_count: z.int().min(0).meta({ description: "Opinions that cite this one." }),
    overall_treatment: z.string().meta({
      description:
        "The citator's summary, for example Neutral, Caution or Negative; `unknown` when it has not seen the opinion.",
    }),
    html_content: z.string().optional().meta({
      description: "Only when `include_content` is true and the answer has room for it.",
    }),
    treatments: z.array(treatment).optional().meta({ description: "Only when `include_detailed_treatments` is true." }),
    direct_history: z.array(caseStep).optional().meta({
      description:
        "The course of the same case through the courts, earliest first; up to 20 steps. Only when `include_detailed_treatments` is true and there are any.",
    }),
    per_curiam: z.literal(true).optional().meta({ description: "Present only when true." }),
    en_banc: z.literal(true).optional().meta({ description: "Present only when true." }),
    precedential_note: z.string().optional().meta({
      description:
        "The court's own limiting caveat, verbatim; several are joined with ` | `. Its absence does not prove that the opinion prints none.",
    }),
  })
  .meta({ id: "Opinion" });

export type OpinionRecord = z.output<typeof opinionRecord>;

export const opinionsGetResponse = z
  .strictObject({
    opinions: z.array(opinionRecord).meta({ description: "In the order of the request, each once." }),
    citation_matches: z
      .array(z.strictObject({ citation: z.string(), opinion_id: z.string() }))
      .optional()
      .meta({ description: "For citation look-ups: the citation as asked, with each opinion it names." }),
    docket_matches: z
      .array(
        z.strictObject({
          docket_number: z.string(),
          court_id: z.string(),
          court_abbreviation: z.string(),
          opinion_id: z.string(),
        }),
      )
      .optional()
      .meta({ description: "For docket look-ups: the docket as recorded, with each opinion filed in it." }),
    warnings,
  })
  .meta({ id: "OpinionsGetResponse" });

export type OpinionsGetResponse = z.output<typeof opinionsGetResponse>;
