import { z } from "zod";
import { askJson, failed } from "./ask-json.ts";
import type { TextReranker } from "./candidate-texts.ts";

/** How a service spells a request and its answer. */
type Shape = {
  /** The member that holds the texts. */
  readonly documents: "documents" | "texts";
  /** The member that asks for how many are answered; one that has none answers all. */
  readonly top: "top_n" | "top_k" | null;
  /** Where in the answer the results stand; the answer is the list itself without it. */
  readonly results: "results" | "data" | null;
  readonly score: "relevance_score" | "score";
};

/** As the services document them; `index` names the text in all of them. */
export const SHAPES = {
  cohere: { documents: "documents", top: "top_n", results: "results", score: "relevance_score" },
  voyage: { documents: "documents", top: "top_k", results: "data", score: "relevance_score" },
  jina: { documents: "documents", top: "top_n", results: "results", score: "relevance_score" },
  "llama.cpp": { documents: "documents", top: "top_n", results: "results", score: "relevance_score" },
  tei: { documents: "texts", top: null, results: null, score: "score" },
} as const satisfies Record<string, Shape>;
export type ShapeName = keyof typeof SHAPES;
export const SHAPE_NAMES: readonly ShapeName[] = Object.keys(SHAPES) as ShapeName[];

export type RerankService = {
  readonly shape: ShapeName;
  /** The whole address that takes the request. */
  readonly url: string;
  readonly model: string;
  readonly key: string | undefined;
  readonly timeout_ms: number;
};

/** A reranker behind an address. Throws `unavailable` for whatever it does but answer. */
export function rerankService({ shape, url, model, key, timeout_ms }: RerankService): TextReranker {
  const form = SHAPES[shape];
  return {
    model,
    judge: async (query, texts, signal) => {
      const timeout = AbortSignal.timeout(timeout_ms);
      const body = { model, query, [form.documents]: texts, ...(form.top !== null && { [form.top]: texts.length }) };
      const stop = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
      const answer = await askJson({ url, key, body, signal: stop });
      return scoresIn(answer, form, texts.length);
    },
  };
}

function scoresIn(answer: unknown, { results, score }: Shape, texts: number): readonly (number | undefined)[] {
  const result = z.object({
    index: z
      .int()
      .min(0)
      .max(texts - 1),
    [score]: z.number(),
  });
  const list = z.array(result);
  const read = (results === null ? list : z.object({ [results]: list })).safeParse(answer);
  if (!read.success) throw failed("its answer has another shape");
  const found = (Array.isArray(read.data) ? read.data : Object.values(read.data)[0]) as Record<string, number>[];
  const scores = Array.from({ length: texts }, (): number | undefined => undefined);
  for (const one of found) scores[one["index"] as number] = one[score];
  return scores;
}
