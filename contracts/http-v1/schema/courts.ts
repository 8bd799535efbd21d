import { z } from "zod";
import { exactlyOneOf, exactlyOneOfSchema, requiredText, warnings } from "./fields.ts";
import { LOOKUP_ITEMS_MAX } from "./limits.ts";

const COURT_KEYS = ["court_ids", "court_abbreviations", "names"] as const;

const lookupList = z.array(requiredText(300)).min(1).max(LOOKUP_ITEMS_MAX).optional();

export const courtGetRequest = z
  .strictObject({
    court_ids: lookupList.meta({ description: "Ids as `/court/list` gives them." }),
    court_abbreviations: lookupList.meta({ description: "Bluebook abbreviations and their usual variants." }),
    names: lookupList.meta({ description: "Full names and their usual variants." }),
  })
  .superRefine(exactlyOneOf(COURT_KEYS))
  .meta({
    id: "CourtGetRequest",
    description: "Exactly one of `court_ids`, `court_abbreviations` and `names`.",
    override: exactlyOneOfSchema(COURT_KEYS),
  });

export type CourtGetRequest = z.output<typeof courtGetRequest>;

export const courtRecord = z
  .strictObject({
    id: z.string().meta({ example: "nysd" }),
    full_name: z.string(),
    court_abbreviation: z.string().meta({ example: "S.D.N.Y." }),
    jurisdiction: z.string().meta({ example: "Federal District" }),
    state: z.string().meta({ description: "A state name, or `Federal`." }),
    in_use: z.boolean().meta({
      description: "False for courts that were renamed, merged or abolished; their opinions stay available.",
    }),
    federal_records_court_id: z.string().nullable().meta({
      description: "The court's id in the official federal records system; null when it is not part of it.",
    }),
  })
  .meta({ id: "Court" });

export type CourtRecord = z.output<typeof courtRecord>;

export const courtGetResponse = z
  .strictObject({ courts: z.array(courtRecord), warnings })
  .meta({ id: "CourtGetResponse" });

export const courtListResponse = z.strictObject({ courts: z.array(courtRecord) }).meta({ id: "CourtListResponse" });

export type CourtGetResponse = z.output<typeof courtGetResponse>;
export type CourtListResponse = z.output<typeof courtListResponse>;
