import { join } from "node:path";
import { parseArgs } from "node:util";
import { SEARCH_MODES } from "#search/request.ts";
import { CORPUS_DIR, openCorpus, SHARED_DATA } from "./corpus.ts";
import { ANSWER, firstOf, ndcgOf, QUESTION_SETS, readQuestions } from "./plain/questions.ts";
import { reportFigures } from "./report.ts";
import { readRetrievalCases } from "./retrieval-cases.ts";
import { openModel } from "./semantic/model.ts";
import { queriesOf } from "./semantic/queries.ts";
import { openServing } from "./semantic/serving.ts";

/**
 * Questions in plain language over the real corpus:
 * `node eval/plain-questions.ts [--set building|kept-back] [--data DIR] [--models DIR] [--show] [--land]`.
 *
 * A file of `plain/` names for each the decisions that answer it and those that bear on it. They were chosen from a
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
    set: { type: "string", default: "building" },
    show: { type: "boolean", default: false },
    land: { type: "boolean", default: false },
  },
});

const set = QUESTION_SETS.find((one) => one === options.set);
if (set === undefined) throw new Error(`--set wants ${QUESTION_SETS.join(" or ")}`);
const corpus = await openCorpus(options.data, { citingWords: true });
const nameOf = new Map([...corpus.works.values()].map(({ sourceId, workId }) => [workId, sourceId]));
const questions = readQuestions(corpus, set);
const { leavesOut } = queriesOf(corpus, readRetrievalCases(options.cases), "fit");
const { embedder, dir } = await openModel(corpus, options.models, leavesOut);
const serving = await openServing(corpus, embedder, dir);
const figures: Record<string, number> = { questions: questions.length };
for (const mode of SEARCH_MODES) {
  for (const rerank of [false, true]) {
    let [sum, answered] = [0, 0];
    for (const { question, gains } of questions) {
      const { ranking } = await serving.rank({ query: question, mode, rerank }, undefined);
      const works = firstOf(ranking.hits.flatMap(({ id }) => corpus.works.get(id)?.workId ?? []));
      sum += ndcgOf(works, gains);
      if (works.some((work) => gains.get(work) === ANSWER)) answered++;
      if (options.show) {
        const shown = works.map((work) => `${gains.has(work) ? `+${gains.get(work)} ` : ""}${nameOf.get(work)}`);
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
reportFigures(`plain-questions-${set}`, figures, options.land);
