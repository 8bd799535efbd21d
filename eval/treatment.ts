import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { silentLogger } from "#base/log.ts";
import type { Db, Reader } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { createCitator, forgetCitator } from "#citator/citator.ts";
import { byStrength, isAuthoritative, rankOf } from "#citator/model.ts";
import type { Treatment, Voice } from "#citator/model.ts";
import { readQuotes } from "#citator/quotes.ts";
import { ReadingPool } from "#citator/reading-pool.ts";
import { importOnce, SHARED_DATA } from "./corpus.ts";
import { reportFigures } from "./report.ts";

/**
 * How well the citator reads treatments, on pairs of decisions with the treatment one gives the other:
 * `node eval/treatment.ts [--cases FILE] [--db DIR] [--kept] [--land]`. Imports the real data into `DIR` (a temporary
 * directory unless named), runs the citator over all of it and reads the pairs from the edges it kept. `--kept`
 * takes the edges that are in `DIR` already. Pairs of which either side is not held are left out and counted.
 */
type Pair = { readonly citing: string; readonly cited: string; readonly overruled: string; readonly label: string };
type Edge = {
  readonly treatment: Treatment;
  readonly voice: Voice;
  readonly cue: string | null;
  readonly quote: string | null;
};
type Answer = { readonly pair: Pair; readonly edges: readonly Edge[]; readonly read: Treatment | "Cited" };

const MISSES_SHOWN = 20;

/** What the labels call a pair in which the citing decision does nothing to the cited one. */
const NOTHING = "Mentioned";
/** Labels beside the citator's finer words for the same thing; what is not listed keeps its name. */
const LABEL_OF: Partial<Record<Treatment, string>> = {
  Cited: NOTHING,
  Explained: NOTHING,
  Followed: NOTHING,
  Affirmed: NOTHING,
  Vacated: "Reversed",
  Abrogated: "Overruled",
  "Superseded by statute": "Overruled",
  "Declined to follow": "Limited",
  "Disagreed with": "Criticized",
};

const { values } = parseArgs({
  options: {
    cases: { type: "string", default: join(SHARED_DATA, "eval/treatment-dev.json") },
    db: { type: "string" },
    kept: { type: "boolean", default: false },
    land: { type: "boolean", default: false },
  },
});

const pairs = JSON.parse(readFileSync(values.cases, "utf8")) as Pair[];
const dataDir = values.db ?? mkdtempSync(join(tmpdir(), "onpoint-eval-"));
const db = await openRecords({ dataDir });
await importOnce(db, dataDir);
if (!values.kept) await runCitator(db);
const answers = await answersOf(db, pairs);
await db.close();
if (answers.length === 0) throw new Error(`none of the pairs of ${values.cases} is held in ${dataDir}`);
console.log(`${pairs.length} pairs, ${answers.length} of them held on both sides`);
printConfusion(answers);
printMisses(answers);
reportFigures("treatment", figuresOf(answers), values.land);

async function runCitator(records: Db): Promise<void> {
  await forgetCitator(records);
  const pool = new ReadingPool(records, 2, silentLogger);
  try {
    await createCitator({ db: records, log: silentLogger, readOpinions: (ids) => pool.read(ids) }).runUntilCaughtUp(
      ({ done, total }) => process.stderr.write(`citations of ${done} of ${total} changes\n`),
    );
  } finally {
    await pool.close();
  }
}

async function answersOf(records: Reader, wanted: readonly Pair[]): Promise<Answer[]> {
  const works = new Map<string, string>();
  for (const row of await records.selectFrom("clusters").select(["source", "source_id", "work_id"]).execute())
    works.set(`${row.source === "courtlistener" ? "cl" : row.source}:${row.source_id}`, row.work_id);
  const answered: Answer[] = [];
  for (const pair of wanted) {
    const citing = works.get(pair.citing);
    const cited = works.get(pair.cited);
    if (citing === undefined || cited === undefined) continue;
    const edges = await edgesBetween(records, citing, cited);
    answered.push({ pair, edges, read: treatmentOf(edges) });
  }
  return answered;
}

async function edgesBetween(records: Reader, citing: string, cited: string): Promise<Edge[]> {
  const rows = await records
    .selectFrom("citing_edges")
    .innerJoin("citing_opinions", "citing_opinions.id", "citing_edges.citing_id")
    .innerJoin("clusters as citing", "citing.id", "citing_opinions.cluster_id")
    .innerJoin("clusters as cited", "cited.id", "citing_edges.cited_cluster_id")
    .innerJoin("opinions", "opinions.id", "citing_opinions.opinion_id")
    .select(["opinion_id", "treatment", "voice", "cue", "quote_start", "quote_bytes"])
    .select(["citing_opinions.text_chars as chars_read", "opinions.text_chars"])
    .where("citing.work_id", "=", citing)
    .where("cited.work_id", "=", cited)
    .execute();
  const quotes = await readQuotes(records, rows);
  return rows.map(({ treatment, voice, cue }, at) => ({
    treatment: treatment as Treatment,
    voice: voice as Voice,
    cue,
    quote: quotes[at] ?? "",
  }));
}

/**
 * What the deciding opinion does: the worst treatment in its own words over all opinions and copies. That a separate
 * opinion tells of an overruling by its own court counts as evidence of one.
 */
function treatmentOf(edges: readonly Edge[]): Treatment {
  const counted = edges.filter(
    ({ voice, treatment }) => isAuthoritative(voice) || (voice === "account" && treatment === "Overruled"),
  );
  return counted.map(({ treatment }) => treatment).toSorted((one, other) => rankOf(one) - rankOf(other))[0] ?? "Cited";
}

function labelRead({ read }: Answer): string {
  return LABEL_OF[read] ?? read;
}

function figuresOf(all: readonly Answer[]): Record<string, number> {
  const hits = all.filter(({ pair, read }) => pair.overruled === "yes" && read === "Overruled").length;
  const read = all.filter((answer) => answer.read === "Overruled").length;
  const overruled = all.filter(({ pair }) => pair.overruled === "yes").length;
  const labels = [...new Set(all.map(({ pair }) => pair.label))];
  const finer = labels.filter((label) => label !== NOTHING);
  return {
    "pairs held": all.length,
    "pairs cited": all.filter(({ edges }) => edges.length > 0).length,
    "overruled pairs": overruled,
    "overruled precision": hits / Math.max(1, read),
    "overruled recall": hits / Math.max(1, overruled),
    "overruled F1": (2 * hits) / Math.max(1, read + overruled),
    "macro F1 of all labels": mean(labels.map((label) => f1Of(all, label))),
    "macro F1 without Mentioned": mean(finer.map((label) => f1Of(all, label))),
    ...Object.fromEntries(labels.toSorted().map((label) => [`F1 ${label}`, f1Of(all, label)])),
  };
}

function f1Of(all: readonly Answer[], label: string): number {
  const expected = all.filter(({ pair }) => pair.label === label).length;
  const read = all.filter((answer) => labelRead(answer) === label).length;
  const hits = all.filter((answer) => answer.pair.label === label && labelRead(answer) === label).length;
  return (2 * hits) / Math.max(1, expected + read);
}

function mean(values_: readonly number[]): number {
  return values_.reduce((sum, value) => sum + value, 0) / Math.max(1, values_.length);
}

/** Rows are the labels expected, columns the treatments read. */
function printConfusion(all: readonly Answer[]): void {
  const table: Record<string, Record<string, number>> = {};
  for (const { pair, read } of all) {
    const row = (table[pair.label] ??= {});
    row[read] = (row[read] ?? 0) + 1;
  }
  console.table(table);
}

/** The misses that cost most: overrulings first, then by how far what was read is from what was expected. */
function printMisses(all: readonly Answer[]): void {
  const misses = all
    .filter((answer) => labelRead(answer) !== answer.pair.label)
    .toSorted(
      (one, other) =>
        Number(other.pair.overruled === "yes") - Number(one.pair.overruled === "yes") ||
        rankOf(one.read) - rankOf(other.read),
    );
  for (const { pair, edges, read } of misses.slice(0, MISSES_SHOWN)) {
    console.log(`\n${pair.citing} -> ${pair.cited}: expected ${pair.label}, read ${read}`);
    const [told] = edges.filter(({ cue }) => cue !== null).toSorted(byStrength);
    if (told === undefined) console.log("  no cue was found where it is cited");
    else
      console.log(
        `  ${told.treatment} (${told.voice}; ${told.cue}): ${(told.quote ?? "").replace(/\s+/gu, " ").slice(0, 300)}`,
      );
  }
  console.log(`\n${misses.length} of ${all.length} pairs are read otherwise than labelled`);
}
