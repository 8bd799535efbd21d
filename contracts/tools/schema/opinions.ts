import { z } from "zod";
import { requiredText, text, url, uuid } from "./fields.ts";

const QUESTION_CHARS_MAX = 2000;
export const REFERENCES = ["opinionId", "reporterCitation", "docket"] as const;

export const treatment = z.strictObject({
  status: z.enum(["Negative", "Caution", "Positive", "Neutral", "unknown"]),
  citedBy: z.int().min(0),
});

const reference = {
  opinionId: text(64).nullish().describe("opinionId of a search result."),
  reporterCitation: text(500).nullish().describe("Reporter citation, as `410 U.S. 113`."),
  docket: z
    .strictObject({ courtAbbreviation: requiredText(300), docketNumber: requiredText(200) })
    .nullish()
    .describe("The docket that the opinion was filed in."),
};

/** Exactly one way to name the opinion; null and an empty text name none. */
export function oneReference(
  value: { readonly [Name in (typeof REFERENCES)[number]]?: unknown },
  context: z.RefinementCtx,
): void {
  const given = REFERENCES.filter((name) => {
    const part = value[name];
    return typeof part === "string" ? part.trim() !== "" : part != null;
  });
  if (given.length === 1) return;
  const what = given.length === 0 ? "none was given" : `${given.join(" and ")} were given`;
  context.addIssue({ code: "custom", message: `exactly one of ${REFERENCES.join(", ")} is wanted; ${what}`, path: [] });
}

export const findInOpinionRequest = z
  .strictObject({ ...reference, query: requiredText(QUESTION_CHARS_MAX).describe("Key terms to find in the opinion.") })
  .superRefine(oneReference);
export type FindInOpinionRequest = z.output<typeof findInOpinionRequest>;

export const analyzeOpinionRequest = z
  .strictObject({
    ...reference,
    question: requiredText(QUESTION_CHARS_MAX).describe("What to determine from the opinion."),
  })
  .superRefine(oneReference);
export type AnalyzeOpinionRequest = z.output<typeof analyzeOpinionRequest>;

const candidate = z.strictObject({
  opinionId: uuid,
  caseName: z.string(),
  court: z.string(),
  citation: z.string().optional(),
  dateFiled: z.string().optional(),
});

const notRead = {
  error: z.string().optional(),
  candidates: z.array(candidate).optional(),
  warnings: z.array(z.string()).optional(),
};

export const findInOpinionResponse = z.strictObject({
  opinionId: uuid.optional(),
  caseName: z.string().optional(),
  citation: z.string().nullable().optional(),
  url: url.optional(),
  query: z.string().optional(),
  passages: z
    .array(z.strictObject({ passage: z.string(), opinionSection: z.string().optional(), deeplinkURL: url }))
    .optional(),
  treatment: treatment.optional(),
  ...notRead,
});
export type FindInOpinionResponse = z.output<typeof findInOpinionResponse>;

const supported = z.strictObject({
  proposition: z.string(),
  quote: z.string(),
  scope: z.string(),
  centrality: z.enum(["core_holding", "supporting_analysis", "secondary_matter", "background"]),
  opinionSection: z.string().optional(),
  deeplinkURL: url,
});

export const analyzeOpinionResponse = z.strictObject({
  opinionId: uuid.optional(),
  question: z.string().optional(),
  citation: z.string().nullable().optional(),
  url: url.optional(),
  supportedPropositions: z.array(supported).optional(),
  doesNotAddress: z.array(z.string()).optional(),
  summary: z.string().optional(),
  disposition: z.string().nullable().optional(),
  jurisdiction: z.string().optional(),
  treatment: treatment.optional(),
  ...notRead,
});
export type AnalyzeOpinionResponse = z.output<typeof analyzeOpinionResponse>;
