import { join } from "node:path";
import { parseArgs } from "node:util";
import { SEARCH_MODES } from "#search/request.ts";
import { CORPUS_DIR, openCorpus, SHARED_DATA } from "./corpus.ts";
import { reportFigures } from "./report.ts";
import type { Figures } from "./report.ts";
import { readRetrievalCases, retrievalFigures } from "./retrieval-cases.ts";
import { HALVES } from "./semantic/halves.ts";
import type { Half } from "./semantic/halves.ts";
import { openModel } from "./semantic/model.ts";
import { queriesOf, withoutYears, withWrongYears } from "./semantic/queries.ts";
import { openServing } from "./semantic/serving.ts";

/**
 * Finds cited decisions from the words around the citation in every mode, with and without reranking, exactly as the
 * service answers: `node eval/modes.ts [--half report|fit] [--without-years | --wrong-years] [--only NAME] [--cases FILE] [--data DIR]
 * [--models DIR] [--sample N] [--land]`. Each ranking is told, and lands, when it is done; `--only` names one (`hybrid,
 * reranked`). `--without-years` takes all years out of the queries, `--wrong-years` moves each to another, `--sample` takes every n-th of them.
 *
 * The model is trained for the run without anything that the citing decisions of either half say of others. Of a query
 * its own decision is no hit, and its words about others are left out of both indexes and of the counts of citations.
 * Hits count by work. Weights and what was chosen by hand come from the half `fit`.
 */
const { values: options } = parseArgs({
  options: {
    cases: { type: "string", default: join(SHARED_DATA, "eval/retrieval-dev.jsonl.gz") },
    data: { type: "string", default: CORPUS_DIR },
    models: { type: "string", default: join(CORPUS_DIR, "models") },
    half: { type: "string", default: "report" },
    "without-years": { type: "boolean", default: false },
    "wrong-years": { type: "boolean", default: false },
    only: { type: "string" },
    sample: { type: "string", default: "1" },
    land: { type: "boolean", default: false },
  },
});

const years = options["without-years"] ? "-without-years" : options["wrong-years"] ? "-wrong-years" : "";
const withYears = { "-without-years": withoutYears, "-wrong-years": withWrongYears, "": (text: string) => text }[years];
const half = HALVES.find((one): one is Half => one === options.half);
if (half === undefined) throw new Error(`--half wants ${HALVES.join(" or ")}`);
const corpus = await openCorpus(options.data, { citingWords: true });
const { queries: all, leavesOut } = queriesOf(corpus, readRetrievalCases(options.cases), half);
const queries = all
  .filter((_, index) => index % Number(options.sample) === 0)
  .map((one) => ({ ...one, query: withYears(one.query) }));
const { embedder, dir } = await openModel(corpus, options.models, leavesOut);
const serving = await openServing(corpus, embedder, dir);
let measured = 0;
for (const mode of SEARCH_MODES) {
  for (const rerank of [false, true]) {
    const name = rerank ? `${mode}, reranked` : mode;
    if (options.only !== undefined && options.only !== name) continue;
    measured += 1;
    const [started_ms, started] = [performance.now(), process.cpuUsage()];
    const ranks: number[] = [];
    for (const { query, citingWork, wanted } of queries) {
      const { ranking, rerank: done, search } = await serving.rank({ query, mode, rerank }, citingWork);
      if (rerank && done?.isDone !== true) throw new Error(`not reranked: ${done?.notes.join(" ")}`);
      if (mode === "semantic" && search.request.mode !== mode) throw new Error("words were searched");
      const works = ranking.hits.flatMap(({ id }) => corpus.works.get(id)?.workId ?? []);
      const found = [...new Set(works)].filter((work) => work !== citingWork);
      const at = found.findIndex((work) => wanted.has(work));
      ranks.push(at === -1 ? Number.POSITIVE_INFINITY : at + 1);
    }
    const each_ms = (performance.now() - started_ms) / queries.length;
    const { user, system } = process.cpuUsage(started);
    const processor_ms = (user + system) / 1000 / queries.length;
    console.log(
      `${name}: ${each_ms.toFixed(1)} ms a query, ${processor_ms.toFixed(1)} of processor time, ${queries.length} queries`,
    );
    const figures: Figures = { queries: queries.length, ...retrievalFigures(ranks) };
    const place = `${half}${years}-${name.replace(", ", "-")}`;
    reportFigures(`modes/${place}`, figures, options.land);
  }
}
await serving.close();
await corpus.close();
if (measured === 0) throw new Error("--only names no ranking");
