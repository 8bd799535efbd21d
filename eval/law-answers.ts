import { join } from "node:path";
import { parseArgs } from "node:util";
import { openAnalyst } from "#analysis/analysis.ts";
import { answerOfLaw } from "#research/laws/answer-of-law.ts";
import { citationKey, kept, lawTexts } from "./analysis/archives.ts";
import { figuresOfAnswers, judgeAnswer } from "./analysis/answer-judge.ts";
import type { AnswerJudged } from "./analysis/answer-judge.ts";
import { labelledQuestions } from "./analysis/questions.ts";
import type { LabelledFile } from "./analysis/questions.ts";
import { CORPUS_DIR } from "./corpus.ts";
import { reportFigures } from "./report.ts";

/**
 * How well questions over one provision are answered, as a caller gets it: `node eval/law-answers.ts [--db DIR] [--half
 * building|sealed] [--show] [--land]`. Rules are made with the building half, the misses of the other are not shown.
 */
const { values } = parseArgs({
  options: {
    db: { type: "string", default: CORPUS_DIR },
    half: { type: "string", default: "building" },
    show: { type: "boolean", default: false },
    land: { type: "boolean", default: false },
  },
});
const half = values.half === "sealed" ? "sealed" : "building";
if (half === "sealed" && values.show) throw new Error("the misses of the sealed half are not shown");

const labelled = labelledQuestions(half).filter(({ kind }) => kind === "law");
const files = [...new Map(labelled.map(({ source }) => [JSON.stringify(source), source as LabelledFile])).values()];
const texts = await kept(join(values.db, `law-answers-${half}-${files.length}.json`), async () =>
  Object.fromEntries(await lawTexts(files)),
);
const analyst = openAnalyst();
const judged: AnswerJudged[] = [];
for (const one of labelled) {
  const { citation = "" } = one.source as LabelledFile;
  const text = texts[citationKey(citation)];
  if (text === undefined) throw new Error(`${citation} is not in the archives`);
  const part = { id: citation, text, section: null, url: null, pages: [] };
  const analysis = await answerOfLaw(analyst, one.question, { kind: "law", parts: [part] }, undefined);
  if (analysis === undefined) throw new Error(`${one.id} could not be read`);
  judged.push({ ...judgeAnswer(one, analysis), told: 0, wanted: 0, found: 0, toldRight: 0 });
  if (!values.show) continue;
  console.log(`${one.id} ${one.type} ${judged.at(-1)?.held.join()}: ${one.question}\n  answer: ${analysis.answer}`);
  for (const span of one.spans) console.log(`  wanted: ${span[0]}`);
  console.log(
    `  not addressed: ${JSON.stringify(analysis.doesNotAddress)}; wanted ${JSON.stringify(one.unanswered ?? [])}`,
  );
}
if (judged.length === 0) throw new Error("no question was asked");
reportFigures(half === "building" ? "law-answers" : "law-answers-sealed", figuresOfAnswers(judged), values.land);
