import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { openAnalyst, weighLines } from "#analysis/analysis.ts";
import { answerFromSheet } from "#research/dockets/read-sheet.ts";
import { halfOf } from "./brief-check/chance.ts";
import { sheetsOf } from "./dockets/sheets.ts";
import type { Sheet } from "./dockets/sheets.ts";
import { reportFigures } from "./report.ts";

/**
 * What became of things in real dockets: `node eval/docket-graph.ts [--half building|sealed] [--show] [--land]`. The
 * questions of `dockets/what-became.tsv` were written, with the entries that answer them, before any rule was. A question is
 * answered right where the answer tells a right entry or fact, at most three others, and leaves nothing open; one that
 * the docket does not answer, where that is told. Halves are of dockets; the misses of the sealed one are not shown.
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

const OTHERS_MAX = 3;

type Asked = { readonly file: string; readonly question: string; readonly wanted: string };

const asked = readFileSync(new URL("dockets/what-became.tsv", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line): Asked => {
    const [file = "", question = "", wanted = ""] = line.split("\t");
    return { file, question, wanted };
  })
  .filter(({ file }) => halfOf(file) === half);
const sheets = await sheetsOf(new Set(asked.map(({ file }) => file)));
const analyst = openAnalyst();
const counts = { answerable: 0, right: 0, calledUnanswered: 0, unanswerable: 0, told: 0 };
for (const { file, question, wanted } of asked) {
  const sheet = sheets.get(file);
  if (sheet === undefined) throw new Error(`${file} was not read`);
  const answered = await answerFromSheet({ analyst, weighLines }, question, sheet, undefined);
  if (answered === undefined) throw new Error(`${file}: “${question}” could not be read`);
  const { answer, doesNotAddress } = answered.analysis;
  const isOpen = doesNotAddress.length > 0;
  const isAnswerable = wanted !== "-";
  const isRight = isAnswerable ? !isOpen && isAnswered(answer, wanted, sheet) : isOpen;
  counts.answerable += Number(isAnswerable);
  counts.unanswerable += Number(!isAnswerable);
  counts.right += Number(isAnswerable && isRight);
  counts.told += Number(!isAnswerable && isRight);
  counts.calledUnanswered += Number(isAnswerable && isOpen);
  if (values.show) {
    console.log(`${isRight ? "right" : "WRONG"} ${file}: ${question} [${wanted}]`);
    if (!isRight) console.log(`  ${answer}${isOpen ? `\n  open: ${doesNotAddress.join("; ")}` : ""}`);
  }
}
reportFigures(
  half === "building" ? "docket-graph" : "docket-graph-sealed",
  {
    "questions that the docket answers": counts.answerable,
    "answered right": counts.right / counts.answerable,
    "answerable called unanswered": counts.calledUnanswered,
    "questions that it does not answer": counts.unanswerable,
    "told so": counts.told / counts.unanswerable,
  },
  values.land,
);

/** The entries that an answer tells, by their numbers or, where they have none, by their days. */
function toldIn(answer: string, { entries }: Sheet): Set<string> {
  const lines = [...answer.matchAll(/“(?<day>\d{4}-\d\d-\d\d) (?:\[(?<number>\d+)\])?/gu)];
  const numbers = lines.flatMap(({ groups }) =>
    groups?.["number"] === undefined ? [`@${groups?.["day"]}`] : [groups["number"]],
  );
  return new Set(numbers.filter((one) => one.startsWith("@") || entries.some(({ number }) => number === one)));
}

function isAnswered(answer: string, wanted: string, sheet: Sheet): boolean {
  const told = toldIn(answer, sheet);
  if (wanted.startsWith("=")) {
    const all = wanted === "=none" ? [] : wanted.slice(1).split("+");
    return told.size === all.length && all.every((one) => told.has(one));
  }
  return wanted
    .split("|")
    .some((one) =>
      one.startsWith("fact:")
        ? holdsFact(answer, one.split(":").slice(1), sheet)
        : told.has(one) && told.size <= 1 + OTHERS_MAX,
    );
}

/** `party:Defendant` wants the names of that kind of party, `counsel:Defendant` a lawyer's, else a fact of the docket. */
function holdsFact(answer: string, [fact = "", kind = ""]: readonly string[], { view: { docket } }: Sheet): boolean {
  const parties = docket.parties.filter(({ type, dateTerminated }) => type === kind && dateTerminated === null);
  if (fact === "party") return parties.slice(0, 5).every(({ name }) => answer.includes(name));
  if (fact === "counsel")
    return docket.parties.some(
      ({ type, attorneys }) => type === kind && attorneys.some(({ name }) => answer.includes(name)),
    );
  const value = (docket as Readonly<Record<string, unknown>>)[fact];
  if (value === null || value === undefined) throw new Error(`the docket has no ${fact}`);
  return (Array.isArray(value) ? value : [value]).every((one) => answer.includes(String(one)));
}
