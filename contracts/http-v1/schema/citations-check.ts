import { z } from "zod";
import { isoDate, requiredText, warnings } from "./fields.ts";

/** Reading is proportional to the text; this much is read in well under a second. */
export const CHECKED_TEXT_CHARS_MAX = 400_000;

export const citationsCheckRequest = z
  .strictObject({
    text: requiredText(CHECKED_TEXT_CHARS_MAX).meta({
      description: "The text of a brief or memorandum, as plain text; at most 400,000 characters, some 150 pages.",
      example: "The pier was let. Heron Bay Packing v. Ostrander, 12 Samp. 340 (9th Cir. 1998).",
    }),
    include_details: z.boolean().default(false).meta({
      description: "Adds `details` to each citation: pages, parallel citations, quotations and what may be meant.",
    }),
  })
  .meta({ id: "CitationsCheckRequest" });

export const VERDICTS = ["found", "differs", "ambiguous", "not_held", "reporter_unknown", "not_checked"] as const;

export const verdict = z.enum(VERDICTS).meta({
  description:
    "`found`: one decision is held under the citation, and what the text says of it agrees. `differs`: one is held, and what the text says of it does not agree: `differences` tells name, year and court, `reason` and `details` pages, parallel citations and quotations too. Neither says whether a decision is still good law: `checks` and `findings` do. `ambiguous`: several are held. `not_held`: the reporter is known, no decision is held under the citation, which says nothing about whether it exists. `reporter_unknown`: no reporter has this name. `not_checked`: `reason` says why.",
});

/** Of a decision that is not held, what those who cite it have. */
const difference = z.strictObject({
  field: z.enum(["name", "year", "court"]),
  cited: z.string().meta({ description: "What the text says." }),
  recorded: z.string().meta({
    description: "What the record says; of a decision that is not held, what those agree on who cite it.",
  }),
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

const furtherDifference = z.strictObject({
  field: z.string().meta({ description: "`pin` or `parallel`; more may come." }),
  cited: z.string(),
  recorded: z.string(),
});

const pin = z.strictObject({
  status: z.string().meta({ description: "`inside`, `outside` or `unknown`: the last page is not always on record." }),
  cited: z.string().meta({ description: "The pages pointed at, as printed." }),
  first_page: z.int().nullable(),
  last_page: z.int().nullable(),
});

const knownByCiters = z.strictObject({
  case_name: z.string(),
  year: z.int().nullable(),
  citing_decisions: z.int().meta({ description: "Held decisions that cite it." }),
});

const suggestion = z.strictObject({
  opinion_id: z.string().meta({ format: "uuid" }),
  case_name: z.string(),
  citations: z.array(z.string()),
  public_url: z.string().meta({ format: "uri" }),
  court_id: z.string(),
  date_filed: isoDate.nullable(),
  found_by: z.string().meta({ description: "`name and year`, `name` or `a citation beside it`." }),
});

const quotation = z.strictObject({
  text: z.string().meta({ description: "The words between the quotation marks." }),
  start: z.int().min(0),
  end: z.int().min(0),
  status: z.string().meta({
    description:
      "`exact`: the decision's text has these words; ellipses, brackets and remarks are understood. `altered`: it has others in places, `source` and `alterations` say which. `not_found`: the text that is held has no such passage. `not_checked`: no text is held.",
  }),
  source: z.string().nullable().meta({ description: "The decision's own words, of an altered quotation." }),
  alterations: z.array(
    z.strictObject({
      quoted: z.string().meta({ description: "Words of the quotation; empty where it leaves some out." }),
      source: z.string().meta({ description: "Words of the decision; empty where the quotation adds some." }),
    }),
  ),
});

const details = z
  .strictObject({
    further_differences: z.array(furtherDifference),
    pin: pin.nullable(),
    impossible: z.string().nullable().meta({
      description: "Why the series can have no such volume, or no decision of that year.",
    }),
    known_by_citers: knownByCiters.nullable().meta({
      description: "What three or more held decisions agree on that cite a decision which is not held.",
    }),
    did_you_mean: z.array(suggestion).meta({
      description: "Held decisions of that name, where the citation leads to none or to another.",
    }),
    quotations: z.array(quotation),
  })
  .meta({ id: "CheckedCitationDetails" });

const checks = z
  .strictObject({
    exists: z.string().meta({
      description:
        "`held`; `cited_by_others`: not held, and held decisions cite it so; `unconfirmed`: not held, and no held decision cites it so; `impossible`: the series has no such volume or year; `no_such_provision`: the code is held and has no such section; `not_checked`.",
    }),
    facts: z.string().meta({
      description:
        "Parties, year, court and parallel citations: `agree`, `differ` or `not_checked`. Of a decision that is not held, what those who cite it agree on counts.",
    }),
    quotation: z.string().meta({
      description:
        "The worst of its quotations: `not_found`, `altered`, `not_checked`, `exact`; `none` where nothing is quoted.",
    }),
    pin: z.string().meta({ description: "`inside`, `outside` or `unknown`; `none` where no page is pointed at." }),
    good_law: z.string().meta({
      description:
        "`negative`, `caution`, `no_negative` (nothing negative is known), `unknown` (nothing held cites it) or `not_checked`; of a law `in_force` or `repealed`.",
    }),
  })
  .meta({
    id: "CitationChecks",
    description: "What is asked of a citation, each question with an answer of its own.",
  });

const FINDING_KIND = z.string().meta({
  description:
    "`impossible_citation`, `unknown_case`, `bad_law`, `law_not_found`, `law_repealed`, `quotation_not_found`, `quotation_differs`, `facts_differ`, `reporter_unknown`, `pin_outside`, `caution`, `ambiguous`, `not_read`; more may come.",
});
const NEEDS_REVIEW = z.boolean().meta({
  description: "Whether somebody should look before the text is filed; false where it is for information.",
});
const MESSAGE = z.string().meta({ description: "One or two sentences, stating facts." });

const finding = z
  .strictObject({ kind: FINDING_KIND, needs_review: NEEDS_REVIEW, message: MESSAGE })
  .meta({ id: "CitationFinding" });

const lawHeld = z
  .strictObject({
    status: z.string().meta({
      description:
        "`in_force`, `not_in_force` (repealed, omitted or superseded), `no_such_provision` or `not_held`, where the code is not.",
    }),
    citation: z.string(),
    title: z.string().nullable(),
    as_of: isoDate.nullable().meta({ description: "The day of the text that is held, where the source says." }),
  })
  .meta({ id: "CheckedLaw" });

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
    checks,
    findings: z.array(finding).meta({ description: "What to look at, what hurts most first." }),
    needs_review: NEEDS_REVIEW,
    law: lawHeld.optional().meta({ description: "Only of a statute, regulation or rule that could be looked up." }),
    details: details.optional().meta({ description: "Only when `include_details` is true." }),
  })
  .meta({ id: "CheckedCitation" });

export const citationsCheckResponse = z
  .strictObject({
    citations: z.array(checkedCitation).meta({ description: "Every citation, in the order of the text." }),
    summary: z
      .strictObject(Object.fromEntries(VERDICTS.map((name) => [name, z.int().min(0)])) as Record<Verdict, z.ZodInt>)
      .meta({ description: "How many citations got each verdict." }),
    findings: z
      .array(
        z.strictObject({
          citation: z.int().min(0).meta({ description: "Its place in `citations`." }),
          kind: FINDING_KIND,
          needs_review: NEEDS_REVIEW,
          message: MESSAGE,
        }),
      )
      .meta({
        description: "The findings of all citations: what needs review first, of that what hurts most.",
      }),
    needs_review: z.boolean().meta({ description: "Whether anything needs review before the text is filed." }),
    warnings,
  })
  .meta({ id: "CitationsCheckResponse" });

export type Verdict = (typeof VERDICTS)[number];
export type CitationsCheckResponse = z.output<typeof citationsCheckResponse>;
