import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openRecords } from "#schema/open.ts";
import { finishReading } from "#citator/read-opinion.ts";
import { beginStoredOpinions } from "#citator/read-stored.ts";
import { halfOf } from "./brief-check/chance.ts";
import { CORPUS_DIR, importOnce } from "./corpus.ts";
import { reportFigures } from "./report.ts";
import { sourceId } from "./treatment/read-pairs.ts";

/**
 * What reviewing courts did to the judgments before them, beside what a person read (`treatment/direct-labels.tsv`):
 * `node eval/direct-history.ts [--db DIR] [--half building|sealed] [--show] [--land]`. A decision is called under review
 * where the opinion's own disposition is read to reverse, vacate or affirm it.
 */
const { values } = parseArgs({
  options: {
    db: { type: "string", default: CORPUS_DIR },
    half: { type: "string", default: "building" },
    show: { type: "boolean", default: false },
    land: { type: "boolean", default: false },
  },
});
const rows = readFileSync(join(import.meta.dirname, "treatment/direct-labels.tsv"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [citing = "", citedAs = "", right = ""] = line.split("\t");
    return { citing, citedAs, right: right.split("|") };
  })
  .filter(({ citing }) => halfOf(citing) === values.half);

const db = await openRecords({ dataDir: values.db });
await importOnce(db, values.db);
const held = await db
  .selectFrom("opinions")
  .innerJoin("clusters", "clusters.id", "opinions.cluster_id")
  .select(["opinions.id", "clusters.source", "clusters.source_id"])
  .execute();
const opinions = Map.groupBy(held, (row) => sourceId(row));
const judged: { readonly called: string; readonly right: readonly string[] }[] = [];
for (const { citing, citedAs, right } of rows) {
  const ids = (opinions.get(citing) ?? []).map(({ id }) => id);
  const { begun, held: under } = await beginStoredOpinions(db, ids);
  const cited = begun.flatMap(({ reading }) => (reading === undefined ? [] : finishReading(reading, under)));
  const found = cited.filter((one) => one.citedAs === citedAs);
  const called = found.find(({ cue }) => cue?.startsWith("disposition") === true)?.treatment ?? "none";
  judged.push({ called, right });
  if (values.show && !right.includes(called))
    console.log(`${citing} ${citedAs}: ${called} (${found.map(({ cue }) => cue).join()}), is ${right.join("|")}`);
}
await db.close();
if (judged.length === 0) throw new Error(`no labelled decision is held in ${values.db}`);

const share = (some: readonly unknown[], all: readonly unknown[]): number => some.length / Math.max(1, all.length);
const isRight = ({ called, right }: (typeof judged)[number]): boolean => right.includes(called);
const called = judged.filter((one) => one.called !== "none");
const wanted = judged.filter(({ right }) => !right.includes("none"));
reportFigures(
  `direct-history-${values.half}`,
  {
    pairs: judged.length,
    right: share(judged.filter(isRight), judged),
    called: called.length,
    "called rightly": share(called.filter(isRight), called),
    "under review": wanted.length,
    found: share(wanted.filter(isRight), wanted),
  },
  values.land,
);
