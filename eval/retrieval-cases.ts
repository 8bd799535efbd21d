import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** Words around a citation that must find the decision cited. */
export type RetrievalCase = {
  readonly id: string;
  readonly query: string;
  /** The decision the words come from: no hit, and what it says of others is left out for its queries. */
  readonly citing: string;
  readonly relevant: readonly string[];
};

/** Throws when there are none. */
export function readRetrievalCases(path: string): readonly RetrievalCase[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
  const cases = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as RetrievalCase);
  if (cases.length === 0) throw new Error(`${path} holds no cases`);
  return cases;
}

/** R@n is the share of queries whose decision stands among the first n; MRR goes down to rank 100. Ranks are from 1. */
export function retrievalFigures(ranks: readonly number[]): Readonly<Record<"R@1" | "R@10" | "R@100" | "MRR", number>> {
  const within = (most: number): number => ranks.filter((rank) => rank <= most).length / ranks.length;
  return {
    "R@1": within(1),
    "R@10": within(10),
    "R@100": within(100),
    MRR: ranks.reduce((sum, rank) => sum + (rank <= 100 ? 1 / rank : 0), 0) / ranks.length,
  };
}
