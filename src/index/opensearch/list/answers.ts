import { z } from "zod";

const FIELDS = z.record(z.string(), z.array(z.union([z.string(), z.number()]))).optional();

const HIT = z.object({
  _score: z.number().nullable(),
  fields: FIELDS,
  inner_hits: z
    .record(z.string(), z.object({ hits: z.object({ hits: z.array(z.object({ fields: FIELDS })) }) }))
    .optional(),
  sort: z.array(z.unknown()).optional(),
  /** Queries that bear a name, with their scores. */
  matched_queries: z.record(z.string(), z.number()).optional(),
});

const BUCKETS = z.object({
  sum_other_doc_count: z.number(),
  doc_count_error_upper_bound: z.number(),
  buckets: z.array(z.object({ key: z.string(), doc_count: z.number() })),
});

/** What OpenSearch answers to a search, as far as it is read. */
export const SEARCH_ANSWER = z.object({
  timed_out: z.boolean(),
  hits: z.object({ total: z.object({ value: z.number() }).optional(), hits: z.array(HIT) }),
  aggregations: z.record(z.string(), BUCKETS).optional(),
  suggest: z
    .record(
      z.string(),
      z.array(z.object({ options: z.array(z.object({ text: z.string(), score: z.number(), freq: z.number() })) })),
    )
    .optional(),
});
export type SearchAnswer = z.infer<typeof SEARCH_ANSWER>;
export type FoundDocument = z.infer<typeof HIT>;
type Fields = Pick<FoundDocument, "fields">;

/** A field that was asked for by name and holds one text. */
export function textIn({ fields }: Fields, path: string): string {
  return String(fields?.[path]?.[0] ?? "");
}

/** A field that was asked for by name and holds one number. */
export function numberIn({ fields }: Fields, path: string): number {
  return Number(fields?.[path]?.[0]);
}
