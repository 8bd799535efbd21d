import fc from "fast-check";
import { expect, test } from "vitest";
import { docketNumbers } from "#cases/docket-key.ts";
import { mattersOf } from "#cases/matter.ts";
import type { MatterMember } from "#cases/matter.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { caseIdOf, opinionIdOf } from "../ids.ts";
import type { ClusterDraft } from "../model.ts";
import { courtHoldings, decisionsOfCourt, decisionYears } from "./court-holdings.ts";
import { deleteSource } from "./delete.ts";
import { findByDocket } from "./dockets.ts";
import { readOpinions } from "./read.ts";
import { writeDecisions } from "./write.ts";

type Given = {
  readonly source: string;
  readonly sourceId?: string;
  readonly caseSourceId?: string;
  readonly docket: string | null;
  readonly caption?: string;
  readonly year?: number;
};

function draftOf({
  source,
  sourceId = "1",
  caseSourceId = sourceId,
  docket,
  caption,
  year = 1999,
}: Given): ClusterDraft {
  return {
    source,
    sourceId,
    case: {
      sourceId: caseSourceId,
      docketNumber: docket,
      caption: caption ?? "Alder v. Birch",
      dateFiled: null,
      dateTerminated: null,
    },
    courtId: "ca9",
    caseName: caption ?? "Alder v. Birch",
    filed: { date: `${year}-05-06`, precision: "day" },
    publishStatus: "published",
    judges: [],
    citations: [],
    headmatterHtml: null,
  };
}

async function write(db: Db, ...given: readonly Given[]): Promise<void> {
  const clusters = given.map(draftOf);
  const opinions = clusters.map(({ source, sourceId }) => ({
    draft: {
      source,
      sourceId: `${sourceId}-0`,
      clusterSourceId: sourceId,
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
      text: { html: "<p>words</p>", text: "words", offsetMap: new Uint8Array([0]) },
    },
    contentHash: sourceId,
  }));
  await transaction(db, async (trx) => writeDecisions(trx, { clusters, opinions, whole: new Map() }));
}

const opinionOf = (source: string, sourceId = "1"): string => opinionIdOf(source, `${sourceId}-0`);

const SOURCES = ["court-a", "court-b", "court-c"];
const given = fc.record({
  source: fc.constantFrom(...SOURCES),
  sourceId: fc.constantFrom("1", "2"),
  caseSourceId: fc.constantFrom("x", "y", "z"),
  docket: fc.constantFrom("92-190", "92-191", "92-190, 92-191", null),
  caption: fc.constantFrom("Alder v. Birch", "Cedar v. Dogwood"),
  year: fc.constantFrom(1992, 1999, 2008),
});
const steps = fc.array(
  fc.oneof({ weight: 6, arbitrary: given }, { weight: 1, arbitrary: fc.constantFrom(...SOURCES) }),
  {
    minLength: 1,
    maxLength: 12,
  },
);

/** The matters as the rule finds them over all that is held. */
async function expectedMatters(db: Db): Promise<Record<string, string>> {
  const cases = await db.selectFrom("cases").selectAll().execute();
  const decided = await db.selectFrom("clusters").select(["case_id", "date_filed"]).execute();
  const members = cases.map((row): MatterMember => ({
    id: row.id,
    courtId: row.court_id,
    caption: row.caption,
    docketKeys: docketNumbers(row.docket_number).map(({ key }) => key),
    days: decided.flatMap(({ case_id, date_filed }) => (case_id === row.id ? (date_filed ?? []) : [])),
  }));
  return Object.fromEntries(mattersOf(members));
}

describeEachDatabase("matters over sources", (store) => {
  test("two sources tell of one matter, whichever comes first, and both decisions bear its id", async () => {
    for (const order of [0, 1]) {
      const db = await store.open();
      const both: Given[] = [
        { source: "court-a", docket: "No. 92-190" },
        { source: "court-b", docket: "92-0190", caption: "JOHN ALDER, Appellant, v. BIRCH, INC." },
      ];
      for (const one of order === 0 ? both : both.toReversed()) await write(db, one);
      const records = await readOpinions(db, [opinionOf("court-a"), opinionOf("court-b")]);
      const smallest = [caseIdOf("court-a", "1"), caseIdOf("court-b", "1")].toSorted()[0];
      expect(records.map(({ caseId }) => caseId)).toEqual([smallest, smallest]);
      await deleteSource(db, "court-a");
      expect((await readOpinions(db, [opinionOf("court-b")]))[0]?.caseId).toBe(caseIdOf("court-b", "1"));
    }
  });

  test("a matter is found under each of its docket numbers, with the decisions of every source", async () => {
    const db = await store.open();
    await write(
      db,
      { source: "court-a", docket: "Nos. 92-190, 92-191", year: 1993 },
      { source: "court-b", docket: "92-191", year: 1992 },
      { source: "court-c", docket: "92-191", caption: "Cedar v. Dogwood", year: 1992 },
    );
    const found = async (docketNumber: string) => findByDocket(db, { courtId: "ca9", docketNumber });
    expect(await found("92-190")).toEqual([opinionOf("court-a"), opinionOf("court-b")]);
    expect((await found("92-191")).toSorted()).toEqual(SOURCES.map((source) => opinionOf(source)).toSorted());
    expect(await found("92-192")).toEqual([]);
  });

  test("a number given again years later is another matter", async () => {
    const db = await store.open();
    await write(db, { source: "court-a", docket: "45", year: 1920 }, { source: "court-b", docket: "45", year: 1999 });
    const cases = await db.selectFrom("cases").select(["id", "matter_id"]).execute();
    expect(cases.every(({ id, matter_id }) => id === matter_id)).toBe(true);
  });

  test("whatever is written and deleted in whatever order, matters are what the rule finds over all that is held", async () => {
    for (const run of fc.sample(steps, store.dialect === "sqlite" ? 40 : 6)) {
      const db = await store.open();
      for (const step of run) await (typeof step === "string" ? deleteSource(db, step) : write(db, step));
      const cases = await db.selectFrom("cases").select(["id", "matter_id"]).execute();
      expect(Object.fromEntries(cases.map(({ id, matter_id }) => [id, matter_id]))).toEqual(await expectedMatters(db));
      await db.close();
    }
  });
});

describeEachDatabase("what is held of a court", (store) => {
  test("is counted, spanned and listed by the days of its decisions, the newest first", async () => {
    const db = await store.open();
    const years = [1999, 2008, 1999, 1992];
    await write(
      db,
      ...years.map((year, at) => ({ source: "court-a", sourceId: String(at), docket: `92-${at}`, year })),
    );
    expect(await courtHoldings(db)).toEqual([
      { courtId: "ca9", decisions: 4, first: "1992-05-06", last: "2008-05-06" },
    ]);
    expect(await decisionYears(db, "ca9")).toEqual([
      { year: 1992, count: 1 },
      { year: 1999, count: 2 },
      { year: 2008, count: 1 },
    ]);
    const asked = { courtId: "ca9", from: "", to: "", offset: 0, limit: 3 };
    const all = await decisionsOfCourt(db, asked);
    expect(all.map(({ dateFiled }) => dateFiled)).toEqual(["2008-05-06", "1999-05-06", "1999-05-06"]);
    expect(await decisionsOfCourt(db, { ...asked, offset: 3 })).toHaveLength(1);
    expect(await decisionsOfCourt(db, { ...asked, from: "1999-01-01", to: "1999-12-31" })).toHaveLength(2);
    expect(await decisionsOfCourt(db, { ...asked, courtId: "ca2" })).toEqual([]);
    await db.close();
  });
});
