import { z } from "zod";
import { cleanLawHtml } from "#laws/clean/clean-html.ts";
import { LAW_NODE_TYPES, LAW_TYPES } from "#laws/model.ts";
import type { LawCollection, LawDraft } from "#laws/model.ts";
import { pathFault } from "#laws/paths.ts";

const name = z.string().trim().min(1).max(500);
const optionalName = name.nullable().default(null);
const day = z.iso.date().nullable().default(null);
const path = z.string().superRefine((text, context) => {
  const fault = pathFault(text);
  if (fault !== undefined) context.addIssue(`${fault.message}, at character ${fault.position + 1}`);
});

const collectionLine = z.strictObject({
  kind: z.literal("collection"),
  id: z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/u, "small letters, digits and hyphens"),
  name,
  type: z.enum(LAW_TYPES),
  state: name,
  country: z.string().length(2).default("US"),
  publisher: optionalName,
  source_url: z.url().nullable().default(null),
  current_through: day,
});

const lawLine = z.strictObject({
  kind: z.literal("law"),
  collection: z.string(),
  /** What the source calls the provision in all its versions; its path when absent. */
  id: name.optional(),
  version: name.optional(),
  path,
  node_type: z.enum(LAW_NODE_TYPES).default("LEAF"),
  type: z.enum(LAW_TYPES).optional(),
  number: optionalName,
  title: optionalName,
  citation: optionalName,
  register_citation: optionalName,
  effective_date: day,
  publication_date: day,
  edition: day,
  historical: z.boolean().default(false),
  repealed: z.boolean().default(false),
  sort_order: z.int().default(0),
  source_url: z.url().nullable().default(null),
  html: z.string().default(""),
  notes_html: z.string().nullable().default(null),
});

export const LINE = z.discriminatedUnion("kind", [collectionLine, lawLine]);
export type LawLine = z.infer<typeof lawLine>;

export function collectionOf(line: z.infer<typeof collectionLine>, source: string): LawCollection {
  const { kind: _, source_url, current_through, ...rest } = line;
  return { ...rest, source, sourceUrl: source_url, currentThrough: current_through };
}

export function draftOfLine(line: LawLine, collection: LawCollection): LawDraft {
  return {
    ...cleanLawHtml(line.html),
    notesHtml: line.notes_html === null ? null : cleanLawHtml(line.notes_html).html,
    sourceId: line.id ?? line.path,
    versionKey: line.version ?? line.effective_date ?? line.edition ?? "only",
    edition: line.edition,
    path: line.path,
    sortOrder: line.sort_order,
    nodeType: line.node_type,
    type: line.type ?? collection.type,
    number: line.number,
    title: line.title,
    citation: line.citation,
    registerCitation: line.register_citation,
    effectiveDate: line.effective_date,
    publicationDate: line.publication_date,
    isHistorical: line.historical,
    isTombstone: line.repealed,
    sourceUrl: line.source_url,
  };
}
