import { sql } from "kysely";
import { expect, test } from "vitest";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { readOutbox } from "#db/outbox.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { clusterIdOf, opinionIdOf } from "../ids.ts";
import type { ClusterDraft } from "../model.ts";
import { parallelCitation } from "../parallel-citation.ts";
import { deleteSource } from "./delete.ts";
import { findByDocket } from "./dockets.ts";
import { heldDecisions } from "./held-decisions.ts";
import { findByCitations, readOpinions } from "./read.ts";
import { readHeadsDue } from "./read-heads.ts";
import { writeDecisions } from "./write.ts";

const HEAD = [
  "326 U.S. 120",
  "ALDER v. BIRCH.",
  "Nos. 593, 594.",
  "Argued October 11, 12, 1944.",
  "Decided December 18, 1944.",
  "ELM, J., delivered the opinion of the court.",
].join("\n\n");

function draft(given: Partial<ClusterDraft> = {}): ClusterDraft {
  return {
    source: "court-a",
    sourceId: "1",
    case: { sourceId: "c", docketNumber: null, caption: "Alder v. Birch", dateFiled: null, dateTerminated: null },
    courtId: "scotus",
    caseName: "Alder v. Birch",
    filed: { date: "1945-06-30", precision: "approximate" },
    publishStatus: "published",
    judges: [],
    citations: ["89 L. Ed. 2092", "65 S. Ct. 1475"].flatMap((text) => parallelCitation(text) ?? []),
    headmatterHtml: null,
    ...given,
  };
}

async function write(db: Db, cluster: ClusterDraft | null, text: string | null): Promise<void> {
  const opinion = {
    draft: {
      source: "court-a",
      sourceId: "1-0",
      clusterSourceId: "1",
      ordinal: 0,
      type: "lead" as const,
      author: null,
      joinedBy: null,
      judges: [],
      perCuriam: false,
      enBanc: false,
      publishStatus: "published" as const,
      precedentialNote: null,
      paginationCitation: null,
      textSource: "html",
      text: { html: `<p>${text}</p>`, text: text ?? "", offsetMap: new Uint8Array([0]) },
    },
    contentHash: `hash of ${text}`,
  };
  await transaction(db, async (trx) =>
    writeDecisions(trx, {
      clusters: cluster === null ? [] : [cluster],
      opinions: text === null ? [] : [opinion],
      whole: new Map(),
    }),
  );
}

const ID = opinionIdOf("court-a", "1-0");
const CLUSTER = clusterIdOf("court-a", "1");

async function recordOf(db: Db) {
  const [record] = await readOpinions(db, [ID]);
  if (record === undefined) throw new Error("the opinion is not held");
  const { courtId, dateFiled, datePrecision, docketNumber } = record;
  return { courtId, dateFiled, datePrecision, docketNumber, citations: record.citations.map(({ citedAs }) => citedAs) };
}

const READ = {
  courtId: "scotus",
  dateFiled: "1944-12-18",
  datePrecision: "day",
  docketNumber: "593, 594",
  citations: ["326 U.S. 120", "89 L. Ed. 2092", "65 S. Ct. 1475"],
};
const TOLD = {
  courtId: "scotus",
  dateFiled: "1945-06-30",
  datePrecision: "approximate",
  docketNumber: null,
  citations: ["89 L. Ed. 2092", "65 S. Ct. 1475"],
};

/** Everything that reading a head touches. */
async function everything(db: Db): Promise<string> {
  const tables = ["cases", "case_dockets", "clusters", "cluster_citations", "head_readings"];
  const rows = await Promise.all(
    tables.map(async (table) => (await sql`select * from ${sql.table(table)} order by 1, 2`.execute(db)).rows),
  );
  return JSON.stringify(rows);
}

describeEachDatabase("what a decision prints of itself", (store) => {
  test("fills the record, whichever comes first, and leads to it", async () => {
    for (const steps of [
      [[draft(), HEAD]],
      [
        [draft(), null],
        [null, HEAD],
      ],
    ] as const) {
      const db = await store.open();
      for (const [cluster, text] of steps) await write(db, cluster, text);
      expect(await recordOf(db)).toEqual(READ);
      for (const docketNumber of ["593", "No. 594"])
        expect(await findByDocket(db, { courtId: "scotus", docketNumber })).toEqual([ID]);
      expect(await findByCitations(db, ["326 us 120"])).toEqual([{ asked: "326 us 120", opinionIds: [ID] }]);
    }
  });

  test("leaves what the source says where it was, with the words read and their places", async () => {
    const db = await store.open();
    await write(db, draft(), HEAD);
    expect((await heldDecisions(db, "court-a", ["1"])).get("1")).toMatchObject({
      courtId: "scotus",
      citations: [{ citedAs: "89 L. Ed. 2092" }, { citedAs: "65 S. Ct. 1475" }],
      case: { docketNumber: null },
    });
    const cluster = await db.selectFrom("clusters").selectAll().executeTakeFirstOrThrow();
    expect(cluster).toMatchObject({ source_date_filed: "1945-06-30", source_date_precision: "approximate" });
    const readings = await db.selectFrom("head_readings").selectAll().orderBy("ordinal").execute();
    expect(readings.map(({ field, value, opinion_id, is_taken }) => [field, value, opinion_id, is_taken])).toEqual([
      ["date_filed", "1944-12-18", ID, 1],
      ["docket_number", "593, 594", ID, 1],
      ["citation", "326 U.S. 120", ID, 1],
    ]);
    expect(readings.map(({ starts_at, ends_at }) => HEAD.slice(starts_at ?? 0, ends_at ?? 0))).toEqual([
      "December 18, 1944",
      "593, 594",
      "326 U.S. 120",
    ]);
  });

  test("written a second time nothing changes, and a head that changes takes its facts with it", async () => {
    const db = await store.open();
    await write(db, draft(), HEAD);
    const before = await everything(db);
    await write(db, draft(), HEAD);
    expect(await everything(db)).toBe(before);
    await write(db, null, "Without a head.");
    expect(await recordOf(db)).toEqual(TOLD);
    expect(await findByDocket(db, { courtId: "scotus", docketNumber: "593" })).toEqual([]);
    await write(db, draft({ filed: { date: "1944-12-19", precision: "day" } }), HEAD);
    expect(await recordOf(db)).toEqual({ ...READ, dateFiled: "1944-12-19" });
  });

  test("records of an older program come out as if they were imported anew, and are told of", async () => {
    const db = await store.open();
    await write(db, draft(), HEAD);
    const imported = await everything(db);
    await sql`update clusters set date_filed = source_date_filed, date_precision = source_date_precision,
      filed_first = source_date_filed, filed_last = source_date_filed, reading_version = 0`.execute(db);
    await sql`update cases set docket_number = source_docket_number, docket_key = null`.execute(db);
    await sql`delete from case_dockets`.execute(db);
    await sql`delete from cluster_citations where source_ordinal is null`.execute(db);
    await sql`update cluster_citations set ordinal = source_ordinal + 10`.execute(db);
    await sql`update cluster_citations set ordinal = source_ordinal`.execute(db);
    await sql`delete from head_readings`.execute(db);
    expect(await recordOf(db)).toEqual(TOLD);
    const end = (await readOutbox(db, 0, 100)).length;

    expect(await readHeadsDue(db)).toEqual({ decisions: 1, changed: 1 });
    expect(await everything(db)).toBe(imported);
    expect((await readOutbox(db, end, 100)).map(({ kind, recordId }) => [kind, recordId])).toEqual([
      ["cluster", CLUSTER],
    ]);
    expect(await readHeadsDue(db)).toEqual({ decisions: 0, changed: 0 });
    expect((await readOutbox(db, 0, 100)).length).toBe(end + 1);
  });

  test("a case has the numbers that all its decisions print, and goes with its source", async () => {
    const db = await store.open();
    await write(db, draft(), HEAD);
    const second = draft({ sourceId: "2", citations: [] });
    await transaction(db, async (trx) =>
      writeDecisions(trx, {
        clusters: [second],
        opinions: [],
        whole: new Map(),
      }),
    );
    expect(await recordOf(db)).toEqual(READ);
    await deleteSource(db, "court-a");
    expect(JSON.parse(await everything(db))).toEqual([[], [], [], [], []]);
  });

  test("a decision of another court, which its source files under the Supreme Court, is its court's", async () => {
    const db = await store.open();
    const citations = ["43 S.E. 639", "132 N.C. 214"].flatMap((text) => parallelCitation(text) ?? []);
    await write(db, draft({ citations }), "No. 17.\n\nDecided March 3, 1903.");
    expect(await recordOf(db)).toMatchObject({ courtId: "nc", citations: ["132 N.C. 214", "43 S.E. 639"] });
    expect(await findByDocket(db, { courtId: "nc", docketNumber: "17" })).toEqual([ID]);
    expect(await findByDocket(db, { courtId: "scotus", docketNumber: "17" })).toEqual([]);
    const { source_court_id } = await db.selectFrom("clusters").selectAll().executeTakeFirstOrThrow();
    expect(source_court_id).toBe("scotus");
  });
});
