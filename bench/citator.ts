/**
 * What following costs the citator as the records grow: real decisions, and the same once more under new names and
 * citations until there are so many. What the repeated ones say is cited is what the first ones are, so that the
 * decisions cited are cited more and more often:
 *
 *     node bench/citator.ts [--from DIR] [--originals 1500] [--decisions 1500,3000,6000] [--minutes N] [--threads 2]
 *         [--out FILE]
 *
 * `--from` is a data directory with real decisions; without it the Caselaw Access Project's archive is imported.
 * `--originals` takes so many of them. After `--minutes` no further step is begun. Rows are those that statements of
 * the follower read and write; sizes are SQLite's. Ends with 1 where rows or processor time of an opinion have risen by
 * more than a third from the first step to the last.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { silentLogger as log } from "#base/log.ts";
import { createCitator } from "#citator/citator.ts";
import { ReadingPool } from "#citator/reading-pool.ts";
import { CITATOR_TABLES } from "#citator/tables.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { runImport } from "#importers/importer.ts";
import type { ClusterDraft, DatePrecision, OpinionType } from "#opinions/model.ts";
import type { OpinionWrite } from "#opinions/store/record.ts";
import { writeDecisions } from "#opinions/store/write.ts";
import { openRecords } from "#schema/open.ts";
import { counted } from "#test/counted-rows.ts";
import { requireSharedData, SHARED_DATA } from "../test/real/shared-data.ts";

const RISE_MAX = 4 / 3;
const BATCH = 200;

const { values } = parseArgs({
  options: {
    from: { type: "string" },
    originals: { type: "string", default: "1500" },
    decisions: { type: "string", default: "1500,3000,6000" },
    minutes: { type: "string", default: "Infinity" },
    threads: { type: "string", default: "2" },
    out: { type: "string" },
  },
});

type Step = {
  readonly decisions: number;
  readonly opinions: number;
  readonly "opinions a second": number;
  readonly "processor ms an opinion": number;
  readonly "rows read an opinion": number;
  readonly "rows written an opinion": number;
  /** Of the citator's tables and indexes, whole pages. */
  readonly "bytes a character of text": number;
  readonly "peak memory MB": number;
};

const directory = mkdtempSync(join(tmpdir(), "onpoint-bench-"));
const source = await openRecords({ dataDir: values.from ?? join(directory, "source") });
const target = await openRecords({ dataDir: join(directory, "target") });
const pool = new ReadingPool(target, Number(values.threads), log);
try {
  if (values.from === undefined) await importArchive(source);
  const originals = source.selectFrom("clusters").select("id").orderBy("id").limit(Number(values.originals));
  const ids = (await originals.execute()).map(({ id }) => id);
  if (ids.length === 0) throw new Error("there are no decisions to repeat");
  const steps: Step[] = [];
  let held = 0;
  for (const decisions of values.decisions.split(",").map(Number)) {
    if (performance.now() > Number(values.minutes) * 60_000) break;
    for (; held < decisions; held = Math.min(decisions, held + BATCH)) await copySome(ids, held, decisions);
    steps.push(await followed(decisions));
    console.log(JSON.stringify(steps.at(-1)));
  }
  conclude(steps);
} finally {
  await pool.close();
  await source.close();
  await target.close();
  rmSync(directory, { recursive: true, force: true });
}

async function importArchive(db: Db): Promise<void> {
  const path = join(SHARED_DATA, "cap.tar.gz");
  requireSharedData(path);
  await runImport({ source: "cap", paths: [path], db, dataDir: db.dataDir, log });
}

/** The next decisions, each round through those there are under other names. */
async function copySome(ids: readonly string[], from: number, until: number): Promise<void> {
  const places = Array.from({ length: Math.min(BATCH, until - from) }, (_, at) => from + at);
  for (const [round, ofRound] of Map.groupBy(places, (place) => Math.floor(place / ids.length))) {
    const { clusters, opinions } = await drafts(
      ofRound.map((place) => ids[place % ids.length] ?? ""),
      round,
    );
    await transaction(target, async (trx) => writeDecisions(trx, { clusters, opinions, whole: new Map() }));
  }
}

async function drafts(
  ids: readonly string[],
  round: number,
): Promise<{ readonly clusters: ClusterDraft[]; readonly opinions: OpinionWrite[] }> {
  const named = (id: string): string => `${round}/${id}`;
  const rows = await source.selectFrom("clusters").selectAll().where("id", "in", ids).orderBy("id").execute();
  const citations = await source
    .selectFrom("cluster_citations")
    .selectAll()
    .where("cluster_id", "in", ids)
    .orderBy("cluster_id")
    .orderBy("ordinal")
    .execute();
  const texts = await source
    .selectFrom("opinions")
    .innerJoin("opinion_texts", "opinion_texts.opinion_id", "opinions.id")
    .selectAll()
    .where("cluster_id", "in", ids)
    .orderBy("id")
    .execute();
  const clusters = rows.map((row): ClusterDraft => {
    const caseName = round === 0 ? row.case_name : `${row.case_name} No. ${round}`;
    const own = citations.filter(({ cluster_id }) => cluster_id === row.id);
    return {
      source: "bench",
      sourceId: named(row.id),
      case: {
        sourceId: named(row.id),
        docketNumber: null,
        caption: caseName,
        dateFiled: null,
        dateTerminated: null,
      },
      courtId: row.court_id,
      caseName,
      filed: { date: row.date_filed, precision: row.date_precision as DatePrecision },
      publishStatus: "published",
      judges: [],
      citations: own.map(({ volume: printed, reporter, page }) => {
        const volume = round === 0 ? printed : `${round}0${printed}`;
        return { volume, reporter, page, citedAs: `${volume} ${reporter} ${page}` };
      }),
      headmatterHtml: null,
    };
  });
  const opinions = texts.map((row): OpinionWrite => ({
    contentHash: named(row.id),
    draft: {
      source: "bench",
      sourceId: named(row.id),
      clusterSourceId: named(row.cluster_id),
      ordinal: row.ordinal,
      type: row.type as OpinionType,
      author: null,
      joinedBy: null,
      judges: [],
      perCuriam: false,
      enBanc: false,
      publishStatus: "published",
      precedentialNote: null,
      paginationCitation: null,
      textSource: row.text_source,
      text: { html: "<p></p>", text: row.text, offsetMap: new Uint8Array() },
    },
  }));
  return { clusters, opinions };
}

async function followed(decisions: number): Promise<Step> {
  const { reader, rows, written } = counted(target);
  const { dialect, dataDir, databaseUrl } = target;
  const db = Object.assign(reader, { dialect, dataDir, databaseUrl }) as Db;
  const cpu = process.cpuUsage();
  const began_ms = performance.now();
  const { opinions } = await createCitator({ db, log, readOpinions: (ids) => pool.read(ids) }).runUntilCaughtUp();
  const elapsed_s = (performance.now() - began_ms) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  if (opinions === 0) throw new Error("no opinion was read");
  return {
    decisions,
    opinions,
    "opinions a second": rounded(opinions / elapsed_s),
    "processor ms an opinion": rounded((user + system) / 1000 / opinions),
    "rows read an opinion": rounded(sum(rows) / opinions),
    "rows written an opinion": rounded(sum(written) / opinions),
    "bytes a character of text": rounded(await bytesPerCharacter(), 1000),
    "peak memory MB": Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

async function bytesPerCharacter(): Promise<number> {
  const { rows } = await sql<{ bytes: number; chars: number }>`
    select sum(pgsize) as bytes, (select sum(text_chars) from opinions) as chars
    from dbstat join sqlite_schema on sqlite_schema.name = dbstat.name
    where tbl_name in (${sql.join(Object.keys(CITATOR_TABLES))})`.execute(target);
  const [row] = rows;
  if (row === undefined) throw new Error("the database does not tell the size of its tables");
  return row.bytes / row.chars;
}

function rounded(value: number, by = 10): number {
  return Math.round(value * by) / by;
}

function conclude(steps: readonly Step[]): void {
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined) throw new Error("no step was asked for");
  if (values.out !== undefined) {
    mkdirSync(dirname(values.out), { recursive: true });
    writeFileSync(values.out, `${JSON.stringify({ threads: Number(values.threads), steps }, null, 2)}\n`);
  }
  for (const cost of ["processor ms an opinion", "rows read an opinion", "rows written an opinion"] as const) {
    const rise = last[cost] / first[cost];
    console.log(`${cost}: ${rise.toFixed(2)} times`);
    if (rise > RISE_MAX) process.exitCode = 1;
  }
}
