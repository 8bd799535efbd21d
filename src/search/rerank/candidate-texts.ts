import type { Reader } from "#db/connection.ts";
import { readListings } from "#opinions/store/listings.ts";
import { readStretches } from "#opinions/store/texts.ts";
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

/** A reranker that is given what stands around each match. */
export function readingTexts({ judge, ...reranker }: TextReranker, db: Reader): Reranker {
  return {
    ...reranker,
    judge: async ({ question }, hits, _, signal, spent) =>
      judge(question.text, await candidateTexts(db, hits), signal, spent),
  };
}

/** Of each text around its match, about as much as a passage has. */
const TEXT_BYTES = 2000;

/** What a reranker reads of hits: the name of the case, and the text around what matched. Two statements. */
export async function candidateTexts(db: Reader, hits: readonly Found[]): Promise<readonly string[]> {
  const asked = hits.map(({ id, excerpt, passage }) => ({
    id,
    from: passage?.from ?? excerpt?.from ?? 0,
    bytes: Math.max(TEXT_BYTES, passage?.bytes ?? 0),
  }));
  const ids = hits.map(({ id }) => id);
  const [records, stretches] = await Promise.all([readListings(db, ids), readStretches(db, asked)]);
  // The last character may have been cut.
  return ids.map(
    (id) => `${records.get(id)?.caseName ?? ""}\n${(stretches.get(id) ?? "").replace(/(?<!\uFFFD)\uFFFD+$/u, "")}`,
  );
}
