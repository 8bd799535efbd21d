/** A passage of a decision. All passages of one decision come one after another. */
export type TrainingPassage = { readonly decision: string; readonly text: string };

/** Words of one decision around its citation of another, without the citation. */
export type CitingText = {
  readonly citing: string;
  /** What is cited: a decision as `TrainingPassage` names it, or anything that is the same for the same decision. */
  readonly cited: string;
  readonly text: string;
};

/** What a model is trained on, in batches; the same order every time, since what is trained depends on it. */
export type TrainingText = {
  readonly passages: AsyncIterable<readonly TrainingPassage[]>;
  readonly citing: AsyncIterable<readonly CitingText[]>;
};

/** What training is doing: `done` of `total` of this stage; total 0 while it is not known. */
export type TrainingProgress = {
  readonly stage: "reading" | "directions" | "citations";
  readonly done: number;
  readonly total: number;
};

export type TrainingOptions = {
  readonly dimensions: number;
  readonly seed: number;
  /** Times every citation is learned from. 0 leaves the vectors as the words of the passages alone make them. */
  readonly epochs: number;
  /** Share of the words around a citation that is left out each time. */
  readonly dropShare: number;
  /** From the words that stand together in passages, or from chance, which shows what the former gives. */
  readonly start: "passages" | "chance";
};

export const TRAINING_DEFAULTS: TrainingOptions = {
  dimensions: 256,
  seed: 1,
  epochs: 2,
  dropShare: 0.3,
  start: "passages",
};

/** Read at most: what is held in memory is these texts' terms, five bytes each. */
export const PASSAGES_MAX = 300_000;
export const CITING_TEXTS_MAX = 300_000;
