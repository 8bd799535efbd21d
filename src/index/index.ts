import type { Match } from "./best-match.ts";
import type { FacetRequest, Filter } from "./filter.ts";
import type { QueryNode } from "./tree.ts";

/** What an engine indexes. Everything is derived from records; fields and columns are those of the collection's schema. */
export type IndexDocument = {
  readonly id: string;
  /**
   * By field; one left out is empty. Paragraphs are separated by a blank line. Several texts of one field stand
   * apart: no phrase and no proximity reaches from one into the next.
   */
  readonly texts: Readonly<Record<string, string | readonly IndexText[]>>;
  /** By column; one left out is null. */
  readonly values: Readonly<Record<string, ColumnValue>>;
  /** In the vector space of the collection's schema; one without any is never found by meaning. */
  readonly passages?: readonly IndexPassage[];
};

/** A stretch of text with what an embedder made of it. */
export type IndexPassage = {
  /** Its direction is what counts. */
  readonly vector: Float32Array;
  /** Bytes of the document's main text in UTF-8; 0 and 0 for a passage that stands in another text. */
  readonly from: number;
  readonly to: number;
  /** Who said it of the document; a stretch of its own text has none. */
  readonly source?: string;
};

/** A text, or one with the source that said it (see `hasSources`). */
export type IndexText = string | { readonly source: string; readonly text: string };

/** Null for none. The empty keyword and the empty list are none too. */
export type ColumnValue = string | number | null | readonly string[];

export type EngineRequest = {
  readonly tree: QueryNode;
  /** All must hold. */
  readonly filters: readonly Filter[];
  readonly offset: number;
  readonly limit: number;
  readonly facets: readonly FacetRequest[];
  /** Without it, and without facets, the engine may stop early and leave `total` undefined. */
  readonly total: boolean;
  /** Matches that are enough to know of: more are not counted, and hits need not be the best. Not in a collapse. */
  readonly enough?: number;
  readonly explain: boolean;
  /** The order of the hits, from the key that counts most; by score without it. Equal ones are in the order of their ids. */
  readonly sort?: readonly SortKey[];
  /** Without it every document that matches is in the list. */
  readonly collapse?: Collapse;
  /** Each hit says where in its main text the match stands, with at least so much of the text before and after. */
  readonly excerpts?: { readonly before_bytes: number; readonly after_bytes: number } | undefined;
  /** The texts that have this source are passed over: honest evaluation asks for it. */
  readonly leaveOutSource?: string;
  /** Only documents with these ids are looked at; in a collapse no others count. */
  readonly among?: readonly string[];
};

/** Several trees whose matches are counted: one question, where as many searches would each wait for their turn. */
export type CountsRequest = {
  readonly trees: readonly QueryNode[];
  /** As of a search. */
  readonly enough?: number;
};

/** A column of dates or numbers. Documents without a value come last in either order. */
export type SortKey = { readonly column: string; readonly order: "rising" | "falling" };

/**
 * Of the matching documents that share a number in a column, at most `most` are in the list: those that its order puts
 * first. A document without a number stands alone. One that `spare` takes is in the list only where no other of its
 * number matches, and then it is the only one. Totals, pages and facets are of the list.
 */
export type Collapse = { readonly column: string; readonly most: number; readonly spare?: Filter };

export type FacetCount = { readonly key: string; readonly count: number };

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
  readonly excerpt?: Excerpt | undefined;
};

/**
 * A stretch of a hit's main text around its best match, as the text was when it was indexed, in bytes of UTF-8. It
 * begins with the text or with a word, and ends with the text or before a word.
 */
export type Excerpt = {
  readonly from: number;
  /** Undefined: up to the end of the text. */
  readonly bytes?: number | undefined;
  /** Words of the stretch, counted from 0; undefined where nothing asked for stands in the main text. */
  readonly match?: Match | undefined;
};

/** Who asks, and until when. */
export type Asker = {
  /** While searches wait, those of different owners take turns. */
  readonly owner?: string;
  /** The work ends when it comes. */
  readonly signal?: AbortSignal;
  /** When the request came for which it is asked, by `machineMs`: its deadline counts from there. Else from the call. */
  readonly arrived_ms?: number;
};

export type EngineResponse = {
  readonly hits: readonly EngineHit[];
  readonly total: number | undefined;
  /** In the order asked: most frequent first, equal counts by key; documents without a value count for none. */
  readonly facets: readonly (readonly FacetCount[])[];
  /** Words in the reader's language: what was cut and how to avoid it. */
  readonly warnings: readonly string[];
  /** More is held than was searched. */
  readonly isBehind?: boolean | undefined;
};

/** A search by meaning: documents by the passage of theirs whose vector is nearest. */
export type NearestRequest = {
  /** In the vector space of the collection's schema. */
  readonly vector: Float32Array;
  /** All must hold; they are applied first, so that fewer documents never means worse ones. */
  readonly filters: readonly Filter[];
  /** Documents that are ranked: the list ends there. At most NEAREST_DEPTH_MAX. */
  readonly depth: number;
  readonly offset: number;
  readonly limit: number;
  /** Among the documents that are ranked. */
  readonly collapse?: Collapse;
  /** The passages that this source said are passed over. */
  readonly leaveOutSource?: string;
  /**
   * A document is near by its own text and by what others say of it: the nearer counts wholly, the other by this share,
   * 0 to 1; the sum is divided by 1 + share. Without it the nearer alone counts.
   */
  readonly otherShare?: number;
  /** Only documents with these ids are looked at; in a collapse no others count. */
  readonly among?: readonly string[];
};

export const NEAREST_DEPTH_MAX = 2000;

export type NearestHit = {
  readonly id: string;
  /** -1 to 1: the cosine of its nearest passage, or what `otherShare` makes of two. */
  readonly score: number;
  /** The nearest stretch of its own text, in bytes of UTF-8; none where only others speak of it. */
  readonly passage?: { readonly from: number; readonly to: number } | undefined;
  /** What its own text and what others say of it add to the score; undefined where there is none of the kind. */
  readonly own?: number | undefined;
  readonly said?: number | undefined;
};

export type NearestResponse = {
  readonly hits: readonly NearestHit[];
  /** Documents in the whole list, at most the depth asked for. */
  readonly total: number;
  readonly warnings: readonly string[];
};

/** A word whose frequency is asked for, as the tokenizer writes it. */
export type WordQuestion = {
  readonly text: string;
  /** Off: all words of the same stem, as a search for it takes them. */
  readonly exact: boolean;
  /** The only field that counts; without it all that a search without a field looks into. */
  readonly field?: string;
  /** Also the words of the index at most so many letters away; two only where they begin alike. */
  readonly neighbours?: 1 | 2;
  /** Of these only words in at least so many documents, and in so many times as many as the word itself. */
  readonly neighboursIn?: NeighboursIn;
};

export type NeighboursIn = { readonly documents: number; readonly timesOwn: number };

/** The documents that a neighbour of a word in `own` documents must stand in. */
export function leastOf(asked: NeighboursIn | undefined, own: number): number {
  return asked === undefined ? 1 : Math.max(1, asked.documents, asked.timesOwn * own);
}

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

export type IndexChanges = {
  /** Added, or put in the place of what has the same id. */
  readonly upserts: readonly IndexDocument[];
  readonly deletes: readonly string[];
  /** With these changes everything is held again that damaged parts took with them: they are forgotten. */
  readonly mends?: boolean;
};

export type EngineStatus = {
  /** Documents that can be found. */
  readonly documents: number;
  readonly size_bytes: number;
  /** Parts set aside because they do not hold what was written; until they are mended, answers say what is missing. */
  readonly damaged: readonly DamagedPart[];
  /** Another process has written a state of it that cannot be read here. */
  readonly isBehind?: boolean | undefined;
};

export type DamagedPart = {
  readonly name: string;
  /** Documents that cannot be found without it; 0 where that is not known. */
  readonly documents: number;
  readonly file: string;
  readonly reason: string;
};

export type EngineVerification = {
  readonly documents: number;
  readonly terms: number;
  readonly postings: number;
  /** Empty when everything is as it was written. */
  readonly faults: readonly { readonly segment: string; readonly file: string; readonly reason: string }[];
};

/**
 * An index of one collection. Order of hits: as asked, or score falling, then document id rising, so that pages neither
 * repeat nor skip. Changes are made one after another, each wholly or not at all, and searches go on meanwhile.
 */
export interface SearchEngine {
  /**
   * Throws `invalid_input` for a field or column the schema has not, `too_costly` for what took too long,
   * `rate_limited` when too many searches of its owner wait, `unavailable` when the signal comes.
   */
  search(request: EngineRequest, asker?: Asker): Promise<EngineResponse>;
  /** In how many documents each of these matches, in their order. Throws as `search` does. */
  counts(asked: CountsRequest, asker?: Asker): Promise<readonly number[]>;
  /**
   * Order of hits: score falling, then document id rising. Throws `invalid_input` for a vector that is none of the
   * collection's space, and as `search` does.
   */
  nearest(request: NearestRequest, asker?: Asker): Promise<NearestResponse>;
  /** In the order of the questions. Reads the words of the index only, no document: cheap. */
  frequencies(words: readonly WordQuestion[], asker?: Asker): Promise<readonly WordFrequency[]>;
  /** Resolves when the changes are durable and visible. */
  apply(changes: IndexChanges): Promise<void>;
  /** Puts the documents of the batches in the place of everything held, at the end and at once. */
  replaceAll(batches: AsyncIterable<readonly IndexDocument[]>): Promise<void>;
  /** Of these ids, those not held. */
  missing(ids: readonly string[]): Promise<readonly string[]>;
  /** Reads and checks everything that was written; what is damaged is set aside. */
  verify(): Promise<EngineVerification>;
  status(): Promise<EngineStatus>;
  close(): Promise<void>;
}
