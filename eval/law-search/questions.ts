import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SHARED_DATA } from "../corpus.ts";

/** What a person types of law, with the provisions that are right, in the citations of their codes. */
export type LawQuestion = {
  readonly id: string;
  readonly kind: "question" | "terms" | "name";
  readonly query: string;
  readonly right: readonly string[];
};

export const HALVES = ["building", "sealed", "drawn", "drawn-later"] as const;
export type Half = (typeof HALVES)[number];

const DEPTH = 10;

/** Those of the shared data and our own. All that ask for one provision are of one half. */
export function readLawQuestions(half: Half): readonly LawQuestion[] {
  if (half === "drawn" || half === "drawn-later")
    return linesOf(join(import.meta.dirname, `${half}.tsv`)).map((line, at) => ofLine(line, `d${at}`, "question"));
  return [
    ...linesOf(join(SHARED_DATA, "eval/law-questions-dev.jsonl")).map((line) => JSON.parse(line) as LawQuestion),
    ...linesOf(join(import.meta.dirname, "questions.jsonl")).map((line) => JSON.parse(line) as LawQuestion),
    ...linesOf(join(import.meta.dirname, "known.tsv")).map((line, at) => ofLine(line, `n${at}`, "name")),
  ].filter(({ right }) => halfOf(right[0] ?? "") === half);
}

function ofLine(line: string, id: string, kind: LawQuestion["kind"]): LawQuestion {
  const [query = "", right = ""] = line.split("\t");
  return { id, kind, query, right: right.split(";") };
}

function linesOf(path: string): readonly string[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
}

function halfOf(citation: string): Half {
  return (createHash("sha256").update(citation).digest()[0] ?? 0) % 2 === 0 ? "building" : "sealed";
}

export type Judged = { readonly first: number; readonly found: number; readonly ndcg: number };

/** Whether a right provision stands first, and among the first ten; and nDCG@10, every right one being worth the same. */
export function judge(found: readonly string[], right: readonly string[]): Judged {
  const head = found.slice(0, DEPTH);
  const gained = discounted(head.map((citation) => right.includes(citation)));
  const best = discounted(right.slice(0, DEPTH).map(() => true));
  return {
    first: right.includes(head[0] ?? "") ? 1 : 0,
    found: head.some((citation) => right.includes(citation)) ? 1 : 0,
    ndcg: gained / best,
  };
}

function discounted(gains: readonly boolean[]): number {
  return gains.reduce((sum, isRight, at) => sum + (isRight ? 1 / Math.log2(at + 2) : 0), 0);
}

export function meanOf(judged: readonly Judged[]): Judged {
  const mean = (of: keyof Judged): number => judged.reduce((sum, one) => sum + one[of], 0) / Math.max(1, judged.length);
  return { first: mean("first"), found: mean("found"), ndcg: mean("ndcg") };
}
