import type { Excerpt, FacetCount, ScoreExplanation } from "#index/index.ts";
import type { QueryNode } from "#index/tree.ts";
import type { Question } from "./question.ts";
import type { Correction } from "./spelling.ts";

/** A stretch of a list of hits. */
export type Window = { readonly offset: number; readonly limit: number };

export type Found = {
  readonly id: string;
  /** Comparable within one list only. */
  readonly score: number;
  readonly source: "keyword" | "semantic";
  /** The part of what is held that its list looked into, as explanations tell it; without it everything. */
  readonly among?: string | undefined;
  readonly explanation?: ScoreExplanation | undefined;
  /** Where in its text to look for what matched. */
  readonly excerpt?: Excerpt | undefined;
  /** By meaning, how near its own text is alone, whatever others say of it: a cosine. */
  readonly own?: number | undefined;
  /** What matched by its meaning, of its text, in bytes of UTF-8. */
  readonly passage?: { readonly from: number; readonly bytes: number } | undefined;
};

/** What one retriever found, best first. */
export type Retrieved = {
  readonly hits: readonly Found[];
  /** Where the first of `hits` stands in the whole list, from 0. */
  readonly offset: number;
  /** Everything that matches, not the window alone. */
  readonly total: number;
  /** In the order in which they were asked for. */
  readonly facets: readonly (readonly FacetCount[])[];
  /** What was searched for in the end: passages are chosen and marked by it. */
  readonly tree: QueryNode;
  /** What was taken to be meant in place of what was typed. */
  readonly corrections: readonly Correction[];
  /** For the person who asked. */
  readonly notes: readonly string[];
  /** What else may have been meant, for the person who asked. It changes no hit, so it is looked for while these are shown. */
  readonly hints?: (() => Promise<readonly string[]>) | undefined;
  /** False when something had to be left out: what is not found may be held all the same. */
  readonly isWhole: boolean;
};

/** One at least. */
export type Several<Value> = readonly [Value, ...Value[]];

/** One way of finding. Retrievers know nothing of one another; `fuse` makes one list of theirs. */
export type Retriever = {
  readonly retrieve: (question: Question, window: Window) => Promise<Retrieved>;
};
