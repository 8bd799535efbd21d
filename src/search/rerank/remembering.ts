import { createHash } from "node:crypto";
import { BoundedMap } from "#base/bounded-map.ts";
import type { TextReranker } from "./candidate-texts.ts";

/** Scores that are kept: those of some hundreds of searches. */
const SCORES_MAX = 20_000;

/** A reranker that is asked for no text twice for the same query, as long as it is remembered; what fails is not. */
export function remembering({ judge, ...reranker }: TextReranker): TextReranker {
  const known = new BoundedMap<string, number>({ weight_max: SCORES_MAX, firstToGo: "used", name: "rerank_scores" });
  return {
    ...reranker,
    judge: async (query, texts, signal, spent) => {
      const keys = texts.map((text) =>
        createHash("sha256")
          .update(JSON.stringify([query, text]))
          .digest("base64"),
      );
      const scores = keys.map((key) => known.get(key));
      const open = texts.flatMap((text, at) => (scores[at] === undefined ? [{ text, at }] : []));
      if (open.length === 0) return scores;
      const judged = await judge(
        query,
        open.map(({ text }) => text),
        signal,
        spent,
      );
      for (const [place, { at }] of open.entries()) {
        const [score, key] = [judged[place], keys[at]];
        scores[at] = score;
        if (score !== undefined && key !== undefined) known.set(key, score);
      }
      return scores;
    },
  };
}
