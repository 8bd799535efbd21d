import { z } from "zod";
import { DOCUMENT_TYPES } from "#dockets/document-types/document-types.ts";

/** PostgreSQL keeps no NUL. */
const said = z.string().overwrite((text) => text.replaceAll("\0", ""));
const name = said.trim().min(1).max(500);
const optionalName = name.nullable().default(null);
const day = z.iso.date().nullable().default(null);

/** One filing of a state trial court (docs/operating/import-filings.md). */
export const FILING_LINE = z
  .strictObject({
    id: name.optional(),
    court: name,
    docket_number: optionalName,
    case_name: name,
    case_filed: day,
    entry_number: z
      .union([name.max(40), z.int().positive().transform(String)])
      .nullable()
      .default(null),
    attachment_number: z
      .union([
        z.int().nonnegative(),
        z
          .string()
          .regex(/^\d{1,6}$/u, "a whole number")
          .transform(Number),
      ])
      .nullable()
      .default(null),
    date: day,
    type: z.enum(DOCUMENT_TYPES).optional(),
    title: optionalName,
    description: said.trim().max(20_000).nullable().default(null),
    text: z.string().optional(),
    pages: z.array(z.string()).max(5000).optional(),
    file: z.string().min(1).max(1000).optional(),
    source_url: z.url().nullable().default(null),
  })
  .refine(({ text, pages, file }) => [text, pages, file].filter((given) => given !== undefined).length <= 1, {
    error: "give one of text, pages and file",
  });

export type FilingLine = z.infer<typeof FILING_LINE>;
