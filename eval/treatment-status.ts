import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Reader } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { normaliseCitation } from "#citations/normalise.ts";
import { readSummaries } from "#citator/read.ts";
import { CORPUS_DIR } from "./corpus.ts";
import { reportFigures } from "./report.ts";

/**
 * How famous decisions stand beside how everybody knows they do (`treatment/status-dev.tsv`):
 * `node eval/treatment-status.ts [--db DIR] [--land]`, on a directory whose citator is up to date. An overruled decision
 * is right when it is Negative and its overruler is among those listed; it counts where both are held. A good one is
 * wrong when it is Negative.
 */
const { values } = parseArgs({
  options: { db: { type: "string", default: CORPUS_DIR }, land: { type: "boolean", default: false } },
});

const db = await openRecords({ dataDir: values.db });
const rows = readFileSync(join(import.meta.dirname, "treatment/status-dev.tsv"), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split("\t"));
const overruled: { negative: boolean; actor: boolean }[] = [];
const good: { negative: boolean }[] = [];
for (const [citation = "", name = "", by = ""] of rows) {
  const opinions = await opinionsUnder(db, citation);
  const actors = by === "good" ? [] : await opinionsUnder(db, by);
  if (opinions.length === 0 || (by !== "good" && actors.length === 0)) continue;
  const [summary] = (await readSummaries(db, opinions)).values();
  const negative = summary?.status === "Negative";
  const listed = (summary?.history ?? []).map(({ category, documentId, reason }) => ({ category, documentId, reason }));
  if (by === "good") good.push({ negative });
  else overruled.push({ negative, actor: listed.some(({ documentId }) => actors.includes(documentId)) });
  const right = by === "good" ? !negative : negative && overruled.at(-1)?.actor === true;
  if (!right)
    console.log(
      `${name}, ${citation} (${by}): ${summary?.status}, ${summary?.citationCount} cite it\n${listed.map((one) => `    ${one.category}: ${one.reason} ${actors.includes(one.documentId) ? "(the overruler)" : ""}`).join("\n")}`,
    );
}
await db.close();
if (overruled.length === 0 || good.length === 0) throw new Error(`none of the decisions is held in ${values.db}`);
reportFigures(
  "treatment-status",
  {
    "overruled, both held": overruled.length,
    "of them Negative": overruled.filter(({ negative }) => negative).length / overruled.length,
    "of them Negative, overruler named":
      overruled.filter(({ negative, actor }) => negative && actor).length / overruled.length,
    "good law held": good.length,
    "of them Negative wrongly": good.filter(({ negative }) => negative).length,
  },
  values.land,
);

/** The opinions of all copies of the decision under a citation. */
async function opinionsUnder(records: Reader, citation: string): Promise<string[]> {
  const key = normaliseCitation(citation)?.key;
  if (key === undefined) return [];
  const found = await records
    .selectFrom("cluster_citations")
    .innerJoin("clusters", "clusters.id", "cluster_citations.cluster_id")
    .innerJoin("clusters as copy", "copy.work_id", "clusters.work_id")
    .innerJoin("opinions", "opinions.cluster_id", "copy.id")
    .select("opinions.id")
    .distinct()
    .where("cluster_citations.lookup_key", "=", key)
    .orderBy("opinions.id")
    .execute();
  return found.map(({ id }) => id);
}
