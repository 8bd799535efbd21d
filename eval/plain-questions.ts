import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { SEARCH_MODES } from "#search/request.ts";
import { CORPUS_DIR, openCorpus, SHARED_DATA } from "./corpus.ts";
import { reportFigures } from "./report.ts";
import { readRetrievalCases } from "./retrieval-cases.ts";
import { openModel } from "./semantic/model.ts";
import { queriesOf } from "./semantic/queries.ts";
import { openServing } from "./semantic/serving.ts";

/**
 * Questions in plain language over the real corpus: `node eval/plain-questions.ts [--data DIR] [--models DIR] [--show] [--land]`.
 *
 * `plain-questions.tsv` names for each the decisions that answer it and those that bear on it. They were chosen from a
 * list of the decisions held that are cited most, before any search was looked at, so what answers a question and is not
 * named there counts as wrong: the figures compare modes, and are no measure of how often an answer helps. nDCG@10
 * counts an answer as 3 and what bears on the question as 1, by work; "answered" is the share of questions of which an
 * answer stands among the first ten. The model is that of `eval/modes.ts`.
 */
const { values: options } = parseArgs({
  options: {
    cases: { type: "string", default: join(SHARED_DATA, "eval/retrieval-dev.jsonl.gz") },
    data: { type: "string", default: CORPUS_DIR },
    models: { type: "string", default: join(CORPUS_DIR, "models") },
    show: { type: "boolean", default: false },
    land: { type: "boolean", default: false },
  },
});
const DEPTH = 10;
const GAINS = [3, 1] as const;

type Question = { readonly question: string; readonly gains: ReadonlyMap<string, number> };

function readQuestions(workOf: ReadonlyMap<string, string>): readonly Question[] {
  const [, ...lines] = readFileSync(join(import.meta.dirname, "plain-questions.tsv"), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => {
    const [question = "", ...graded] = line.split("\t");
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
    return { question, gains: new Map(gains) };
  });
}

function discounted(gains: readonly number[]): number {
  return gains.slice(0, DEPTH).reduce((sum, gain, at) => sum + gain / Math.log2(at + 2), 0);
}

const corpus = await openCorpus(options.data, { citingWords: true });
const workOf = new Map([...corpus.works.values()].map(({ sourceId, workId }) => [sourceId, workId]));
const nameOf = new Map([...workOf].map(([id, work]) => [work, id]));
const questions = readQuestions(workOf);
const { leavesOut } = queriesOf(corpus, readRetrievalCases(options.cases), "fit");
const { embedder, dir } = await openModel(corpus, options.models, leavesOut);
const serving = await openServing(corpus, embedder, dir);
const figures: Record<string, number> = {};
for (const mode of SEARCH_MODES) {
  for (const rerank of [false, true]) {
    let [sum, answered] = [0, 0];
    for (const { question, gains } of questions) {
      const { ranking } = await serving.rank({ query: question, mode, rerank }, undefined);
      const works = [...new Set(ranking.hits.flatMap(({ id }) => corpus.works.get(id)?.workId ?? []))].slice(0, DEPTH);
      const found = works.map((work) => gains.get(work) ?? 0);
      sum += discounted(found) / discounted([...gains.values()].toSorted((a, b) => b - a));
      if (found.includes(GAINS[0])) answered++;
      if (options.show) {
        const shown = works.map((work, at) => `${found[at] === 0 ? "" : `+${found[at]} `}${nameOf.get(work)}`);
        console.log(`${mode}${rerank ? ", reranked" : ""}: ${question}\n  ${shown.join(", ")}`);
      }
    }
    const name = rerank ? `${mode}, reranked` : mode;
    figures[`${name} nDCG@10`] = sum / questions.length;
    figures[`${name} answered`] = answered / questions.length;
  }
}
await serving.close();
await corpus.close();
reportFigures("plain-questions", figures, options.land);
