import { docketKey } from "#cases/docket-key.ts";
import type { DocumentType } from "#dockets/document-types/document-types.ts";
import type { Filter } from "#index/filter.ts";
import type { IndexDocument } from "#index/index.ts";
import type { CollectionSchema } from "#index/schema.ts";
import { wordOfKey } from "./laws.ts";

declare module "#completeness/completeness.ts" {
  interface CollectionNames {
    readonly filings: true;
  }
}

/** The fields a query can name; those of opinions that filings have too bear the same names. */
export const FILING_FIELDS = ["name", "body", "title", "docket", "key"] as const;

/** Filings of state trial courts as an index holds them. */
export const FILINGS: CollectionSchema = {
  name: "filings",
  k1: 1.2,
  formWeight: 0.8,
  fields: [
    { name: "name", weight: 4, b: 0.3 },
    { name: "title", weight: 3, b: 0.3 },
    { name: "body", weight: 1, b: 0.75, isMain: true },
    { name: "docket", weight: 3, b: 0.2 },
    // A docket number as one word, however it is spelled.
    { name: "key", weight: 1, b: 0, isOnlyNamed: true },
  ],
  columns: [
    { name: "courtId", kind: "keyword" },
    { name: "state", kind: "keyword" },
    { name: "type", kind: "keyword" },
    { name: "caseId", kind: "keyword" },
    { name: "dateFiled", kind: "date" },
  ],
};

/** What the records tell the index of one filing. */
export type FilingDocument = {
  readonly id: string;
  readonly caption: string;
  /** Its title, and what its docket says of it. */
  readonly title: string;
  readonly docketNumber: string;
  readonly text: string;
  readonly courtId: string;
  readonly state: string;
  readonly type: DocumentType;
  readonly caseId: string;
  /** `YYYY-MM-DD`, or null where it is not known. */
  readonly dateFiled: string | null;
};

export function filingDocument({ id, caption, title, docketNumber, text, ...values }: FilingDocument): IndexDocument {
  return {
    id,
    texts: { name: caption, title, body: text, docket: docketNumber, key: docketWord(docketNumber) },
    values,
  };
}

/** A docket number as one word of the index, the same however it is spelled; empty for what is none. */
export function docketWord(docketNumber: string): string {
  return wordOfKey(docketKey(docketNumber) ?? "");
}

export type FilingFilters = {
  readonly states?: readonly string[];
  readonly courtIds?: readonly string[];
  readonly types?: readonly DocumentType[];
  /** `YYYY-MM-DD`, inclusive; what has no date is in no range. */
  readonly filed?: { readonly from?: string; readonly to?: string };
};

export function filingFilters({ states, courtIds, types, filed = {} }: FilingFilters): readonly Filter[] {
  const { from, to } = filed;
  return [
    ...(states === undefined ? [] : [{ column: "state", anyOf: states }]),
    ...(courtIds === undefined ? [] : [{ column: "courtId", anyOf: courtIds }]),
    ...(types === undefined ? [] : [{ column: "type", anyOf: types }]),
    ...(from === undefined && to === undefined
      ? []
      : [{ column: "dateFiled", ...(from !== undefined && { from }), ...(to !== undefined && { to }) }]),
  ];
}
