import { z } from "zod";
import {
  attachmentNumber,
  day,
  docketBrief,
  docketCoverage,
  docketKey,
  docketMatches,
  docketMessage,
  docketStatus,
  documentType,
  DOCKET_KEYS,
  fact,
} from "./dockets.ts";
import { exactlyOneOf, exactlyOneOfSchema, requiredText, warnings } from "./fields.ts";
import { dateRange, page, pageSize, pagination } from "./paging.ts";

export const docketsEntriesRequest = z
  .strictObject({
    ...docketKey,
    document_types: z.array(documentType).max(100).optional().meta({
      description: "Entries that are of one of these types, or have a document that is. An empty list filters nothing.",
    }),
    date_filed: dateRange.optional().meta({
      description: "When entries were filed, or entered where that alone is told; inclusive.",
    }),
    text: requiredText(500).optional().meta({
      description:
        "Words, all of which must stand in what is told of the entry and its documents; capitals do not matter, and the beginning of a word will do.",
      example: "summary judgment",
    }),
    held_only: z.boolean().default(false).meta({ description: "Only entries with a document whose text is held." }),
    sort: z.enum(["sheet", "newest"]).default("sheet").meta({
      description: "In the order of the docket sheet, or the other way around.",
    }),
    page,
    page_size: pageSize,
  })
  .superRefine(exactlyOneOf(DOCKET_KEYS))
  .meta({
    id: "DocketsEntriesRequest",
    description: "Exactly one of `id` and `docket`.",
    override: exactlyOneOfSchema(DOCKET_KEYS),
  });

export type DocketsEntriesRequest = z.output<typeof docketsEntriesRequest>;

const docketDocument = z
  .strictObject({
    id: z.string().meta({ format: "uuid" }),
    attachment_number: attachmentNumber,
    document_type: documentType,
    description: fact.meta({ description: "What it is called, where it is called anything but its entry." }),
    page_count: z.int().nullable(),
    file_size_bytes: z.int().nullable(),
    availability: z.enum(["available", "free", "sealed", "unavailable"]).nullable().meta({
      description: "What is told of getting it from the court; null where nothing is.",
    }),
    text_chars: z.int().nullable().meta({ description: "Characters of text held; null where none is." }),
    url: z.string().meta({ format: "uri", description: "The public page of the document." }),
  })
  .meta({ id: "DocketDocument" });

const docketEntry = z
  .strictObject({
    id: z.string().meta({ format: "uuid" }),
    entry_number: fact.meta({ description: "Null for an entry without a number." }),
    date_filed: day,
    date_entered: day,
    description: fact.meta({
      description: "As the docket has it: written by parties and clerks, no verified quotation.",
    }),
    short_description: fact.meta({ description: "The court's name for the event, as notices have it." }),
    document_type: documentType,
    told_by: z.array(z.string()).meta({ description: "The kinds of source that tell of it, best first." }),
    documents: z.array(docketDocument).meta({ description: "The main document first." }),
  })
  .meta({ id: "DocketEntry" });

export const docketsEntriesResponse = z
  .strictObject({
    status: docketStatus,
    message: docketMessage,
    docket: docketBrief.optional().meta({ description: "When found." }),
    entries: z.array(docketEntry).optional().meta({ description: "When found." }),
    pagination: pagination.optional().meta({ description: "When found: of the entries that the filters leave." }),
    coverage: docketCoverage.optional().meta({ description: "When found: of the whole docket." }),
    matches: docketMatches,
    warnings,
  })
  .meta({ id: "DocketsEntriesResponse" });

export type DocketsEntriesResponse = z.output<typeof docketsEntriesResponse>;
