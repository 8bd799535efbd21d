import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Corpus } from "../corpus.ts";

/** Weights are fitted and choices made on the first; the other is looked at for figures alone. */
export const QUESTION_SETS = ["building", "kept-back"] as const;
export type QuestionSet = (typeof QUESTION_SETS)[number];

/** What a person types, with what each work that answers it or bears on it is worth. */
export type Question = { readonly question: string; readonly gains: ReadonlyMap<string, number> };

const DEPTH = 10;
/** Of what answers, and of what bears on the question. */
const GAINS = [3, 1] as const;
export const ANSWER: number = GAINS[0];

/**
 * What everyday people might type of the facts of decisions that were drawn by the hash of their ids, whatever cites
 * them, those of `wanted` ids: the decision is the answer. Throws where one is not held.
 */
export function readFacts({ works }: Pick<Corpus, "works">, wanted: (id: string) => boolean): readonly Question[] {
  const workOf = worksBySource(works);
  return rowsOf("everyday-facts").flatMap(([question = "", id = ""]) =>
    wanted(id) ? [{ question, gains: gainsOf(workOf, [id], question) }] : [],
  );
}

/** Throws where a decision that is named is not held. */
export function readQuestions({ works }: Pick<Corpus, "works">, set: QuestionSet): readonly Question[] {
  const workOf = worksBySource(works);
  return rowsOf(set).map(([question = "", ...graded]) => ({ question, gains: gainsOf(workOf, graded, question) }));
}

function worksBySource(works: Corpus["works"]): ReadonlyMap<string, string> {
  return new Map([...works.values()].map(({ sourceId, workId }) => [sourceId, workId]));
}

/** Of a table of this folder, behind its heads. */
function rowsOf(table: string): readonly (readonly string[])[] {
  const [, ...lines] = readFileSync(join(import.meta.dirname, `${table}.tsv`), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => line.split("\t"));
}

function gainsOf(
  workOf: ReadonlyMap<string, string>,
  graded: readonly string[],
  question: string,
): ReadonlyMap<string, number> {
  const gains = graded.flatMap((ids, grade) =>
    ids
      .split(" ")
      .filter((id) => id !== "")
      .map((id): [string, number] => {
        const work = workOf.get(id);
        if (work === undefined) throw new Error(`${id} is not held: ${question}`);
        return [work, GAINS[grade] ?? 0];
      }),
  );
  return new Map(gains);
}

/** nDCG@10 of works in an order. */
export function ndcgOf(works: readonly string[], gains: Question["gains"]): number {
  const ideal = [...gains.values()].toSorted((a, b) => b - a);
  return discounted(works.map((work) => gains.get(work) ?? 0)) / discounted(ideal);
}

function discounted(gains: readonly number[]): number {
  return gains.slice(0, DEPTH).reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0);
}

/** The works that count. */
export function firstOf(works: readonly string[]): readonly string[] {
  return [...new Set(works)].slice(0, DEPTH);
}
