/**
 * Documents, questions and answers in the oracle's own words. The shapes are those of the engines' interface; they are
 * written down here so that a change there is seen here.
 */
export type PlainSchema = {
  readonly k1: number;
  readonly formWeight?: number;
  readonly fields: readonly PlainField[];
  readonly columns: readonly PlainColumn[];
};

export type PlainField = {
  readonly name: string;
  readonly weight: number;
  readonly b: number;
  /** Searched only where a query names it. */
  readonly isOnlyNamed?: true;
};

export type PlainColumn = { readonly kind: "keyword" | "path" | "date" | "number"; readonly name: string };

export type PlainText = { readonly text: string; readonly source?: string };

export type PlainDocument = {
  readonly id: string;
  readonly texts: Readonly<Record<string, readonly PlainText[]>>;
  readonly values: Readonly<Record<string, string | number | null | readonly string[]>>;
};

export type PlainFilter =
  | { readonly column: string; readonly anyOf: readonly string[] }
  | { readonly column: string; readonly from?: string | number; readonly to?: string | number }
  | { readonly column: string; readonly prefix: string };

export type PlainFacet = { readonly column: string; readonly by?: "year" };

export type PlainSortKey = { readonly column: string; readonly order: "rising" | "falling" };

/** Of those that share a number at most `most`; one that `spare` takes only where it is the only one. */
export type PlainCollapse = { readonly column: string; readonly most: number; readonly spare?: PlainFilter };

type At = { readonly start: number; readonly end: number };

export type PlainTerm = {
  readonly kind: "term";
  readonly text: string;
  readonly exact: boolean;
  readonly field?: string;
  readonly formWeight?: number;
  readonly at: At;
};
export type PlainWildcard = {
  readonly kind: "wildcard";
  readonly pattern: string;
  readonly field?: string;
  readonly at: At;
};
export type PlainPhrase = {
  readonly kind: "phrase";
  readonly words: readonly (PlainTerm | PlainWildcard)[];
  readonly field?: string;
  readonly at: At;
};
export type PlainNear = {
  readonly kind: "near";
  readonly left: PlainNode;
  readonly right: PlainNode;
  readonly unit: "word" | "sentence" | "paragraph";
  readonly distance: number;
  readonly ordered: boolean;
  readonly at: At;
};
export type PlainTogether = {
  readonly kind: "together";
  readonly members: readonly PlainNode[];
  readonly unit: "sentence" | "paragraph";
  readonly at: At;
};
/** The score counts `factor` times: in every document, or in those that pass all filters of one of the lists. */
export type PlainBoost = {
  readonly kind: "boost";
  readonly child: PlainNode;
  readonly factor: number;
  readonly within?: readonly (readonly PlainFilter[])[];
  readonly at: At;
};
export type PlainNode =
  | PlainTerm
  | PlainWildcard
  | PlainPhrase
  | PlainNear
  | PlainTogether
  | { readonly kind: "and"; readonly children: readonly PlainNode[]; readonly at: At }
  | { readonly kind: "or"; readonly children: readonly PlainNode[]; readonly at: At }
  | { readonly kind: "ranked"; readonly children: readonly PlainNode[]; readonly required: number; readonly at: At }
  | { readonly kind: "not"; readonly child: PlainNode; readonly at: At }
  | { readonly kind: "atLeast"; readonly count: number; readonly child: PlainNode; readonly at: At }
  | PlainBoost
  | { readonly kind: "filter"; readonly filter: PlainFilter; readonly at: At }
  | { readonly kind: "prior"; readonly column: string; readonly weight: number; readonly at: At };

export type PlainRequest = {
  readonly tree: PlainNode;
  /** All must hold. */
  readonly filters: readonly PlainFilter[];
  readonly offset: number;
  readonly limit: number;
  readonly facets: readonly PlainFacet[];
  readonly total: boolean;
  readonly explain: boolean;
  readonly sort?: readonly PlainSortKey[];
  readonly collapse?: PlainCollapse;
  /** The texts of this source are passed over. */
  readonly leaveOutSource?: string;
  /** Only these are looked at. */
  readonly among?: readonly string[];
};

export type PlainAnswer = {
  readonly hits: readonly { readonly id: string; readonly score: number }[];
  readonly total: number;
  readonly facets: readonly (readonly { readonly key: string; readonly count: number }[])[];
};
