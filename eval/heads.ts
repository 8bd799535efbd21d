import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openRecords } from "#schema/open.ts";
import { CORPUS_DIR } from "./corpus.ts";
import { reportFigures } from "./report.ts";

/**
 * How well heads are read: `node eval/heads.ts [--data DIR] [--misses] [--land]` over a store that holds all decisions
 * of ../shared/data. `printed-heads.tsv` says what heads print, as a person reads them: 200 decisions each whose record
 * takes its day, its docket numbers or a citation from the head, drawn at random, and every decision known to print a
 * docket number that is not read. Rules were made on decisions whose id hashes to an even first byte (building); the
 * others were opened once the rules stood (sealed).
 *
 * Precision: of the drawn decisions, those whose record has exactly what is printed. Recall: of the decisions whose
 * source lacks the number and whose head prints one, those whose record has it.
 */
const { values: options } = parseArgs({
  options: {
    data: { type: "string", default: CORPUS_DIR },
    misses: { type: "boolean", default: false },
    land: { type: "boolean", default: false },
  },
});

type Label = { readonly source: string; readonly sourceId: string; readonly fact: string; readonly printed: string };

const FIELD_OF_FACT: Readonly<Record<string, string>> = {
  day: "date_filed",
  docket: "docket_number",
  citation: "citation",
};

function labels(): Label[] {
  const text = readFileSync(join(import.meta.dirname, "printed-heads.tsv"), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [source = "", sourceId = "", fact = "", printed = ""] = line.split("\t");
      return { source, sourceId, fact, printed };
    });
}

function halfOf(sourceId: string): "building" | "sealed" {
  const [first = 0] = createHash("sha256").update(sourceId).digest();
  return first % 2 === 0 ? "building" : "sealed";
}

/** What two spellings share: letters and digits, numbers without leading zeros, each once and in order. */
function plain(list: string): string {
  const parts = list.split(/;|,(?!\d{3}(?!\d))|\band\b/u).map((part) =>
    part
      .toLowerCase()
      .replace(/^\s*nos?\./u, "")
      .replace(/\d+/gu, (digits) => ` ${Number(digits.slice(0, 15))} `)
      .replace(/[^a-z0-9]+/gu, " ")
      .trim(),
  );
  return [...new Set(parts.filter((part) => part !== ""))].toSorted().join("; ");
}

const db = await openRecords({ dataDir: options.data, migrations: "leave" });
const rows = await db
  .selectFrom("head_readings")
  .innerJoin("clusters", "clusters.id", "head_readings.cluster_id")
  .innerJoin("cases", "cases.id", "clusters.case_id")
  .select(["clusters.source", "clusters.source_id", "head_readings.field", "head_readings.value"])
  .select(["clusters.date_filed", "cases.source_docket_number"])
  .where("head_readings.is_taken", "=", 1)
  .orderBy("head_readings.cluster_id")
  .orderBy("head_readings.ordinal")
  .execute();
await db.close();
const taken = Map.groupBy(rows, ({ source, source_id, field }) => `${source} ${source_id} ${field}`);

const counts: Record<string, number> = {};
function count(name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
for (const { source, sourceId, fact, printed } of labels()) {
  const read = taken.get(`${source} ${sourceId} ${FIELD_OF_FACT[fact]}`) ?? [];
  const half = halfOf(sourceId);
  const value = fact === "day" ? (read[0]?.date_filed ?? "") : read.map((row) => row.value).join("; ");
  count(`${fact} ${half} ${read.length === 0 ? "missed" : "read"}`);
  if (read.length > 0 && plain(value) === plain(printed)) count(`${fact} ${half} right`);
  else if (options.misses) console.log(`${source} ${sourceId}: ${fact} ${printed}, read ${value || "nothing"}`);
}
const filled = { building: 0, sealed: 0 };
const numbered = rows.filter(({ field, source_docket_number }) => field === "docket_number" && !source_docket_number);
for (const place of new Set(numbered.map(({ source, source_id }) => `${source} ${source_id}`)))
  filled[halfOf(place.slice(place.indexOf(" ") + 1))]++;

const figures: Record<string, number> = {};
for (const half of ["building", "sealed"] as const) {
  for (const fact of Object.keys(FIELD_OF_FACT)) {
    figures[`${fact} read, ${half}`] = counts[`${fact} ${half} read`] ?? 0;
    figures[`${fact} precision, ${half}`] =
      (counts[`${fact} ${half} right`] ?? 0) / (counts[`${fact} ${half} read`] ?? 1);
  }
  figures[`docket recall, ${half}`] = filled[half] / (filled[half] + (counts[`docket ${half} missed`] ?? 0));
}
reportFigures("heads", figures, options.land);
