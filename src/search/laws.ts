import { lawKey } from "#citations/laws/law-key.ts";
import type { FacetRequest, Filter } from "#index/filter.ts";
import type { IndexDocument } from "#index/index.ts";
import type { CollectionSchema } from "#index/schema.ts";
import type { LawType } from "#laws/model.ts";

declare module "#completeness/completeness.ts" {
  interface CollectionNames {
    readonly laws: true;
  }
}

/** The fields a query can name; those of opinions that laws have too bear the same names. */
export const LAW_FIELDS = ["name", "body", "number", "cite", "key"] as const;

/** The sentences in which opinions cite the provision, and the headings of the levels above it. */
export const CITED_IN = "citedIn";
export const HEADINGS_ABOVE = "headingsAbove";

/** Versions of provisions as an index holds them: each version is a document. */
export const LAWS: CollectionSchema = {
  name: "laws",
  k1: 1.6,
  formWeight: 0.6,
  fields: [
    { name: "name", weight: 6, b: 0.3 },
    { name: "body", weight: 1, b: 0.6, isMain: true },
    { name: "number", weight: 3, b: 0.2 },
    { name: "cite", weight: 3, b: 0.2 },
    // A citation as one word, for the provision that a query names outright.
    { name: "key", weight: 1, b: 0, isOnlyNamed: true },
    // What else tells of a provision, apart from its words: the signals of `law-signals.ts` alone ask for it.
    { name: CITED_IN, weight: 1, b: 0.6, isOnlyNamed: true },
    { name: HEADINGS_ABOVE, weight: 1, b: 0.3, isOnlyNamed: true },
  ],
  columns: [
    { name: "collectionId", kind: "keyword" },
    { name: "type", kind: "keyword" },
    { name: "state", kind: "keyword" },
    { name: "nodeType", kind: "keyword" },
    { name: "path", kind: "path" },
    { name: "effectiveDate", kind: "date" },
    { name: "publicationDate", kind: "date" },
    { name: "lawFrom", kind: "date" },
    { name: "lawThrough", kind: "date" },
  ],
};

/** Days before and after all others, for a version whose first or last day as law is not bounded. */
const FIRST_DAY = "0001-01-01";
const LAST_DAY = "9999-12-31";

/** What the records tell the index of one version. */
export type LawDocument = {
  readonly id: string;
  readonly title: string;
  readonly number: string;
  readonly citations: readonly string[];
  readonly text: string;
  /** The sentences in which opinions cite the provision, under whatever citation it had. */
  readonly citedIn: readonly string[];
  /** From the top. */
  readonly headingsAbove: readonly string[];
  readonly collectionId: string;
  readonly type: LawType;
  readonly state: string;
  readonly nodeType: string;
  readonly path: string;
  /** `YYYY-MM-DD`, or null where the source states none. */
  readonly effectiveDate: string | null;
  readonly publicationDate: string | null;
  /** The days on which it is law, the last one included, empty and null where nothing bounds them; null for none. */
  readonly inForce: { readonly from: string; readonly through: string | null } | null;
};

export function lawDocument(law: LawDocument): IndexDocument {
  const { id, title, number, citations, text, citedIn, headingsAbove, inForce, ...values } = law;
  return {
    id,
    texts: {
      name: title,
      body: text,
      number,
      cite: citations,
      key: citations.map(lawWord),
      [CITED_IN]: citedIn,
      [HEADINGS_ABOVE]: headingsAbove,
    },
    values: {
      ...values,
      lawFrom: inForce === null ? null : inForce.from || FIRST_DAY,
      lawThrough: inForce === null ? null : (inForce.through ?? LAST_DAY),
    },
  };
}

/** A citation as one word of the index, the same however it is spelled. */
export function lawWord(citation: string): string {
  return wordOfKey(lawKey(citation));
}

/** What parts two digits is kept, as a letter. */
export function wordOfKey(key: string): string {
  return key.replaceAll("-", "z").replace(/[()]/gu, "q");
}

export type LawFilters = {
  readonly collectionIds?: readonly string[];
  readonly types?: readonly LawType[];
  /** Names, or `Federal`. */
  readonly states?: readonly string[];
  readonly pathPrefix?: string;
  /** `YYYY-MM-DD`, inclusive; what has no such date is in no range. */
  readonly effective?: DayRange;
  readonly published?: DayRange;
  /** Only what is law on this day. */
  readonly inForceOn?: string;
};

export type DayRange = { readonly from?: string; readonly to?: string };

export function lawFilters(filters: LawFilters): readonly Filter[] {
  const { collectionIds, types, states, pathPrefix, effective, published, inForceOn } = filters;
  return [
    ...among("collectionId", collectionIds),
    ...among("type", types),
    ...among("state", states),
    ...(pathPrefix === undefined ? [] : [{ column: "path", prefix: pathPrefix }]),
    ...within("effectiveDate", effective),
    ...within("publicationDate", published),
    ...(inForceOn === undefined
      ? []
      : [
          { column: "lawFrom", to: inForceOn },
          { column: "lawThrough", from: inForceOn },
        ]),
  ];
}

function among(column: string, anyOf: readonly string[] | undefined): readonly Filter[] {
  return anyOf === undefined ? [] : [{ column, anyOf }];
}

function within(column: string, { from, to }: DayRange = {}): readonly Filter[] {
  if (from === undefined && to === undefined) return [];
  return [{ column, ...(from !== undefined && { from }), ...(to !== undefined && { to }) }];
}

/** What an answer counts. */
export const LAW_FACETS: readonly FacetRequest[] = [{ column: "state" }];
