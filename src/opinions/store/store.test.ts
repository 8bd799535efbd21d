import { expect, test } from "vitest";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { readEvents } from "#db/events.ts";
import { readOutbox } from "#db/outbox.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { clusterIdOf, opinionIdOf } from "../ids.ts";
import type { ClusterDraft } from "../model.ts";
import { workIdOf } from "../work.ts";
import { findByDocket } from "./dockets.ts";
import { deleteSource } from "./delete.ts";
import { countBySource, findByCitations, opinionIdsAfter, opinionIdsOfClusters, readOpinions } from "./read.ts";
import type { OpinionWrite } from "./record.ts";
import { writeDecisions } from "./write.ts";
import type { WriteOutcome } from "./write.ts";

type Given = Partial<Omit<ClusterDraft, "case">> & { readonly docket?: string; readonly caption?: string };

function cluster(sourceId: string, { docket, caption, ...given }: Given = {}): ClusterDraft {
  return {
    source: "court-a",
    sourceId,
    case: {
      sourceId: `case-${sourceId}`,
      docketNumber: docket ?? null,
      caption: caption ?? `Party ${sourceId} v. Denby`,
      dateFiled: null,
      dateTerminated: null,
    },
    courtId: "ca9",
    caseName: `Party ${sourceId} v. Denby`,
    filed: { date: "2019-05-06", precision: "day" },
    publishStatus: "published",
    judges: [],
    citations: [],
    headmatterHtml: null,
    ...given,
  };
}

function opinion(clusterSourceId: string, ordinal = 0, given: Partial<OpinionWrite["draft"]> = {}): OpinionWrite {
  const words = `Opinion ${ordinal} of ${clusterSourceId}: O'Hara \u{1f600} "quoted"; DROP TABLE opinions; --`;
  const draft: OpinionWrite["draft"] = {
    source: "court-a",
    sourceId: `${clusterSourceId}-${ordinal}`,
    clusterSourceId,
    ordinal,
    type: ordinal === 0 ? "lead" : "dissent",
    author: null,
    joinedBy: null,
    judges: [],
    perCuriam: false,
    enBanc: false,
    publishStatus: "published",
    precedentialNote: null,
    paginationCitation: null,
    textSource: "html",
    text: { html: `<p>${words}</p>`, text: words, offsetMap: new Uint8Array([1, 2, 255]) },
    ...given,
  };
  return { draft, contentHash: JSON.stringify({ ...draft, text: draft.text.text }) };
}

const citation = (citedAs: string): ClusterDraft["citations"][number] => {
  const [volume = "", reporter = "", page = ""] = citedAs.split(" ");
  return { volume, reporter, page, citedAs };
};

const write = (
  db: Db,
  clusters: readonly ClusterDraft[],
  opinions: readonly OpinionWrite[] = [],
  whole: ReadonlyMap<string, ReadonlySet<string>> = new Map(),
): Promise<WriteOutcome> => transaction(db, (trx) => writeDecisions(trx, { clusters, opinions, whole }));

const a = (id: string): string => clusterIdOf("court-a", id);
const op = (id: string): string => opinionIdOf("court-a", id);

async function workOf(db: Db, id: string): Promise<string | undefined> {
  return (await db.selectFrom("clusters").select("work_id").where("id", "=", id).executeTakeFirst())?.work_id;
}

/** Words enough to be told from any other text. */
const prose = (word: string): string => Array.from({ length: 1200 }, (_, at) => `${word}${at}`).join(" ");

const textOf = (text: string): Pick<OpinionWrite["draft"], "text"> => ({
  text: { html: `<p>${text}</p>`, text, offsetMap: new Uint8Array() },
});

describeEachDatabase("the opinion store", (store) => {
  test("gives back what it was given", async () => {
    const db = await store.open();
    await write(
      db,
      [
        cluster("1", {
          docket: "1:19-cv-01234-ABC",
          caption: "Alice PARTY, Plaintiff, v. DENBY & SONS, INC.",
          judges: ["Marlow", "Orrin"],
          citations: [citation("14 Samp. 3"), citation("2019 Samp.App. 77")],
          headmatterHtml: "<p>Head</p>",
        }),
      ],
      [
        opinion("1", 0, { author: "Orrin", perCuriam: true, enBanc: true }),
        opinion("1", 1, { judges: ["Vale"], joinedBy: "Quill" }),
      ],
    );
    const [lead, dissent] = await readOpinions(db, [op("1-0"), op("1-1")], { content: true });
    expect(lead).toMatchObject({
      id: op("1-0"),
      clusterId: a("1"),
      caseName: "Party 1 v. Denby",
      caption: "Alice PARTY, Plaintiff, v. DENBY & SONS, INC.",
      slug: "alice-party-plaintiff-v-denby-sons-inc",
      courtId: "ca9",
      docketNumber: "1:19-cv-01234-ABC",
      dateFiled: "2019-05-06",
      datePrecision: "day",
      judges: ["Marlow", "Orrin", "Vale", "Quill"],
      citations: [citation("14 Samp. 3"), citation("2019 Samp.App. 77")],
      headmatterHtml: "<p>Head</p>",
      perCuriam: true,
      enBanc: true,
      publicNumber: 1,
    });
    expect(dissent).toMatchObject({ type: "dissent", perCuriam: false, judges: lead?.judges });
    expect(dissent?.content).toEqual({
      html: opinion("1", 1).draft.text.html,
      text: opinion("1", 1).draft.text.text,
      offsetMap: new Uint8Array([1, 2, 255]),
    });
    expect((await readOpinions(db, [op("1-0")]))[0]).not.toHaveProperty("content");
  });

  test("order as asked, each once, unknown ids passed over", async () => {
    const db = await store.open();
    await write(db, [cluster("1"), cluster("2")], [opinion("1"), opinion("2")]);
    const ids = [op("2-0"), op("nothing"), op("1-0"), op("2-0")];
    expect((await readOpinions(db, ids)).map(({ id }) => id)).toEqual([op("2-0"), op("1-0")]);
    expect(await readOpinions(db, [])).toEqual([]);
  });

  test("writing again changes nothing, and only what differs", async () => {
    const db = await store.open();
    const clusters = [cluster("1", { citations: [citation("1 Samp. 1")] }), cluster("2")];
    const opinions = [opinion("1"), opinion("2")];
    expect(await write(db, clusters, opinions)).toMatchObject({
      decisions: { added: 2, updated: 0, unchanged: 0 },
      opinions: { added: 2, updated: 0, unchanged: 0 },
    });
    const before = await readOutbox(db, 0, 100);
    expect(await write(db, clusters, opinions)).toMatchObject({
      decisions: { added: 0, updated: 0, unchanged: 2 },
      opinions: { added: 0, updated: 0, unchanged: 2 },
    });
    expect(await readOutbox(db, 0, 100)).toEqual(before);

    const renamed = cluster("1", { caseName: "Renamed v. Denby", citations: [citation("2 Samp. 2")] });
    expect((await write(db, [renamed, cluster("2")])).decisions).toEqual({
      added: 0,
      updated: 1,
      unchanged: 1,
      removed: 0,
    });
    expect(
      (await readOutbox(db, before.length, 100)).map(({ kind, recordId, op: what }) => [kind, recordId, what]),
    ).toEqual([["cluster", a("1"), "upsert"]]);
    expect((await findByCitations(db, ["1 Samp. 1", "2 Samp. 2"])).map(({ opinionIds }) => opinionIds)).toEqual([
      [],
      [op("1-0")],
    ]);
    expect((await readOpinions(db, [op("1-0")]))[0]).toMatchObject({ publicNumber: 1, caseName: "Renamed v. Denby" });
  });

  test("of two with one id the later counts", async () => {
    const db = await store.open();
    await write(db, [cluster("1", { caseName: "First" }), cluster("1", { caseName: "Second" })], [opinion("1")]);
    expect((await readOpinions(db, [op("1-0")])).map(({ caseName }) => caseName)).toEqual(["Second"]);
  });

  test("opinions of a decision that is not held are handed back", async () => {
    const db = await store.open();
    const { orphans, opinions } = await write(db, [], [opinion("9")]);
    expect(orphans.map(({ draft }) => draft.sourceId)).toEqual(["9-0"]);
    expect(opinions.added).toBe(0);
  });

  test("a whole decision loses the opinions it no longer has", async () => {
    const db = await store.open();
    await write(db, [cluster("1")], [opinion("1", 0), opinion("1", 1)]);
    const end = (await readOutbox(db, 0, 100)).length;
    const outcome = await write(db, [cluster("1")], [opinion("1", 0)], new Map([[a("1"), new Set([op("1-0")])]]));
    expect(outcome.opinions).toEqual({ added: 0, updated: 0, unchanged: 1, removed: 1 });
    expect(await opinionIdsOfClusters(db, [a("1")])).toEqual([op("1-0")]);
    expect(await readOutbox(db, end, 100)).toMatchObject([{ kind: "opinion", recordId: op("1-1"), op: "delete" }]);
  });

  test("a case whose decision moves to another docket stays, for a docket may hang on it; it goes with its source", async () => {
    const db = await store.open();
    const draft = cluster("1");
    await write(db, [draft]);
    await write(db, [{ ...draft, case: { ...draft.case, sourceId: "elsewhere" } }]);
    const sourceIds = await db.selectFrom("cases").select("source_id").orderBy("source_id").execute();
    expect(sourceIds.map(({ source_id }) => source_id)).toEqual(["case-1", "elsewhere"]);
    await deleteSource(db, "court-a");
    expect(await db.selectFrom("cases").select("id").execute()).toEqual([]);
  });

  test("citations are found in any spelling, with every opinion of the decision", async () => {
    const db = await store.open();
    await write(db, [cluster("1", { citations: [citation("410 U.S. 113")] })], [opinion("1", 1), opinion("1", 0)]);
    const found = await findByCitations(db, ["410 u. s. 113", "410 US 113", "410 U.S. 114", ""]);
    expect(found.map(({ asked, opinionIds }) => [asked, opinionIds])).toEqual([
      ["410 u. s. 113", [op("1-0"), op("1-1")]],
      ["410 US 113", [op("1-0"), op("1-1")]],
      ["410 U.S. 114", []],
      ["", []],
    ]);
  });

  test("dockets are found with and without office, zeros and initials, in their own court", async () => {
    const db = await store.open();
    await write(db, [cluster("1", { docket: "1:19-cv-01234-ABC" })], [opinion("1")]);
    for (const docketNumber of ["19-cv-1234", "2019cv01234", "1:19-CV-1234 (ABC)"]) {
      expect(await findByDocket(db, { courtId: "ca9", docketNumber }), docketNumber).toEqual([op("1-0")]);
    }
    expect(await findByDocket(db, { courtId: "ca8", docketNumber: "19-cv-1234" })).toEqual([]);
    expect(await findByDocket(db, { courtId: "ca9", docketNumber: "'; --" })).toEqual([]);
  });

  test("a hundred opinions take a handful of statements", async () => {
    const db = await store.open();
    const ids = Array.from({ length: 100 }, (_, index) => String(index));
    await write(
      db,
      ids.map((id) => cluster(id, { citations: [citation(`${id} Samp. 1`)] })),
      ids.map((id) => opinion(id)),
    );
    let statements = 0;
    const counting = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        statements += 1;
        return result;
      },
    });
    const matches = await findByCitations(
      counting,
      ids.map((id) => `${id} Samp. 1`),
    );
    const records = await readOpinions(
      counting,
      matches.flatMap(({ opinionIds }) => opinionIds),
      { content: true },
    );
    expect(records).toHaveLength(100);
    expect(statements).toBe(5);
  });

  test("copies from two sources share a work, whichever comes first", async () => {
    const copies = [
      cluster("1", { citations: [citation("1 Samp. 1")] }),
      cluster("1", { source: "court-b", citations: [citation("1 Samp. 1"), citation("9 Vol. 9")] }),
      cluster("1", {
        source: "court-c",
        citations: [citation("9 Vol. 9")],
        filed: { date: "2019-01-01", precision: "year" },
      }),
    ];
    const expected = workIdOf(copies.map(({ source }) => clusterIdOf(source, "1")).toSorted()[0] ?? "");
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [0, 2, 1],
    ]) {
      const db = await store.open();
      for (const index of order) await write(db, copies.slice(index, index + 1));
      const works = await Promise.all(copies.map(({ source }) => workOf(db, clusterIdOf(source, "1"))));
      expect(works).toEqual([expected, expected, expected]);
    }
  });

  test("a work falls apart when what joined it goes, and every member is in the outbox", async () => {
    const db = await store.open();
    const left = cluster("1", { citations: [citation("1 Samp. 1")] });
    const right = cluster("1", { source: "court-b", citations: [citation("1 Samp. 1")] });
    await write(db, [left]);
    await write(db, [right]);
    const [first = "", second = ""] = [a("1"), clusterIdOf("court-b", "1")].toSorted();
    expect([await workOf(db, first), await workOf(db, second)]).toEqual([workIdOf(first), workIdOf(first)]);
    const end = (await readOutbox(db, 0, 100)).length;
    await write(db, [{ ...right, citations: [citation("2 Samp. 2")] }]);
    expect([await workOf(db, first), await workOf(db, second)]).toEqual([workIdOf(first), workIdOf(second)]);
    const touched = new Set((await readOutbox(db, end, 100)).map(({ recordId }) => recordId));
    expect(touched.has(second)).toBe(true);
  });

  test("a slip without number and citation joins the decision of its day whose text it has, whichever comes first", async () => {
    const reported = [
      cluster("1", { docket: "18-100", citations: [citation("1 Samp. 1")] }),
      opinion("1", 0, textOf(`${prose("held")} ${prose("dissenting")}`)),
    ] as const;
    const slip = [
      cluster("2", { caption: "Party v. Denby", caseName: "Party 1 v. Denby" }),
      opinion("2", 0, textOf(prose("held"))),
    ] as const;
    const [first, second] = [a("1"), a("2")];
    const expected = workIdOf([first, second].toSorted()[0] ?? "");
    for (const order of [
      [reported, slip],
      [slip, reported],
    ]) {
      const db = await store.open();
      for (const [decision, text] of order) {
        await write(db, [decision]);
        await write(db, [], [text]);
      }
      expect([await workOf(db, first), await workOf(db, second)]).toEqual([expected, expected]);
      const [told] = await readOpinions(db, [op("2-0")]);
      expect(told).toMatchObject({ docketNumber: "18-100", citations: [citation("1 Samp. 1")], clusterId: second });
      const end = (await readOutbox(db, 0, 100)).length;
      await write(db, [], [opinion("2", 0, textOf(prose("another")))]);
      expect([await workOf(db, first), await workOf(db, second)]).toEqual([workIdOf(first), workIdOf(second)]);
      const moved = expected === workIdOf(first) ? second : first;
      expect((await readOutbox(db, end, 100)).map(({ recordId }) => recordId)).toContain(moved);
    }
  });

  test("a slip of which no day is known exactly is compared with the decisions of its year", async () => {
    const db = await store.open();
    const own = textOf(prose("held"));
    const summer = { date: "2019-06-30", precision: "approximate" } as const;
    await write(db, [cluster("1", { citations: [citation("1 Samp. 1")] })], [opinion("1", 0, own)]);
    await write(db, [cluster("2", { caseName: "Party v. Denby", filed: summer })], [opinion("2", 0, own)]);
    expect(await workOf(db, a("1"))).toBe(await workOf(db, a("2")));
    await write(
      db,
      [cluster("3", { caseName: "Party v. Denby", filed: { ...summer, date: "2017-06-30" } })],
      [opinion("3", 0, own)],
    );
    expect(await workOf(db, a("3"))).toBe(workIdOf(a("3")));
  });

  test("a source is deleted in batches, and its copies elsewhere stand alone again", async () => {
    const db = await store.open();
    const many = Array.from({ length: 501 }, (_, index) =>
      cluster(String(index), { citations: [citation(`${index} Samp. 1`)] }),
    );
    await write(db, many, [opinion("0"), opinion("0", 1)]);
    const kept = cluster("0", { source: "court-b", citations: [citation("0 Samp. 1")] });
    await write(db, [kept]);
    const progress: number[] = [];
    const deleted = await deleteSource(db, "court-a", { onProgress: ({ decisions }) => progress.push(decisions) });
    expect(deleted).toEqual({ decisions: 501, opinions: 2 });
    expect(progress).toEqual([500, 501]);
    expect(await countBySource(db)).toEqual([{ source: "court-b", decisions: 1, opinions: 0 }]);
    expect(await db.selectFrom("cases").select("source").execute()).toEqual([{ source: "court-b" }]);
    expect(await workOf(db, clusterIdOf("court-b", "0"))).toBe(workIdOf(clusterIdOf("court-b", "0")));
    expect(await opinionIdsAfter(db, "", 10)).toEqual([]);
    const last = (await readOutbox(db, 0, 10_000)).findLast(
      ({ kind, recordId }) => kind === "opinion" && recordId === op("0-0"),
    );
    expect(last?.op).toBe("delete");
  });
});

describeEachDatabase("events of opinions", (store) => {
  test("tell what is held anew, what has changed in it or in its decision, and what is held no more", async () => {
    const db = await store.open();
    const first = opinion("1");
    await write(db, [cluster("1")], [first, opinion("1", 1)]);
    await write(db, [cluster("1")], [first]);
    await write(db, [cluster("1")], [opinion("1", 0, textOf("Other words."))]);
    await write(db, [cluster("1", { judges: ["Marlow"] })]);
    await write(db, [], [], new Map([[a("1"), new Set([op("1-0")])]]));
    const { events } = await readEvents(db, 0, { kinds: ["opinion_added", "opinion_changed"], limit: 100 });
    const what = events.map(({ kind, recordId, detail }) => [
      kind,
      recordId,
      "what" in detail ? detail.what : undefined,
    ]);
    expect(what.slice(0, 3)).toEqual([
      ["opinion_added", op("1-0"), undefined],
      ["opinion_added", op("1-1"), undefined],
      ["opinion_changed", op("1-0"), "text"],
    ]);
    expect(new Set(what.slice(3, 5).map((one) => one.join(" ")))).toEqual(
      new Set([`opinion_changed ${op("1-0")} decision`, `opinion_changed ${op("1-1")} decision`]),
    );
    expect(what.slice(5)).toEqual([["opinion_changed", op("1-1"), "removed"]]);
    expect(new Set(events.map(({ detail }) => detail.clusterId))).toEqual(new Set([a("1")]));
  });
});
