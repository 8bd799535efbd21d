import { join } from "node:path";
import { parseArgs } from "node:util";
import { openAnalyst } from "#analysis/analysis.ts";
import { openRecords } from "#schema/open.ts";
import { CHOOSERS, playChooser } from "./analysis/choosing-model.ts";
import { figuresOf, judge } from "./analysis/judge.ts";
import type { Judged } from "./analysis/judge.ts";
import { playGoodModel } from "./analysis/good-model.ts";
import { kept } from "./analysis/archives.ts";
import { nearestDecisions } from "./analysis/neighbours.ts";
import { documentId, labelledQuestions } from "./analysis/questions.ts";
import { isScripted, scriptedQuestions } from "./analysis/scripted.ts";
import { documentsOf } from "./analysis/sources.ts";
import { toldFigures, toldOf } from "./analysis/telling.ts";
import type { Told } from "./analysis/telling.ts";
import { CORPUS_DIR, importOnce } from "./corpus.ts";
import { reportFigures } from "./report.ts";

/**
 * How well questions over one document are answered: `node eval/analysis.ts [--db DIR] [--set analysis|answers]
 * [--half building|sealed|whole] [--reader extractive|model|second-look] [--chooser knows|first|any|lies] [--show] [--land]`. Rules and weights are made with the building half; `--show` prints its misses and is refused for
 * the sealed half. Of opinions it also tells what `answer` holds, and asks questions made by rule that nothing answers. With `--reader model` a server here plays a model that knows the marked answers: the figures then
 * tell what is lost on the way. With `--reader second-look` one chooses among the sentences that it is shown.
 */
const { values } = parseArgs({
  options: {
    db: { type: "string", default: CORPUS_DIR },
    set: { type: "string", default: "analysis" },
    half: { type: "string", default: "building" },
    reader: { type: "string", default: "extractive" },
    chooser: { type: "string", default: "knows" },
    show: { type: "boolean", default: false },
    land: { type: "boolean", default: false },
  },
});
const half = values.half === "sealed" || values.half === "whole" ? values.half : "building";
const set = values.set === "answers" ? "answers" : "analysis";
if (half !== "building" && values.show) throw new Error("the misses of the sealed half are not shown");
/** Of each kind of questions made by rule. */
const SCRIPTED_COUNT = 120;

const db = await openRecords({ dataDir: values.db });
await importOnce(db, values.db);
const marked = labelledQuestions(half, set);
const ids = [...new Set(labelledQuestions("whole", set).map(documentId))];
const neighbours = await kept(join(values.db, `analysis-neighbours-${set}.json`), async () =>
  nearestDecisions(db, ids),
);
const scripted = values.reader === "model" ? [] : scriptedQuestions(marked, neighbours, SCRIPTED_COUNT);
const documents = await documentsOf(db, values.db, [...marked, ...scripted]);
await db.close();
const chooser = CHOOSERS.find((one) => one === values.chooser) ?? "knows";
const choosing = values.reader === "second-look" ? await playChooser(chooser) : undefined;
const played = values.reader === "model" ? await playGoodModel(marked) : choosing;
const analyst = openAnalyst(played?.config);
const judged: Judged[] = [];
const told: Told[] = [];
const times_ms: number[] = [];
for (const one of [...marked, ...scripted]) {
  const document = documents.get(documentId(one));
  if (document === undefined) throw new Error(`${documentId(one)} is not held`);
  choosing?.expect(one);
  const started = performance.now();
  const analysis = await analyst.analyse(one.question, document.source);
  times_ms.push(performance.now() - started);
  told.push(toldOf(one, document.source, analysis));
  if (!isScripted(one)) judged.push(judge(one, document, analysis));
}
await played?.close();
if (judged.length === 0) throw new Error("no question was asked");
if (values.show) for (const one of judged) show(one);
reportFigures(
  [
    "analysis",
    ...(set === "answers" ? ["answers"] : []),
    ...(half === "building" ? [] : [half]),
    ...(choosing === undefined ? [] : [`second-look-${chooser}`]),
    ...(values.reader === "model" ? ["model"] : []),
  ].join("-"),
  { ...figuresOf(judged), ...toldFigures(told) },
  values.land,
);
if (choosing !== undefined) console.log(`a request had ${choosing.charsMost()} characters at most`);
times_ms.sort((one, other) => one - other);
console.log(
  `a question took ${(times_ms[times_ms.length >> 1] ?? 0).toFixed(0)} ms in the middle, ${(times_ms.at(-1) ?? 0).toFixed(0)} at most`,
);

function show({ labelled: { id, kind, wording, question, spans, unanswered }, found, analysis, ...one }: Judged): void {
  const isMissed = found.includes(false) || one.entriesFound < one.entriesWanted || one.isSectionRight === false;
  const isWrong = (unanswered ?? []).length > 0 !== one.isToldUnanswered;
  if (!isMissed && !isWrong) return;
  console.log(`${id} ${kind} ${wording}: ${question}`);
  for (const [part, span] of spans.entries())
    if (found[part] !== true) console.log(`  missed: ${span[0]?.slice(0, 200)}`);
  if (one.entriesFound < one.entriesWanted) console.log(`  entries: ${one.entriesFound} of ${one.entriesWanted}`);
  if (one.isSectionRight === false)
    console.log(`  section: ${analysis.propositions.map(({ section }) => section).join(", ")}`);
  if (isWrong || (unanswered ?? []).length > 0)
    console.log(
      `  not addressed: ${JSON.stringify(unanswered ?? [])}, told ${JSON.stringify(analysis.doesNotAddress)}`,
    );
}
