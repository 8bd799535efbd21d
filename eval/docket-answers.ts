import { parseArgs } from "node:util";
import { openAnalyst, weighLines } from "#analysis/analysis.ts";
import type { EntryWithDocuments } from "#research/dockets/model.ts";
import { answerFromSheet } from "#research/dockets/read-sheet.ts";
import { judgeAnswer } from "./analysis/answer-judge.ts";
import type { AnswerJudged } from "./analysis/answer-judge.ts";
import { figuresOfAnswers } from "./analysis/answer-judge.ts";
import { labelledQuestions } from "./analysis/questions.ts";
import type { Labelled, LabelledFile } from "./analysis/questions.ts";
import { sheetsOf } from "./dockets/sheets.ts";
import { reportFigures } from "./report.ts";

/**
 * How well questions over one docket are answered, from the court's own page to the answer that a caller gets:
 * `node eval/docket-answers.ts [--half building|sealed] [--show] [--land]`. Rules are made with the building half, the misses of the other
 * are not shown.
 */
const { values } = parseArgs({
  options: {
    half: { type: "string", default: "building" },
    show: { type: "boolean", default: false },
    land: { type: "boolean", default: false },
  },
});
const half = values.half === "sealed" ? "sealed" : "building";
if (half === "sealed" && values.show) throw new Error("the misses of the sealed half are not shown");

const ENTRIES_MAX = 15;

const labelled = labelledQuestions(half).filter(({ kind }) => kind === "docket");
const sheets = await sheetsOf(new Set(labelled.map(({ source }) => (source as LabelledFile).file)));
const analyst = openAnalyst();
const judged: AnswerJudged[] = [];
for (const one of labelled) {
  const { file } = one.source as LabelledFile;
  const sheet = sheets.get(file);
  if (sheet === undefined) throw new Error(`${file} was not read`);
  const answered = await answerFromSheet({ analyst, weighLines }, one.question, sheet, undefined);
  if (answered === undefined) throw new Error(`${one.id} could not be read`);
  const told = answered.chosen.entries.slice(0, ENTRIES_MAX).map(({ entry }) => entry);
  judged.push({
    ...judgeAnswer(one, answered.analysis),
    told: told.length,
    wanted: one.entries?.length ?? 0,
    found: (one.entries ?? []).filter((label) => told.some((entry) => isCalled(entry, label))).length,
    toldRight: told.filter((entry) => (one.entries ?? []).some((label) => isCalled(entry, label))).length,
  });
  if (values.show) show(one, judged.at(-1), answered.analysis.answer, answered.analysis.doesNotAddress, told);
}
if (judged.length === 0) throw new Error("no question was asked");
reportFigures(half === "building" ? "docket-answers" : "docket-answers-sealed", figuresOfAnswers(judged), values.land);

type Numbered = Pick<EntryWithDocuments, "number" | "dateFiled" | "dateEntered">;

function isCalled({ number, dateFiled, dateEntered }: Numbered, label: string): boolean {
  return label.startsWith("@") ? number === null && (dateFiled ?? dateEntered) === label.slice(1) : number === label;
}

function show(
  { id, type, question, spans, unanswered, entries }: Labelled,
  one: AnswerJudged | undefined,
  answer: string,
  notAddressed: readonly string[],
  told: readonly { readonly number: string | null; readonly dateFiled: string | null }[],
): void {
  console.log(`${id} ${type} ${one?.held.includes(true) ? "HELD" : "miss"} ${one?.held.join()}: ${question}`);
  console.log(`  answer: ${answer}`);
  for (const span of spans) console.log(`  wanted: ${span[0]?.slice(0, 240)}`);
  console.log(`  not addressed: ${JSON.stringify(notAddressed)}; wanted ${JSON.stringify(unanswered ?? [])}`);
  console.log(
    `  entries wanted ${entries?.join() ?? "-"}; told ${told.map((entry) => entry.number ?? `@${entry.dateFiled}`).join()}`,
  );
}
