import { OnpointError } from "#base/errors.ts";
import { eachWithinTime, TOOK_TOO_LONG } from "#base/within-time.ts";
import { TEXTS_MAX } from "#embedding/embedder.ts";
import type { Embedder } from "#embedding/embedder.ts";
import { inParts } from "#db/parts.ts";
import type { IndexDocument, IndexPassage } from "#index/index.ts";
import { CITING_FIELD, TEXT_FIELD } from "#search/opinions.ts";
import { vectorDocument } from "#search/collection-vectors.ts";
import { splitPassages } from "#text/passages.ts";

/** Words of those who cite a decision that are embedded, for each of its opinions; of more, the first. */
const SAID_MAX = 1000;

/** What splitting a document may take; the longest known take a second. */
export const PASSAGES_BUDGET: { document_ms_max: number } = { document_ms_max: 20_000 };

export type EmbedOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Told which of the documents were given up. */
  readonly onSplit?: (endless: ReadonlySet<string>) => void;
};

/** A passage on its way to its vector. */
type Unembedded = Omit<IndexPassage, "vector"> & { readonly text: string };

/**
 * Documents of words as documents of vectors: the passages of their texts, and what others say where they cite them. A
 * passage of which the embedder knows nothing is left out, and so is all of a document with whose text splitting does not
 * come to an end. Throws what the embedder throws: all documents or none.
 */
export async function embedDocuments(
  documents: readonly IndexDocument[],
  embedder: Embedder,
  { signal, onSplit = () => undefined }: EmbedOptions = {},
): Promise<readonly IndexDocument[]> {
  const own = eachWithinTime(documents, PASSAGES_BUDGET.document_ms_max, ownPassages);
  const unembedded = documents.map((document, at): readonly Unembedded[] => {
    const passages = own[at];
    return passages === undefined || passages === TOOK_TOO_LONG ? [] : [...passages, ...saidOf(document)];
  });
  onSplit(new Set(documents.filter((_, at) => own[at] === TOOK_TOO_LONG).map(({ id }) => id)));
  const vectors: (Float32Array | undefined)[] = [];
  for (const part of inParts(unembedded.flat(), TEXTS_MAX)) {
    const rows = await embedder.passages(
      part.map(({ text }) => text),
      { signal },
    );
    const { dimensions } = embedder.version;
    checkRows(rows, part.length, dimensions);
    part.forEach((_, row) => {
      const vector = rows.slice(row * dimensions, (row + 1) * dimensions);
      vectors.push(vector.some((value) => value !== 0) ? vector : undefined);
    });
  }
  let next = 0;
  return documents.map((document, at) => {
    const passages = (unembedded[at] ?? []).flatMap(({ from, to, source }): IndexPassage[] => {
      const vector = vectors[next++];
      return vector === undefined ? [] : [{ vector, from, to, ...(source === undefined ? {} : { source }) }];
    });
    return vectorDocument(document, passages);
  });
}

/** A provider that breaks its word must not cost a document its vectors: the whole batch is made again. */
function checkRows(rows: Float32Array, texts: number, dimensions: number): void {
  if (rows.length !== texts * dimensions) {
    const given = texts === 0 ? 0 : rows.length / texts;
    throw new OnpointError("unavailable", `vectors of ${given} dimensions were made where ${dimensions} are kept`);
  }
  if (!rows.every(Number.isFinite)) throw new OnpointError("unavailable", "vectors were made that are no numbers");
}

function ownPassages({ texts }: IndexDocument): readonly Unembedded[] {
  const text = texts[TEXT_FIELD];
  if (typeof text !== "string") return [];
  let [bytes, read] = [0, 0];
  const bytesUntil = (place: number): number => {
    bytes += Buffer.byteLength(text.slice(read, place));
    read = place;
    return bytes;
  };
  return splitPassages(text).map(({ start, end }) => {
    return { text: text.slice(start, end), from: bytesUntil(start), to: bytesUntil(end) };
  });
}

/** An opinion may cite another in several places; each is a passage. */
function stretchesOf({ source, text }: { readonly source: string; readonly text: string }): readonly Unembedded[] {
  return text.split("\n\n").map((stretch) => ({ text: stretch, source, from: 0, to: 0 }));
}

function saidOf({ texts }: IndexDocument): readonly Unembedded[] {
  const said = texts[CITING_FIELD];
  if (said === undefined || typeof said === "string") return [];
  return said.slice(0, SAID_MAX).flatMap((one) => (typeof one === "string" ? [] : stretchesOf(one)));
}
