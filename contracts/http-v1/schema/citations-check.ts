import { z } from "zod";
import { isoDate, requiredText, warnings } from "./fields.ts";

/** Reading is proportional to the text; this much is read in well under a second. */
const TEXT_CHARS_MAX = 400_000;

export const citationsCheckRequest = z
  .strictObject({
    text: requiredText(TEXT_CHARS_MAX).meta({
      description: "The text of a brief or memorandum, as plain text; at most 400,000 characters, some 150 pages.",
      example: "The pier was let. Heron Bay Packing v. Ostrander, 12 Samp. 340 (9th Cir. 1998).",
    }),
  })
  .meta({ id: "CitationsCheckRequest" });

export const VERDICTS = ["found", "differs", "ambiguous", "not_held", "reporter_unknown", "not_checked"] as const;

export const verdict = z.enum(VERDICTS).meta({
  description:
    "`found`: one decision is held under the citation, and what the text says of it agrees. `differs`: one is held, and `differences` tells what does not agree. `ambiguous`: several are held. `not_held`: the reporter is known, no decision is held under the citation, which says nothing about whether it exists. `reporter_unknown`: no reporter has this name. `not_checked`: `reason` says why.",
});

const difference = z.strictObject({
  field: z.enum(["name", "year", "court"]),
  cited: z.string().meta({ description: "What the text says." }),
  recorded: z.string().meta({ description: "What the record says." }),
});

const match = z.strictObject({
  opinion_id: z.string().meta({ format: "uuid" }),
  case_name: z.string(),
  public_url: z.string().meta({ format: "uri" }),
  court_id: z.string(),
  court_abbreviation: z.string(),
  date_filed: isoDate.nullable(),
  citation_count: z.int(),
  overall_treatment: z.string(),
});

const checkedCitation = z
  .strictObject({
    text: z.string().meta({ description: "The citation as the text has it." }),
    start: z.int().min(0).meta({ description: "Where it begins in the text, in UTF-16 code units." }),
    end: z.int().min(0).meta({ description: "Where it ends, not included." }),
    kind: z.string().meta({ description: "For example `case`, `short`, `id`, `supra`, `law`." }),
    verdict,
    reason: z.string().meta({ description: "The verdict in one sentence, stating facts." }),
    differences: z.array(difference),
    matches: z.array(match),
  })
  .meta({ id: "CheckedCitation" });

export const citationsCheckResponse = z
  .strictObject({
    citations: z.array(checkedCitation).meta({ description: "Every citation, in the order of the text." }),
    summary: z
      .strictObject(Object.fromEntries(VERDICTS.map((name) => [name, z.int().min(0)])) as Record<Verdict, z.ZodInt>)
      .meta({ description: "How many citations got each verdict." }),
    warnings,
  })
  .meta({ id: "CitationsCheckResponse" });

export type Verdict = (typeof VERDICTS)[number];
export type CitationsCheckResponse = z.output<typeof citationsCheckResponse>;
