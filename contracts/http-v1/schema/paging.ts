import { z } from "zod";
import { isoDate, requiredText } from "./fields.ts";
import { PAGE_SIZE_DEFAULT, PAGE_SIZE_MAX } from "./limits.ts";

export const page = z.int().min(1).max(1_000_000).default(1);
export const pageSize = z.int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE_DEFAULT);

export const pagination = z
  .strictObject({
    page: z.int(),
    page_size: z.int(),
    total_results: z.int().meta({ description: "Exact, however large." }),
    total_pages: z.int(),
    has_next: z.boolean(),
    has_prev: z.boolean(),
  })
  .meta({ id: "Pagination" });

export type PaginationWire = z.output<typeof pagination>;

/** Names to filter by; an empty list filters nothing. */
export const nameList = z.array(requiredText(200)).max(500).optional();

export const dateRange = z
  .strictObject({ start: isoDate.optional(), end: isoDate.optional() })
  .superRefine((range, context) => {
    if (range.start !== undefined && range.end !== undefined && range.start > range.end) {
      context.addIssue({ code: "custom", message: `start ${range.start} is after end ${range.end}`, path: ["start"] });
    }
  });
