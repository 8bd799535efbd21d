import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { silentLogger } from "#base/log.ts";
import { openRecords } from "#schema/open.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import { findByName } from "#research/by-name.ts";
import { checkText, withSuggestions } from "#research/brief.ts";
import type { CheckedCitation } from "#research/checked-citation.ts";
import { OPINIONS } from "#search/opinions.ts";
import { drawCitations } from "./brief-check/draw.ts";
import type { Corpus, Drawn } from "./brief-check/draw.ts";
import { KINDS, lettersOf, plant, quoteBefore } from "./brief-check/plant.ts";
import type { Kind, Planted, Stock } from "./brief-check/plant.ts";
import { filingFigures } from "./brief-check/filing.ts";
import { CORPUS_DIR, SHARED_DATA } from "./corpus.ts";

/**
 * The check of a brief on planted errors and on right citations:
 * `node eval/brief-check.ts [--data DIR] [--half building|sealed] [--count 300] [--right 1200] [--show KIND] [--land]`.
 * Citations are as opinions of the corpus print them, with the words around them, and a quarter as decisions print their
 * own; what an opinion prints is never evidence for itself. An error is told truly when its own kind is named (of a
 * volume or page: when the decision meant is suggested).
 */
const { values } = parseArgs({
  options: {
    data: { type: "string", default: CORPUS_DIR },
    half: { type: "string", default: "building" },
    count: { type: "string", default: "300" },
    right: { type: "string", default: "1200" },
    /** So many of each kind that must stop a filing. */
    filings: { type: "string", default: "150" },
    show: { type: "string" },
    land: { type: "boolean", default: false },
  },
});

/** Facts and verbatim quotations are counted by themselves. */
const ELSEWHERE: ReadonlySet<string> = new Set(["bad_law", "quotation_differs", "facts_differ"]);

const db = await openRecords({ dataDir: values.data });
const log = silentLogger;
// What is told must not depend on who else uses the machine.
const deadline_ms = 120_000;
const engine = await openEmbeddedIndex({
  schema: OPINIONS,
  dir: join(values.data, "index"),
  workers: 1,
  log,
  deadline_ms,
});
if ((await engine.status()).documents === 0) throw new Error(`${values.data} has no index: onpoint index rebuild`);
const find = findByName(db, engine);
const corpus = await drawCitations(db);
const ofHalf = corpus.drawn.filter(({ half }) => half === values.half);
const moreOfHalf = corpus.more.filter(({ half }) => half === values.half);
const ownOfHalf = corpus.own.filter(({ half }) => half === values.half);
const stock = await stockOf([...ofHalf, ...moreOfHalf], corpus);
process.stderr.write(
  `${ofHalf.length} decisions cited in this half, ${moreOfHalf.length} more citations; ${corpus.own.length} own\n`,
);

const right = rightOnes(Number(values.right));
const alarms = await falseAlarms(right);
const rows: Record<string, { planted: number; truly: number; otherwise: number; missed: number }> = {};
for (const kind of KINDS) {
  const row = await judgeKind(kind, Number(values.count));
  rows[kind] = row;
  process.stderr.write(`${kind}: ${row.truly} of ${row.planted} told truly\n`);
}
const filings = await filingFigures({
  db,
  half: values.half === "sealed" ? "sealed" : "building",
  drawn: ofHalf,
  count: Number(values.filings),
  pairsFile: join(SHARED_DATA, "eval/treatment-dev.json"),
  check,
  show: (what, { text, at }, row) => {
    if (values.show === "all" || values.show === what)
      tell(what, text.slice(Math.max(0, at - 120), at + 120), row === undefined ? [] : [row], at);
  },
});
await engine.close();
await db.close();

console.log(
  `${"planted".padEnd(12)} ${"of".padStart(6)} ${"truly".padStart(6)} ${"other".padStart(6)} ${"missed".padStart(6)}`,
);
for (const [kind, { planted, truly, otherwise, missed }] of Object.entries(rows))
  console.log(
    `${kind.padEnd(12)} ${String(planted).padStart(6)} ${String(truly).padStart(6)} ${String(otherwise).padStart(6)} ${String(missed).padStart(6)}  ${((100 * truly) / Math.max(1, planted)).toFixed(1)} %`,
  );
const faulted = Object.entries(alarms.by);
console.log(
  `right citations: ${right.length}, faulted ${alarms.faulted} (${((100 * alarms.faulted) / right.length).toFixed(2)} %)`,
);
console.log(`  told to be bad law by the citator: ${alarms.toldBadLaw}`);
for (const [kind, count] of faulted) console.log(`  ${kind.padEnd(14)} ${count}`);
console.log(
  `\n${"must stop".padEnd(16)} ${["of", "told", "", "right", "faulted"].map((word) => word.padStart(7)).join(" ")}`,
);
for (const [kind, { planted, told, right: rightOf, faulted: faultedOf }] of Object.entries(filings))
  console.log(
    `${kind.padEnd(16)} ${[planted, told, `${((100 * told) / Math.max(1, planted)).toFixed(1)} %`, rightOf, faultedOf].map((figure) => String(figure).padStart(7)).join(" ")}`,
  );
if (values.land) {
  const path = join(import.meta.dirname, `results/brief-check${values.half === "sealed" ? "-sealed" : ""}.json`);
  writeFileSync(
    path,
    `${JSON.stringify({ half: values.half, planted: rows, right: { of: right.length, ...alarms }, filings }, null, 2)}\n`,
  );
}

async function check(text: string, citingWorkId: string): Promise<CheckedCitation[]> {
  return withSuggestions(await checkText(db, text, { leaveOutWork: citingWorkId }), find);
}

/** Three of four as others print them, one as the decision itself does. */
function rightOnes(count: number): Drawn[] {
  const own = ownOfHalf.slice(0, Math.floor(count / 4));
  return [...ofHalf.slice(0, count - own.length), ...own];
}

async function falseAlarms(
  citations: readonly Drawn[],
): Promise<{ faulted: number; toldBadLaw: number; by: Record<string, number> }> {
  const by: Record<string, number> = {};
  let count = 0;
  let toldBadLaw = 0;
  for (const drawn of citations) {
    const checked = await check(drawn.text, drawn.citingWorkId);
    const faults = faultsOf(checked, drawn);
    const isBad = ({ start, findings }: CheckedCitation): boolean =>
      start === drawn.citation.volume.start &&
      findings.some(({ kind, needsReview }) => kind === "bad_law" && needsReview);
    toldBadLaw += Number(checked.some(isBad));
    if (faults.length > 0) count += 1;
    for (const fault of new Set(faults)) {
      by[fault] = (by[fault] ?? 0) + 1;
      if (values.show === "all" || values.show === "right" || values.show === fault)
        tell(fault, drawn.text.slice(drawn.citation.start, drawn.citation.end), checked, drawn.citation.volume.start);
    }
  }
  return { faulted: count, toldBadLaw, by };
}

/** What is said against the citation and those printed beside it; a quotation counts only where it is verbatim. */
function faultsOf(checked: readonly CheckedCitation[], drawn: Drawn): string[] {
  const { citation } = drawn;
  const rows = checked.filter(
    ({ start, kind }) => kind === "case" && start >= citation.volume.start && start < citation.end,
  );
  if (!rows.some(({ start }) => start === citation.volume.start)) return ["not read"];
  return rows.flatMap((row) => [
    ...row.differences.map(({ field }) => field),
    ...(row.impossible === null ? [] : ["impossible"]),
    ...(row.start === citation.volume.start && !["found", "differs"].includes(row.verdict) ? [row.verdict] : []),
    ...row.quotations
      .filter(({ status, text }) => status === "altered" && stock.letters(drawn.workId).includes(lettersOf(text)))
      .map(() => "quote"),
    // Whether a decision still stands is the citator's answer, which its own evaluation measures; what opinions misquote
    // is no fault of the check.
    ...row.findings.flatMap(({ kind, needsReview }) => (needsReview && !ELSEWHERE.has(kind) ? [kind] : [])),
  ]);
}

async function judgeKind(
  kind: Kind,
  count: number,
): Promise<{ planted: number; truly: number; otherwise: number; missed: number }> {
  const result = { planted: 0, truly: 0, otherwise: 0, missed: 0 };
  for (const drawn of [...ofHalf, ...moreOfHalf, ...ownOfHalf]) {
    if (result.planted >= count) break;
    const planted = plant(kind, drawn, stock);
    if (planted === undefined) continue;
    result.planted += 1;
    const checked = await check(planted.text, drawn.citingWorkId);
    const told = toldOf(planted, checked);
    result[told] += 1;
    if (told !== "truly" && (values.show === "all" || values.show === `planted ${kind}`))
      tell(
        told,
        planted.text.slice(Math.max(0, planted.volumeStart - 80), planted.volumeStart + 60),
        checked,
        planted.volumeStart,
      );
  }
  return result;
}

function toldOf(planted: Planted, checked: readonly CheckedCitation[]): "truly" | "otherwise" | "missed" {
  const row = checked.find(({ start }) => start === planted.volumeStart);
  if (row === undefined) return "missed";
  if (isTold(planted, row)) return "truly";
  return row.verdict === "found" && row.pin?.status !== "outside" ? "missed" : "otherwise";
}

function isTold({ kind, from }: Planted, row: CheckedCitation): boolean {
  const differs = (field: string): boolean => row.differences.some((one) => one.field === field);
  switch (kind) {
    case "year":
    case "court":
    case "pin":
    case "parallel":
      return differs(kind);
    case "plaintiff":
    case "defendant":
      return differs("name");
    case "volume":
    case "page":
      return row.verdict !== "found" && row.didYouMean.some(({ workId }) => workId === from.workId);
    case "quote":
      return row.quotations.some(({ status }) => status === "altered");
  }
}

function tell(what: string, words: string, checked: readonly CheckedCitation[], at: number): void {
  const row = checked.find(({ start }) => start === at);
  const held = row?.matches[0];
  console.log(`${what}: ${words.replace(/\s+/gu, " ")}`);
  console.log(
    `${(row?.quotations ?? []).map(({ status, text, source, alterations }) => `    ${status} “${text.slice(0, 400)}” ${source?.slice(0, 400) ?? ""} ${JSON.stringify(alterations)}\n`).join("")}    ${row?.differences.map(({ cited }) => cited).join(" & ") ?? ""}: ${row?.verdict ?? "no row"}: ${row?.reason ?? ""} | ${held?.caseName ?? ""} ${held?.dateFiled ?? ""} ${held?.courtId ?? ""} | ${row?.didYouMean.map(({ caseName }) => caseName).join("; ") ?? ""}`,
  );
}

async function stockOf(drawn: readonly Drawn[], { lastPage }: Corpus): Promise<Stock> {
  const letters = new Map<string, string>();
  const quoting = new Set(drawn.filter((one) => quoteBefore(one) !== undefined).map(({ workId }) => workId));
  for (const workId of quoting) {
    const texts = await db
      .selectFrom("opinions")
      .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
      .innerJoin("opinion_texts", "opinion_texts.opinion_id", "opinions.id")
      .select("text")
      .where("clusters.work_id", "=", workId)
      .execute();
    letters.set(workId, texts.map(({ text }) => lettersOf(text)).join("\n"));
  }
  return {
    plaintiffs: drawn.map(({ citation }) => citation.plaintiff.text),
    defendants: drawn.map(({ citation }) => citation.defendant.text),
    courts: [...new Set(drawn.flatMap(({ citation }) => (citation.court === null ? [] : [citation.court.text])))],
    lastPage,
    letters: (workId) => letters.get(workId) ?? "",
  };
}
