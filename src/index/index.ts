import type { Field, QueryNode } from "./tree.ts";

/** What an engine indexes for one opinion. Everything is derived from records; `id` is the opinion id. */
export type IndexDocument = {
  readonly id: string;
  readonly name: string;
  /** Plain text; paragraphs are separated by a blank line. */
  readonly body: string;
  /** The words of other opinions around their citations of this one, each with the opinion that said them. */
  readonly citing: readonly { readonly opinionId: string; readonly text: string }[];
  readonly docket: string;
  /** One entry per parallel citation. */
  readonly cite: readonly string[];
  readonly judge: string;
  readonly values: DocumentValues;
};

/** What filters and facets read. */
export type DocumentValues = {
  readonly courtId: string;
  readonly courtAbbreviation: string;
  readonly jurisdiction: string;
  readonly state: string;
  readonly publishStatus: string;
  /** `YYYY-MM-DD` or null. */
  readonly dateFiled: string | null;
};

export type EngineFilters = {
  readonly courtIds?: readonly string[];
  readonly jurisdictions?: readonly string[];
  readonly states?: readonly string[];
  readonly publishStatus?: string;
  /** Inclusive; a document without a date matches no range. */
  readonly dateFrom?: string;
  readonly dateTo?: string;
};

export type EngineRequest = {
  readonly tree: QueryNode;
  readonly filters: EngineFilters;
  readonly offset: number;
  readonly limit: number;
  readonly facets: boolean;
  /** Without it the engine may stop early and leave `total` undefined. */
  readonly total: boolean;
  readonly explain: boolean;
  /** This opinion's own citing words are passed over: honest evaluation asks for it. */
  readonly leaveOutCitingOf?: string;
};

export type FacetCount = { readonly key: string; readonly count: number };
export type Facets = {
  readonly courtAbbreviation: readonly FacetCount[];
  readonly jurisdiction: readonly FacetCount[];
  readonly state: readonly FacetCount[];
  readonly yearFiled: readonly FacetCount[];
};

/** What a hit's score is made of, for people; the scores of the parts add up to that of the whole. */
export type ScoreExplanation = {
  readonly what: string;
  readonly score: number;
  /** How rare it is: BM25's inverse document frequency. */
  readonly idf?: number;
  /** How often it occurs, weighted by field and length. */
  readonly weightedFrequency?: number;
  /** Occurrences by field name. */
  readonly occurrences?: Readonly<Record<string, number>>;
  readonly parts?: readonly ScoreExplanation[];
};

export type EngineHit = {
  readonly id: string;
  readonly score: number;
  readonly explanation?: ScoreExplanation | undefined;
};

export type EngineResponse = {
  readonly hits: readonly EngineHit[];
  readonly total: number | undefined;
  readonly facets: Facets | undefined;
  /** Words in the reader's language: what was cut and how to avoid it. */
  readonly warnings: readonly string[];
};

/** A word whose frequency is asked for, as the tokenizer writes it. */
export type WordQuestion = {
  readonly text: string;
  /** Off: all words of the same stem, as a search for it takes them. */
  readonly exact: boolean;
  /** The only field that counts; without it all the default ones together. */
  readonly field?: Field;
  /** Also the words of the index at most so many letters away. */
  readonly neighbours?: 1 | 2;
};

export type WordFrequency = {
  /**
   * Documents that hold it, rounded; those deleted or replaced since count until the index has tidied up, so this
   * may exceed what a search finds.
   */
  readonly documents: number;
  /** Without the word itself: most frequent first, equal ones by text; at most NEIGHBOURS_MAX. */
  readonly neighbours: readonly Neighbour[];
};

/** `distance` counts letters changed, left out or added, and pairs of neighbouring letters swapped. */
export type Neighbour = { readonly text: string; readonly documents: number; readonly distance: number };

export const NEIGHBOURS_MAX = 32;

/** Order of hits: score falling, then document id rising, so that pages neither repeat nor skip. */
export interface SearchEngine {
  search(request: EngineRequest): Promise<EngineResponse>;
  /** In the order of the questions. Reads the words of the index only, no document: cheap. */
  frequencies(words: readonly WordQuestion[]): Promise<readonly WordFrequency[]>;
  /** Adds or replaces by id, removes by id, and makes both visible together. */
  apply(changes: { readonly upserts: readonly IndexDocument[]; readonly deletes: readonly string[] }): Promise<void>;
  documentCount(): Promise<number>;
  close(): Promise<void>;
}
