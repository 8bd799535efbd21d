import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { groupOf, GROUPS } from "#citator/reading/groups.ts";
import type { Group } from "#citator/reading/groups.ts";
import { finishReading } from "#citator/read-opinion.ts";
import { beginStoredOpinions } from "#citator/read-stored.ts";
import type { Treatment } from "#citator/model.ts";
import { openRecords } from "#schema/open.ts";
import { halfOf } from "./brief-check/chance.ts";
import { CORPUS_DIR, importOnce } from "./corpus.ts";
import { reportFigures } from "./report.ts";
import { sourceId } from "./treatment/read-pairs.ts";

/**
 * The citator beside readings that did not know what it says (`treatment/blind-labels-DATE.tsv`):
 * `node eval/treatment-blind.ts [--db DIR] [--of DATE] [--half building|sealed] [--land]`, the last reading unless a date is
 * given. `when read` is the citator that was read blind; `now` has since been changed by somebody who saw the outcome, and is
 * no measure of what it does elsewhere, but for the sealed half of a reading of which only the other was looked at.
 */
const { values } = parseArgs({
  options: {
    db: { type: "string", default: CORPUS_DIR },
    of: { type: "string", default: "2026-11-26b" },
    half: { type: "string" },
    land: { type: "boolean", default: false },
  },
});
const rows = readFileSync(join(import.meta.dirname, `treatment/blind-labels-${values.of}.tsv`), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [citing = "", citedAs = "", called = "Cited", read = ""] = line.split("\t");
    return { citing, citedAs, called: groupNamed(called), right: read.split("|") };
  })
  .filter(({ citing }) => values.half === undefined || halfOf(citing) === values.half);

const db = await openRecords({ dataDir: values.db });
await importOnce(db, values.db);
const clusters = await db.selectFrom("clusters").select(["id", "source", "source_id"]).execute();
const clusterOf = new Map(clusters.map((row) => [sourceId(row), row.id]));
const now: string[][] = [];
for (const { citing, citedAs } of rows) {
  const opinions = await db
    .selectFrom("opinions")
    .select("id")
    .where("cluster_id", "=", clusterOf.get(citing) ?? "")
    .execute();
  const { begun, held } = await beginStoredOpinions(
    db,
    opinions.map(({ id }) => id),
  );
  const cited = begun.flatMap(({ reading }) => (reading === undefined ? [] : finishReading(reading, held)));
  now.push(
    cited
      .filter((one) => one.citedAs === citedAs)
      .map(({ treatment, authoritative }) => (authoritative ? groupOf(treatment) : "Cited")),
  );
}
await db.close();

const share = (of: readonly boolean[]): number => of.filter(Boolean).length / Math.max(1, of.length);
const isNow = (at: number): boolean => now[at]?.some((group) => rows[at]?.right.includes(group) === true) === true;
reportFigures(
  `treatment-blind-${values.of}${values.half === undefined ? "" : `-${values.half}`}`,
  {
    pairs: rows.length,
    "right when read": share(rows.map(({ called, right }) => right.includes(called))),
    ...Object.fromEntries(
      GROUPS.map((group) => [
        `${group} right when read`,
        share(rows.filter(({ called }) => called === group).map(({ right }) => right.includes(group))),
      ]),
    ),
    "right now": share(rows.map((_, at) => isNow(at))),
    ...Object.fromEntries(
      (["Negative", "Caution"] as const).flatMap((group) => [
        [
          `${group} right now`,
          share(rows.flatMap(({ right }, at) => (now[at]?.includes(group) === true ? [right.includes(group)] : []))),
        ],
        [`${group} found now`, share(rows.flatMap(({ right }, at) => (right[0] === group ? [isNow(at)] : [])))],
      ]),
    ),
  },
  values.land,
);

/** Earlier readings name the treatment, later ones its group. */
function groupNamed(called: string): Group {
  return GROUPS.find((group) => group === called) ?? groupOf(called as Treatment);
}
