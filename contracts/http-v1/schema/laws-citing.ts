import { z } from "zod";
import { exactlyOneOf, exactlyOneOfSchema, isoDate, requiredText, warnings } from "./fields.ts";
import { collectionName, effectiveDate, isCurrent, lawTreatment, lawUrl } from "./laws.ts";
import { dateRange, nameList, page, pageSize, pagination } from "./paging.ts";

const KEYS = ["citation", "register_citation", "path", "id"] as const;

export const lawsCitingRequest = z
  .strictObject({
    citation: requiredText(500).optional().meta({ example: "42 U.S.C. § 1983" }),
    register_citation: requiredText(500).optional(),
    path: requiredText(2000).optional(),
    id: requiredText(64).optional().meta({ description: "Of any version: citers of all its versions are told." }),
    collection: collectionName.optional(),
    court_ids: nameList.meta({ description: "Courts of the citing decisions; any of them." }),
    treatments: z.array(lawTreatment).max(8).optional().meta({
      description: "Only decisions that do one of these to the law themselves.",
    }),
    date_filed: dateRange.optional().meta({ description: "When the citing decisions were filed; inclusive." }),
    page,
    page_size: pageSize,
  })
  .superRefine(exactlyOneOf(KEYS))
  .meta({
    id: "LawsCitingRequest",
    description: "Exactly one of `citation`, `register_citation`, `path` and `id`.",
    override: exactlyOneOfSchema(KEYS),
  });

export type LawsCitingRequest = z.output<typeof lawsCitingRequest>;

const version = z
  .strictObject({ id: z.string(), effective_date: effectiveDate, is_current: isCurrent, url: lawUrl })
  .meta({ id: "LawVersionInForce" });

const citing = z
  .strictObject({
    opinion_id: z.string().meta({ format: "uuid", description: "The first of its opinions that cites the law." }),
    case_name: z.string(),
    public_url: z.string().meta({ format: "uri" }),
    citation: z.string().nullable(),
    court_id: z.string(),
    court_abbreviation: z.string(),
    date_filed: isoDate.nullable(),
    cited_as: z.string().meta({ description: "The citation of the provision, in the usual form." }),
    pin_cites: z.array(z.string()).meta({ description: "What is pointed at within it, as printed." }),
    mentions: z.int().min(1),
    quote: z.string().meta({
      description: "The sentence of the first citation, verbatim, with the one before it where it is a citation alone.",
    }),
    treatment: z
      .strictObject({
        treatment: lawTreatment,
        own: z.boolean().meta({
          description: "False where the decision only tells of it: another court, or an earlier decision, did it.",
        }),
        quote: z.string().meta({ description: "The sentence that says so, verbatim." }),
      })
      .nullable()
      .meta({ id: "LawTreated", description: "What the decision does to the law; null where it only cites it." }),
    version_in_force: version.nullable().meta({
      description:
        "The version that was law on the day of the decision; null where none is held, and where it is not that of today and the key has no full historical access.",
    }),
  })
  .meta({ id: "LawCitingDecision" });

export const lawsCitingResponse = z
  .strictObject({
    id: z.string().meta({ description: "The version in force today, or the last one." }),
    citation: z.string(),
    results: z.array(citing).meta({ description: "Each decision once, newest first, undated last." }),
    pagination,
    warnings,
  })
  .meta({ id: "LawsCitingResponse" });

export type LawsCitingResponse = z.output<typeof lawsCitingResponse>;
