import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createHash } from "node:crypto";
import { parseArgs } from "node:util";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { reassignWorks } from "#opinions/store/works.ts";
import { openRecords } from "#schema/open.ts";
import { CORPUS_DIR, importOnce } from "./corpus.ts";
import { reportFigures } from "./report.ts";

/**
 * Which decisions are held twice: `node eval/works.ts [--data DIR] [--misses] [--land]`.
 *
 * `works-pairs.tsv` has pairs of decisions read by hand, each with what it is and why. A pair is found when both are of
 * one work. Half of the pairs are for building the rule, half are kept back, by the first byte of the SHA-256 of the
 * smaller source id; both are printed. A pair that reading does not settle is counted apart.
 */
type Pair = { readonly left: string; readonly right: string; readonly verdict: string; readonly reason: string };

const DECISIONS_PER_TRANSACTION = 500;

const { values: options } = parseArgs({
  options: {
    data: { type: "string", default: CORPUS_DIR },
    misses: { type: "boolean", default: false },
    land: { type: "boolean", default: false },
  },
});

function readPairs(path: string): readonly Pair[] {
  const [, ...rows] = readFileSync(path, "utf8").trim().split("\n");
  return rows.map((row) => {
    const [left = "", right = "", verdict = "", reason = ""] = row.split("\t");
    return { left, right, verdict, reason };
  });
}

function isKeptBack({ left, right }: Pair): boolean {
  const [smaller = ""] = [left, right].toSorted();
  return (createHash("sha256").update(smaller).digest()[0] ?? 0) % 2 === 1;
}

/** As an import of everything would leave the works. */
async function worksAnew(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom("clusters").select("id").orderBy("id").execute();
  for (let at = 0; at < rows.length; at += DECISIONS_PER_TRANSACTION) {
    const ids = rows.slice(at, at + DECISIONS_PER_TRANSACTION).map(({ id }) => id);
    await transaction(db, (trx) => reassignWorks(trx, ids));
  }
  const held = await db.selectFrom("clusters").select(["source", "source_id", "work_id"]).execute();
  return new Map(held.map(({ source, source_id, work_id }) => [`${source}:${source_id}`, work_id]));
}

const pairs = readPairs(join(import.meta.dirname, "works-pairs.tsv"));
const db = await openRecords({ dataDir: options.data });
await importOnce(db, options.data);
const works = await worksAnew(db);
await db.close();
const figures: Record<string, number> = { decisions: works.size, works: new Set(works.values()).size };
for (const half of ["built on", "kept back"] as const) {
  const own = pairs.filter((pair) => isKeptBack(pair) === (half === "kept back"));
  const told = own.map((pair) => {
    const work = works.get(pair.left);
    if (work === undefined || !works.has(pair.right)) throw new Error(`${pair.left} or ${pair.right} is not held`);
    return { ...pair, isFound: work === works.get(pair.right) };
  });
  const count = (verdict: string, isFound: boolean): number =>
    told.filter((pair) => pair.verdict === verdict && pair.isFound === isFound).length;
  const [right, wrong, missed] = [count("same", true), count("different", true), count("same", false)];
  figures[`${half}: pairs`] = own.length;
  figures[`${half}: one decision`] = right + missed;
  figures[`${half}: precision`] = right / (right + wrong);
  figures[`${half}: recall`] = right / (right + missed);
  figures[`${half}: unsettled, joined`] = count("unsettled", true);
  if (!options.misses) continue;
  for (const { left, right: other, verdict, reason, isFound } of told) {
    if (isFound !== (verdict === "same")) console.log(`${half}: ${left} ${other} ${verdict}: ${reason}`);
  }
}
reportFigures("works", figures, options.land);
