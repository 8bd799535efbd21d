import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openRecords } from "#schema/open.ts";
import { SEARCH_MODES } from "#search/request.ts";
import { CORPUS_DIR, SHARED_DATA } from "./corpus.ts";
import { firstOf, ndcgOf, readFacts, readQuestions } from "./plain/questions.ts";
import type { Question } from "./plain/questions.ts";
import { reportFigures } from "./report.ts";

/**
 * What people type, asked of a service that runs on these records:
 * `node eval/typed-queries.ts --origin http://127.0.0.1:8080 --key KEY [--half building|sealed] [--data DIR] [--land]`.
 *
 * Decisions with at most five citers, asked for by their facts and by their doctrine: the mean reciprocal rank among the
 * first ten works; and decisions of any kind asked for by everyday people's words of their facts, from
 * `plain/everyday-facts.tsv`. The halves are by the hash of the decision; choices are made on the first, the second is looked at
 * for figures alone. Beside them the plain questions, the building set or those that are kept back, as nDCG@10: their
 * answers are among what is cited most, so that they say how well such decisions are found, and the others how well the
 * rest is. `*: least gain` is the least that a way gains over words alone in any of the kinds.
 */
const { values: options } = parseArgs({
  options: {
    origin: { type: "string", default: "http://127.0.0.1:8080" },
    key: { type: "string", default: "" },
    data: { type: "string", default: CORPUS_DIR },
    half: { type: "string", default: "building" },
    land: { type: "boolean", default: false },
  },
});
const { half } = options;
if (half !== "building" && half !== "sealed") throw new Error("--half wants building or sealed");

type Typed = { readonly id: string; readonly plain: string; readonly lawyer: string };

const db = await openRecords({ dataDir: options.data });
const rows = await db
  .selectFrom("opinions")
  .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
  .select(["opinions.id", "clusters.source", "clusters.source_id", "clusters.work_id"])
  .execute();
await db.close();
const SHORT: Readonly<Record<string, string>> = { courtlistener: "cl", cap: "cap" };
const workOf = new Map(rows.map(({ id, work_id }) => [id, work_id]));
const works = new Map(
  rows.map(({ id, source, source_id, work_id }) => {
    return [id, { clusterId: "", workId: work_id, sourceId: `${SHORT[source] ?? source}:${source_id}` }];
  }),
);
const workOfSource = new Map([...works.values()].map(({ sourceId, workId }) => [sourceId, workId]));

const lines = readFileSync(join(SHARED_DATA, "eval/typed-queries-dev.jsonl"), "utf8").trim().split("\n");
const typed = lines.map((line) => JSON.parse(line) as Typed).filter(({ id }) => halfOf(id) === half);
const byDecision = (kind: "plain" | "lawyer"): readonly Question[] =>
  typed.flatMap((one) => {
    const work = workOfSource.get(one.id);
    return work === undefined ? [] : [{ question: one[kind], gains: new Map([[work, 1]]) }];
  });
const kinds: readonly (readonly [string, readonly Question[], (found: readonly string[], one: Question) => number])[] =
  [
    ["facts MRR", byDecision("plain"), reciprocalRank],
    ["doctrine MRR", byDecision("lawyer"), reciprocalRank],
    ["everyday facts MRR", readFacts({ works }, (id) => halfOf(id) === half), reciprocalRank],
    [
      "questions nDCG@10",
      readQuestions({ works }, half === "building" ? "building" : "kept-back"),
      (found, { gains }): number => ndcgOf(found, gains),
    ],
  ];
if (kinds.some(([, asked]) => asked.length === 0))
  throw new Error(`nothing that is asked for is held in ${options.data}`);

const figures: Record<string, number> = {};
for (const [kind, asked] of kinds) figures[`${kind}: asked`] = asked.length;
for (const mode of [...SEARCH_MODES, "auto"]) {
  for (const rerank of [false, true]) {
    const way = rerank ? `${mode}, reranked` : mode;
    const gains: number[] = [];
    for (const [kind, asked, judge] of kinds) {
      let sum = 0;
      for (const one of asked) sum += judge(await search(one.question, mode, rerank), one);
      figures[`${way}: ${kind}`] = sum / asked.length;
      gains.push(sum / asked.length - (figures[`keyword: ${kind}`] ?? 0));
    }
    figures[`${way}: least gain`] = Math.min(...gains);
  }
}
reportFigures(`typed-queries-${half}`, figures, options.land);

function halfOf(id: string): "building" | "sealed" {
  const [first = 0] = createHash("sha256").update(id).digest().subarray(-1);
  return first % 2 === 0 ? "building" : "sealed";
}

function reciprocalRank(found: readonly string[], { gains }: Question): number {
  const at = found.findIndex((work) => gains.has(work));
  return at < 0 ? 0 : 1 / (at + 1);
}

async function search(query: string, mode: string, rerank: boolean): Promise<readonly string[]> {
  const answer = await fetch(new URL("/v1/search", options.origin), {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${options.key}` },
    body: JSON.stringify({ query, mode, rerank, page_size: 20 }),
  });
  if (!answer.ok) throw new Error(`${answer.status} for ${query}: ${await answer.text()}`);
  const { results } = (await answer.json()) as { results: { opinion_id: string }[] };
  return firstOf(results.flatMap(({ opinion_id }) => workOf.get(opinion_id) ?? []));
}
