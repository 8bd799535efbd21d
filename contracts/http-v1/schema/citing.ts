import { z } from "zod";
import { isoDate, opinionId, warnings } from "./fields.ts";
import { dateRange, nameList, page, pageSize, pagination } from "./paging.ts";

const TREATMENTS = [
  "Overruled",
  "Superseded by statute",
  "Reversed",
  "Vacated",
  "Abrogated",
  "Criticized",
  "Questioned",
  "Limited",
  "Declined to follow",
  "Disagreed with",
  "Distinguished",
  "Affirmed",
  "Followed",
  "Explained",
  "Cited",
] as const;

export const treatmentCategory = z.enum(TREATMENTS).meta({
  description: "What one opinion does to another, from worst to best.",
});

export const opinionsCitingRequest = z
  .strictObject({
    opinion_id: opinionId.meta({ description: "The cited opinion. All stored copies of its decision count." }),
    treatments: z
      .array(treatmentCategory)
      .min(1)
      .max(TREATMENTS.length)
      .optional()
      .meta({ description: "Any of them." }),
    court_ids: nameList.meta({ description: "Courts of the citing opinions; any of them." }),
    date_filed: dateRange.optional().meta({ description: "When the citing opinions were filed; inclusive." }),
    page,
    page_size: pageSize,
  })
  .meta({ id: "OpinionsCitingRequest" });

export type OpinionsCitingRequest = z.output<typeof opinionsCitingRequest>;

const citingOpinion = z
  .strictObject({
    opinion_id: z.string().meta({ format: "uuid", description: "The citing opinion." }),
    case_name: z.string(),
    public_url: z.string().meta({ format: "uri" }),
    citation: z
      .string()
      .nullable()
      .meta({ description: "How the citing opinion is cited; null when it has no citation." }),
    court_id: z.string(),
    court_abbreviation: z.string(),
    date_filed: isoDate.nullable(),
    treatment_category: z.string(),
    treatment_description: z.string().meta({ description: "What happened, in words." }),
    is_authoritative: z.boolean(),
    is_binding: z.boolean().meta({ description: "Whether the citing court binds the court of the cited opinion." }),
    supporting_quote: z.string().meta({ description: "The citing words, verbatim." }),
  })
  .meta({ id: "CitingOpinion" });

export const opinionsCitingResponse = z
  .strictObject({
    opinion_id: z.string(),
    results: z.array(citingOpinion).meta({
      description:
        "Binding courts first, then the worse treatment first, then by rank of the court, then earliest first; undated last.",
    }),
    pagination,
    warnings,
  })
  .meta({ id: "OpinionsCitingResponse" });

export type OpinionsCitingResponse = z.output<typeof opinionsCitingResponse>;
