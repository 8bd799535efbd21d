import type { Reader } from "#db/connection.ts";
import type { ReadStretches } from "#db/stretches.ts";
import type { Found } from "#search/retrieve/retriever.ts";
import type { Reranker, Tokens } from "./rerank.ts";

/** Judges how well texts answer a query, by reading them. */
export type TextReranker = {
  readonly model: string;
  /** Candidates that it is to read at most. */
  readonly most?: number;
  /** A score for each text, in their order; undefined for one that was not judged. Throws where it fails. */
  readonly judge: (
    query: string,
    texts: readonly string[],
    signal?: AbortSignal,
    spent?: (tokens: Tokens) => void,
  ) => Promise<readonly (number | undefined)[]>;
};

/** How what a reranker reads of the documents of a collection is read from the records. */
export type ReadCandidates = {
  /** What each is called; one without a name may be left out. */
  readonly names: (db: Reader, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly stretches: ReadStretches;
};

/** A reranker that is given what stands around each match. */
export function readingTexts({ judge, ...reranker }: TextReranker, db: Reader, read: ReadCandidates): Reranker {
  return {
    ...reranker,
    judge: async ({ question }, hits, _, signal, spent) =>
      judge(question.text, await candidateTexts(db, hits, read), signal, spent),
  };
}

/** Of each text around its match, about as much as a passage has. */
const TEXT_BYTES = 2000;

/** What a reranker reads of hits: the name of each, and the text around what matched. Two statements. */
async function candidateTexts(
  db: Reader,
  hits: readonly Found[],
  { names, stretches: readStretches }: ReadCandidates,
): Promise<readonly string[]> {
  const asked = hits.map(({ id, excerpt, passage }) => ({
    id,
    from: passage?.from ?? excerpt?.from ?? 0,
    bytes: Math.max(TEXT_BYTES, passage?.bytes ?? 0),
  }));
  const ids = hits.map(({ id }) => id);
  const [nameById, stretches] = await Promise.all([names(db, ids), readStretches(db, asked)]);
  // The last character may have been cut.
  return ids.map((id) => `${nameById.get(id) ?? ""}\n${(stretches.get(id) ?? "").replace(/(?<!\uFFFD)\uFFFD+$/u, "")}`);
}
