import { z } from "zod";
import { exactlyOneOf, exactlyOneOfSchema, isoDate, requiredText } from "./fields.ts";

const COURT_KEYS = ["court_id", "court_abbreviation"] as const;

/** What names one docket: an id, or a number in a court. */
export const DOCKET_KEYS = ["id", "docket"] as const;

export const docketKey = {
  id: requiredText(64).optional().meta({ description: "The id of a case, as answers and tools carry it." }),
  docket: z
    .strictObject({
      docket_number: requiredText(200).meta({
        description:
          "In any spelling: with and without leading zeros, office, judge initials and case type written out.",
        example: "1:19-cv-01234",
      }),
      court_id: requiredText(200).optional().meta({ example: "nysd" }),
      court_abbreviation: requiredText(200).optional().meta({ example: "S.D.N.Y." }),
      case_name: requiredText(500).optional().meta({ description: "Tells cases apart that share a number." }),
    })
    .superRefine(exactlyOneOf(COURT_KEYS))
    .meta({ override: exactlyOneOfSchema(COURT_KEYS) })
    .optional()
    .meta({ description: "A docket number, and exactly one of `court_id` and `court_abbreviation`." }),
};

export const docketStatus = z.enum(["found", "ambiguous", "not_found"]);
export const docketMessage = z.string().meta({ description: "What was found or not, and what would work." });

const DOCUMENT_TYPES = [
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

export const documentType = z.enum(DOCUMENT_TYPES).meta({
  description: "What a paper is, by its source, its line on the docket or its title page; `unknown` where none tells.",
});

export const docketNumber = z.string().meta({ description: "As recorded; empty when none is known." });
/** A fact that a source may not tell. */
export const fact = z.string().nullable();
export const day = isoDate.nullable();

/** A docket in few words: what a caller chooses by. */
export const docketBrief = z
  .strictObject({
    id: z.string().meta({ format: "uuid", description: "Names this docket in requests of `/dockets`." }),
    case_name: z.string(),
    public_url: z.string().meta({ format: "uri", description: "The public page of the docket." }),
    court_id: z.string(),
    court_name: z.string(),
    docket_number: docketNumber,
    date_filed: day,
  })
  .meta({ id: "DocketBrief" });

export type DocketBrief = z.output<typeof docketBrief>;

export const docketMatches = z
  .array(docketBrief)
  .optional()
  .meta({ description: "When ambiguous, at most 50: ask again with the id of one." });

/** Where a document of a docket stands among others of its entry. */
export const attachmentNumber = z.int().min(1).nullable().meta({ description: "Null for the main document." });

export const docketCoverage = z
  .strictObject({
    kind: z.enum(["docket_report", "stored_entries"]).meta({
      description:
        "`docket_report`: the court's own sheet is held; `stored_entries`: notices, archives and lists, so there may be more.",
    }),
    entry_count: z.int().min(0),
    is_whole_report: z.boolean().meta({ description: "A sheet is held that was not cut by number or day." }),
    missing: z
      .array(z.strictObject({ first: z.int(), last: z.int() }))
      .meta({ description: "Runs of entry numbers known to be missing, at most 200, the oldest first." }),
  })
  .meta({ id: "DocketCoverage" });

export type DocketCoverage = z.output<typeof docketCoverage>;
