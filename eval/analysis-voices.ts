import { parseArgs } from "node:util";
import { openAnalyst } from "#analysis/analysis.ts";
import type { Source } from "#analysis/analysis.ts";
import { sectionLabel, sectionsOf } from "#analysis/sections.ts";
import { openRecords } from "#schema/open.ts";
import { halfOf } from "./brief-check/chance.ts";
import type { Half } from "./brief-check/chance.ts";
import { decisionsWithCopies } from "./analysis/sources.ts";
import type { DecisionWithCopies } from "./analysis/sources.ts";
import { voiceRuns } from "./analysis/voices.ts";
import type { VoiceRun } from "./analysis/voices.ts";
import { CORPUS_DIR, importOnce } from "./corpus.ts";
import { reportFigures } from "./report.ts";

/**
 * Whether the stretches of combined texts are given to those who speak in them: `node eval/analysis-voices.ts [--db DIR]
 * [--half building|sealed] [--land]`. Labels are free: decisions that hold a combined text hold many of its opinions
 * apart too. The text is read alone, without its copies; quotations are asked for both ways.
 */
const { values } = parseArgs({
  options: {
    db: { type: "string", default: CORPUS_DIR },
    half: { type: "string", default: "building" },
    land: { type: "boolean", default: false },
  },
});
const half: Half = values.half === "sealed" ? "sealed" : "building";
/** A shorter run may be a quotation of one opinion by another. */
const RUN_CHARS_MIN = 1_500;
/** A text of which the copies tell less lacks an opinion among them. */
const TOLD_SHARE_MIN = 0.8;
const ASKED = ["What is the holding?", "What did the court decide, and why?", "Which legal standard applies here?"];
const TEXTS_ASKED = 80;

const db = await openRecords({ dataDir: values.db });
await importOnce(db, values.db);
const held = (await decisionsWithCopies(db)).filter(({ id }) => halfOf(id) === half);
await db.close();

const sums = new Map<string, [right: number, all: number]>();
const labelled = held.flatMap((decision) => {
  const all = voiceRuns(decision.combined.text, decision.copies);
  const runs = all.filter(({ start, end }) => end - start >= RUN_CHARS_MIN);
  const told = runs.reduce((sum, { start, end }) => sum + end - start, 0);
  return told < decision.combined.text.length * TOLD_SHARE_MIN ? [] : [{ ...decision, runs, all }];
});
for (const { combined, runs } of labelled) {
  const spans = sectionsOf({ text: combined.text, section: null });
  for (const run of runs) {
    let right = 0;
    for (const { start, end, section } of spans) {
      const chars = Math.min(end, run.end) - Math.max(start, run.start);
      if (chars > 0 && isLabelled(sectionLabel(section)) === (run.voice !== "court")) right += chars;
    }
    add(
      run.voice === "court" ? "characters of the court's own" : "characters of separate opinions",
      right,
      run.end - run.start,
    );
  }
}

const analyst = openAnalyst();
const asked = labelled.filter(({ all }) => all.some(({ voice }) => voice !== "court")).slice(0, TEXTS_ASKED);
let [quotes, unlabelled, mislabelled, unlabelledAlone, quotesAlone] = [0, 0, 0, 0, 0];
for (const decision of asked) {
  for (const question of ASKED) {
    const served = await quotedOf(decision, question, decision.source);
    quotes += served.separate;
    unlabelled += served.unlabelled;
    mislabelled += served.mislabelled;
    const combined = decision.source.parts.find(({ id }) => id === decision.combined.id);
    if (combined === undefined) continue;
    const alone = await quotedOf(decision, question, { kind: "opinion", parts: [combined] });
    quotesAlone += alone.separate;
    unlabelledAlone += alone.unlabelled;
  }
}
const figures: Record<string, number> = { texts: labelled.length };
for (const [name, [right, all]] of sums) figures[`${name}, right`] = right / all;
Object.assign(figures, {
  "texts asked": asked.length,
  "quotes of separate opinions": quotes,
  "of these without a label": unlabelled,
  "quotes of the court told as another's": mislabelled,
  "the text alone: quotes of separate opinions": quotesAlone,
  "the text alone: without a label": unlabelledAlone,
});
reportFigures(half === "sealed" ? "analysis-voices-sealed" : "analysis-voices", figures, values.land);

async function quotedOf(
  { all, combined, copies }: DecisionWithCopies & { readonly all: readonly VoiceRun[] },
  question: string,
  source: Source,
): Promise<{ readonly separate: number; readonly unlabelled: number; readonly mislabelled: number }> {
  const { propositions } = await analyst.analyse(question, source);
  let [separate, unlabelled, mislabelled] = [0, 0, 0];
  for (const { quote, section } of propositions) {
    const copy = copies.find(({ id }) => id === quote.partId);
    const run = all.find(({ start, end }) => quote.partId === combined.id && start <= quote.start && quote.end <= end);
    const voice = copy === undefined ? run?.voice : copy.type === "lead" ? "court" : "separate";
    if (voice === undefined) continue;
    if (voice !== "court") separate += 1;
    if (voice !== "court" && section === null) unlabelled += 1;
    if (voice === "court" && isLabelled(section)) mislabelled += 1;
  }
  return { separate, unlabelled, mislabelled };
}

/** A plurality speaks for the court, and a head is no opinion. */
function isLabelled(label: string | null): boolean {
  return label !== null && !/syllabus|head|plurality/u.test(label);
}

function add(name: string, right: number, all: number): void {
  const sum = sums.get(name) ?? [0, 0];
  sums.set(name, [sum[0] + right, sum[1] + all]);
}
