import { z } from "zod";
import { DOCUMENT_TYPES } from "#dockets/document-types/document-types.ts";
import { PUBLISH_STATUSES } from "#opinions/model.ts";

/** Where a case search looks: opinions of federal courts, of state courts, of both; or filings of state trial courts. */
export const CASE_JURISDICTIONS = ["federal", "state", "state_and_federal", "trial"] as const;

export type { DocumentType } from "#dockets/document-types/document-types.ts";

/** A filter of a case query: what it may be, also in a cursor, and whether a value of it leaves anything out. */
type Filter<Schema extends z.ZodType> = {
  readonly schema: Schema;
  readonly narrows: (value: z.output<Schema>) => boolean;
};

function filter<Schema extends z.ZodType>(
  schema: Schema,
  narrows: (value: z.output<Schema>) => boolean,
): Filter<Schema> {
  return { schema, narrows };
}

const isGiven = (value: unknown): boolean => value !== undefined;
const isAny = (values: readonly unknown[]): boolean => values.length > 0;
const texts = z.array(z.string()).readonly();

/**
 * Every filter of a case query. The type of a query, what a cursor keeps of it and whether anything was left out follow
 * from this list; who reads a query takes each by its name, and does not compile where one is left over.
 */
const FILTERS = {
  jurisdiction: filter(z.enum(CASE_JURISDICTIONS), (value) => value !== "state_and_federal"),
  /** Abbreviations, full names, or circuits with all their courts (`9th Cir. region`); any of them. */
  courts: filter(texts, isAny),
  /** Names or postal abbreviations; they narrow state courts alone. */
  states: filter(texts, isAny),
  /** `YYYY-MM-DD`, inclusive. */
  dateFrom: filter(z.string().exactOptional(), isGiven),
  dateTo: filter(z.string().exactOptional(), isGiven),
  /** Any of them; `all` takes every type. What they leave out is told query by query. */
  documentTypes: filter(z.union([z.literal("all"), z.array(z.enum(DOCUMENT_TYPES)).readonly()]), () => false),
  publishStatus: filter(z.enum(PUBLISH_STATUSES).exactOptional(), isGiven),
};
type FilterName = keyof typeof FILTERS;

type Shape = { readonly [Name in FilterName]: (typeof FILTERS)[Name]["schema"] };
const shape = Object.fromEntries(Object.entries(FILTERS).map(([name, { schema }]) => [name, schema])) as Shape;

/** One phrasing of what is looked for, with its filters, as a cursor keeps it. */
export const caseQuery = z.object({ query: z.string(), ...shape });

/** One phrasing of what is looked for. */
export type CaseQuery = Readonly<z.output<typeof caseQuery>>;

/** Whether a query leaves anything out that its words would find. */
export function isNarrowed(query: CaseQuery): boolean {
  return (Object.keys(FILTERS) as FilterName[]).some((name) => {
    const narrows = FILTERS[name].narrows as (value: CaseQuery[FilterName]) => boolean;
    return narrows(query[name]);
  });
}
