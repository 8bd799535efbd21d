import type { FacetRequest, Filter } from "#index/filter.ts";
import type { Collapse, EngineRequest, SortKey } from "#index/index.ts";
import type { BoostNode, PriorNode, QueryNode } from "#index/tree.ts";

/** Documents whose score counts `factor` times. */
export type Favour = Required<Pick<BoostNode, "factor" | "within">>;

/** What is asked of a collection, whichever it is: all that a retriever is told. */
export type Question = {
  /** As typed, without operators. */
  readonly text: string;
  readonly tree: QueryNode;
  /** What a document counts for whatever is asked, beside the tree; nothing without it. */
  readonly prior?: PriorNode;
  /** What counts more in a list by words alone, beside the tree; nothing without it. */
  readonly favour?: Favour;
  /** What counts more in every list by words, for what the query says beside its topic; nothing without it. */
  readonly wanted?: readonly Favour[];
  /** What such words say for certain: a list by meaning has no others where there are some. */
  readonly within?: readonly Filter[];
  /** The words of a query without operators in their order, none left out. */
  readonly words?: readonly string[];
  /** What was typed has been read as spelled otherwise: no word of it is looked at for that again. */
  readonly isRespelled?: boolean;
  /** What is known to be named, which stands before every list and is no measure for what is in it. */
  readonly named?: ReadonlySet<string>;
  /** The query is a record's name and nothing else: its words are of no list by meaning. */
  readonly isName?: boolean;
  readonly filters: readonly Filter[];
  /** What is counted over everything that matches; often nothing. */
  readonly facets: readonly FacetRequest[];
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly rerank: boolean;
  /** The order of the list; by relevance without it. */
  readonly sort?: readonly SortKey[];
  /** Without it every document that matches is in the list. */
  readonly collapse?: Collapse;
  /** Each hit says how it scored. */
  readonly explain: boolean;
  /** How much of a hit's text is shown around a match; without it, hits do not say where they match. */
  readonly excerpts?: EngineRequest["excerpts"];
  /** The words of this source are passed over. */
  readonly leaveOutSource?: string;
};
