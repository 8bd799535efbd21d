import { trainOnCitations } from "./citation-training.ts";
import type { CitationLinks } from "./citation-links.ts";
import { modelOf } from "./model.ts";
import type { CorpusModel } from "./model.ts";
import { SeededRandom } from "./random.ts";
import { TermRowsBuilder } from "./term-rows.ts";
import { CITING_TEXTS_MAX, PASSAGES_MAX } from "./training-text.ts";
import type { TrainingOptions, TrainingProgress, TrainingText } from "./training-text.ts";
import { truncatedSvd } from "./truncated-svd.ts";
import type { TermVectors } from "./truncated-svd.ts";
import { chooseVocabulary, placedRows } from "./vocabulary.ts";
import { WeightedRows } from "./weighted-rows.ts";

/** With fewer, vectors say less than the words themselves. */
export const PASSAGES_MIN = 1_000;
/** Directions are found on so many passages at most, evenly drawn: more change little and cost time. */
const DIRECTION_PASSAGES_MAX = 40_000;
const RATE = 0.1;

/** What a text was made of. */
export type TrainedOn = { readonly passages: number; readonly citingTexts: number; readonly terms: number };
export type Trained = { readonly model: CorpusModel; readonly trainedOn: TrainedOn };

/**
 * Trains vectors of terms on a corpus: directions from the words that stand together in passages, then what citations
 * say belongs together. Undefined when there is too little text. The same text, in the same order, with the same options
 * gives the same model.
 */
export async function trainModel(
  text: TrainingText,
  options: TrainingOptions,
  onProgress: (progress: TrainingProgress) => void,
): Promise<Trained | undefined> {
  const { rows: counted, passages, links } = await readRows(text, onProgress);
  if (passages < PASSAGES_MIN) return undefined;
  const vocabulary = chooseVocabulary(counted);
  const rows = new WeightedRows(placedRows(counted, vocabulary), vocabulary.weights);
  const dimensions = Math.min(options.dimensions, passages, vocabulary.hashes.length);
  const vectors =
    options.start === "chance"
      ? chanceVectors(rows.terms, dimensions, options.seed)
      : truncatedSvd(rows, evenly(passages, options.seed), {
          dimensions,
          seed: options.seed,
          onStep: (done, total) => onProgress({ stage: "directions", done, total }),
        });
  trainOnCitations(vectors, rows, links, {
    ...options,
    rate: RATE,
    onProgress: (done, total) => onProgress({ stage: "citations", done, total }),
  });
  return {
    model: modelOf(vocabulary, vectors),
    trainedOn: { passages, citingTexts: links.rows.length, terms: vocabulary.hashes.length },
  };
}

/** A vector of about length 1 for each term, that says nothing of it. */
function chanceVectors(terms: number, dimensions: number, seed: number): TermVectors {
  const random = new SeededRandom(seed);
  const scale = 1 / Math.sqrt(dimensions);
  return { vectors: Float32Array.from({ length: terms * dimensions }, () => random.normal() * scale), dimensions };
}

type ReadRows = {
  readonly rows: ReturnType<TermRowsBuilder["build"]>;
  /** Rows that are passages; those of citing texts follow. */
  readonly passages: number;
  readonly links: CitationLinks;
};

async function readRows(text: TrainingText, onProgress: (progress: TrainingProgress) => void): Promise<ReadRows> {
  const builder = new TermRowsBuilder();
  const decisions = new Numbers();
  const starts: number[] = [];
  const tell = (): void => onProgress({ stage: "reading", done: builder.rows, total: 0 });
  reading: for await (const batch of text.passages) {
    for (const { decision, text: passage } of batch) {
      if (builder.rows === PASSAGES_MAX) break reading;
      if (decisions.of(decision) === starts.length) starts.push(builder.rows);
      builder.add(passage);
    }
    tell();
  }
  const passages = builder.rows;
  const links: { readonly row: number; readonly citing: number; readonly cited: number }[] = [];
  reading: for await (const batch of text.citing) {
    for (const { citing, cited, text: words } of batch) {
      if (links.length === CITING_TEXTS_MAX) break reading;
      links.push({ row: builder.rows, citing: decisions.of(citing), cited: decisions.of(cited) });
      builder.add(words);
    }
    tell();
  }
  const ordered = links.toSorted((left, right) => left.cited - right.cited || left.row - right.row);
  const passageStarts = new Uint32Array(decisions.count + 1).fill(passages);
  passageStarts.set(starts);
  return {
    rows: builder.build(),
    passages,
    links: {
      passageStarts,
      rows: Uint32Array.from(ordered, ({ row }) => row),
      citing: Uint32Array.from(ordered, ({ citing }) => citing),
      cited: Uint32Array.from(ordered, ({ cited }) => cited),
    },
  };
}

/** Decisions by number, in the order in which they are first met. */
class Numbers {
  readonly #numbers = new Map<string, number>();

  get count(): number {
    return this.#numbers.size;
  }

  of(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

/** At most so many of the first rows, drawn evenly, in order. */
function evenly(rows: number, seed: number): Uint32Array {
  const all = Uint32Array.from({ length: rows }, (_, row) => row);
  if (rows <= DIRECTION_PASSAGES_MAX) return all;
  new SeededRandom(seed).shuffle(all);
  return all.subarray(0, DIRECTION_PASSAGES_MAX).toSorted();
}
