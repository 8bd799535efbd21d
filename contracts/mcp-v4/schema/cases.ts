import { z } from "zod";
import { url, uuid } from "#contracts/tools/schema/fields.ts";

export const TREATMENT_STATUSES = ["Negative", "Caution", "Positive", "Neutral", "unknown"] as const;

export const PUBLISH_STATUSES = [
  "published",
  "unpublished",
  "unknown",
  "in_chambers",
  "separate",
  "errata",
  "relating_to",
] as const;

/** `YYYY-MM-DD`, or the month or year where no more is known. */
export const partialDate: z.ZodString = z.string().regex(/^\d{4}(?:-\d{2}){0,2}$/u);

export const caseIdentity = z.strictObject({
  caseId: uuid,
  caseName: z.string(),
  court: z.string(),
  docketNumber: z.string().optional(),
  url: url.optional(),
});

/** A case by its docket: what that says of it. */
export const docketIdentity = caseIdentity.extend({
  dateFiled: z.string().optional(),
  dateTerminated: z.string().optional(),
  dateLastFiling: z.string().optional(),
  assignedTo: z.string().optional(),
  referredTo: z.string().optional(),
  natureOfSuit: z.string().optional(),
  cause: z.string().optional(),
  chapter: z.string().optional(),
});

const historyEntry = z.strictObject({
  category: z.string(),
  bindingCourt: z.boolean(),
  citation: z.string(),
  court: z.string(),
  dateDecided: partialDate.optional(),
  reason: z.string().optional(),
  documentId: uuid.optional(),
});

/** In a list of hits; of a document that is read it has `history` and `more` too. */
export const treatmentCounts = z.strictObject({
  status: z.enum(TREATMENT_STATUSES),
  citationCount: z.int().min(0),
  negative: z.int().min(0),
  caution: z.int().min(0),
});

export const treatment = treatmentCounts.extend({
  history: z.array(historyEntry).max(5).optional(),
  more: z.int().min(1).optional(),
});

const opinionFacts = {
  citation: z.string().optional(),
  dateDecided: partialDate.optional(),
  publishStatus: z.enum(PUBLISH_STATUSES),
};

export const opinionInList = z.strictObject({ ...opinionFacts, treatment: treatmentCounts });
export const opinionRead = z.strictObject({ ...opinionFacts, treatment: treatment.optional() });
