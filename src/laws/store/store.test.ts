import { expect, test } from "vitest";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { checkDatabase } from "#db/check.ts";
import { outboxEnd } from "#db/outbox.ts";
import { SCHEMA } from "#schema/schema.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { currentAt } from "../currency.ts";
import { lawNodeIdOf, lawVersionIdOf } from "../ids.ts";
import { lawKey } from "#citations/laws/law-key.ts";
import type { LawDraft } from "../model.ts";
import { collectionCounts, collections, writeCollections } from "./collections.ts";
import {
  chainsOf,
  holdsPath,
  nodeIdsAfter,
  nodesAtPath,
  nodesByCitationKey,
  nodesByRegisterKey,
  textsOf,
  textStretches,
  versionsById,
} from "./read.ts";
import { ancestorsAt, childrenAt } from "./tree.ts";
import { writeLaws } from "./write.ts";
import type { LawChange, LawsWritten } from "./write.ts";

const CODE = "avalon-code";
const TODAY = "2024-06-15";
const NOTHING = { added: 0, updated: 0, unchanged: 0, removed: 0 };

const draft = (fields: Partial<LawDraft> & { readonly sourceId: string; readonly path: string }): LawDraft => ({
  versionKey: fields.edition ?? fields.effectiveDate ?? "1",
  edition: null,
  sortOrder: 1,
  nodeType: "LEAF",
  type: "statute",
  number: fields.sourceId,
  title: `Of ${fields.sourceId}`,
  citation: `Avalon Code § ${fields.sourceId}`,
  registerCitation: null,
  effectiveDate: null,
  publicationDate: null,
  isHistorical: false,
  isTombstone: false,
  sourceUrl: null,
  html: `<p>${fields.text ?? "words"}</p>`,
  text: "words",
  notesHtml: null,
  ...fields,
});

const edition = (day: string, text: string): LawChange[] =>
  drafts(draft({ sourceId: "1", path: "t.1", edition: day, text }));

const edited = (day: string) => ({ versionKey: day, edition: day, effectiveDate: null, publicationDate: null });

const drafts = (...all: LawDraft[]): LawChange[] => all.map((one) => ({ kind: "draft", draft: one }));

async function write(db: Db, changes: readonly LawChange[], collectionId = CODE): Promise<LawsWritten> {
  return transaction(db, async (trx) => {
    await writeCollections(trx, [
      {
        id: collectionId,
        name: "Code of Avalon",
        type: "statute",
        state: "Avalon",
        country: "US",
        publisher: null,
        source: "test",
        sourceUrl: null,
        currentThrough: null,
      },
    ]);
    return writeLaws(trx, collectionId, changes);
  });
}

async function chain(db: Db, sourceId: string) {
  const [held] = await chainsOf(db, [lawNodeIdOf(CODE, sourceId)]);
  return held?.versions ?? [];
}

describeEachDatabase("the law store", (store) => {
  test("stretches of texts are cut by bytes, and of what has no words there are none", async () => {
    const db = await store.open();
    const text = "§ 1. No “troll” shall toll — nor 𝒜 ford.";
    await write(
      db,
      drafts(draft({ sourceId: "1", path: "t1.s1", text }), draft({ sourceId: "2", path: "t1.s2", text: "" })),
    );
    const [one, two] = [lawVersionIdOf(CODE, "1", "1"), lawVersionIdOf(CODE, "2", "1")];
    const bytes = Buffer.from(text);
    const asked = [
      { id: one, from: 3, bytes: 10 },
      { id: two, from: 0 },
      { id: lawVersionIdOf(CODE, "3", "1"), from: 0 },
    ];
    expect(await textStretches(db, asked)).toEqual(
      new Map([
        [one, bytes.toString("utf8", 3, 13)],
        [two, ""],
      ]),
    );
    expect(await textStretches(db, [{ id: one, from: 0 }])).toEqual(new Map([[one, text]]));
  });

  test("keeps a version with its words and finds it by id, path and citation", async () => {
    const db = await store.open();
    const section = draft({
      sourceId: "1-101",
      path: "t1.c1.1-101",
      text: "No troll shall toll.",
      notesHtml: "<p>Enacted long ago.</p>",
      registerCitation: "9 Av. Reg. 12",
      effectiveDate: "2020-02-01",
      publicationDate: "2019-12-24",
    });
    expect(await write(db, drafts(section))).toEqual({
      versions: { added: 1, updated: 0, unchanged: 0, removed: 0 },
      nodes: 1,
    });
    const nodeId = lawNodeIdOf(CODE, "1-101");
    const id = lawVersionIdOf(CODE, "1-101", "2020-02-01");
    const { sourceId: _, html, text, notesHtml, ...record } = section;
    expect(await versionsById(db, [id])).toEqual([{ ...record, id, nodeId, collectionId: CODE, parentPath: "t1.c1" }]);
    expect((await textsOf(db, [id])).get(id)).toEqual({ versionId: id, html, text, notesHtml });
    expect(await nodesAtPath(db, "t1.c1.1-101")).toEqual([nodeId]);
    expect(await nodesAtPath(db, "t1.c1.1-101", ["another"])).toEqual([]);
    expect(await nodesByCitationKey(db, lawKey("avalon code sec. 1-101"))).toEqual([nodeId]);
    expect(await nodesByRegisterKey(db, lawKey("9 AV REG 12"), [CODE])).toEqual([nodeId]);
    expect(await nodeIdsAfter(db, "", 10)).toEqual([nodeId]);
    expect((await checkDatabase(db, SCHEMA)).findings).toEqual([]);
  });

  test("a path is held where a law stands at it or below it, and not where its name alone begins like one's", async () => {
    const db = await store.open();
    await write(db, drafts(draft({ sourceId: "1", path: "t99.c1.s1" }), draft({ sourceId: "2", path: "t99-1" })));
    for (const path of ["t99", "t99.c1", "t99.c1.s1", "t99-1"]) expect(await holdsPath(db, path)).toBe(true);
    for (const path of ["t9", "t", "t99.c", "t99.c1.s", "t99.c1.s1.a"]) expect(await holdsPath(db, path)).toBe(false);
    expect(await holdsPath(db, "t99", [CODE])).toBe(true);
    expect(await holdsPath(db, "t99", ["another"])).toBe(false);
  });

  test("writing the same again changes nothing and tells nobody", async () => {
    const db = await store.open();
    const all = drafts(draft({ sourceId: "1", path: "t.1" }), draft({ sourceId: "2", path: "t.2", sortOrder: 2 }));
    await write(db, all);
    const told = await outboxEnd(db);
    expect((await write(db, all)).versions).toEqual({ added: 0, updated: 0, unchanged: 2, removed: 0 });
    expect(await outboxEnd(db)).toBe(told);
  });

  test("an edition that says the same makes no version; one that says another does; the first comes back unchanged", async () => {
    const db = await store.open();
    for (const [day, text] of [
      ["2021-01-01", "a"],
      ["2022-01-01", "a"],
      ["2023-01-01", "b"],
      ["2024-01-01", "a"],
    ] as const) {
      await write(db, edition(day, text));
    }
    const keys = async (): Promise<string[]> => (await chain(db, "1")).map(({ versionKey }) => versionKey);
    expect(await keys()).toEqual(["2021-01-01", "2023-01-01", "2024-01-01"]);
    await write(db, edition("2021-01-01", "a"));
    await write(db, edition("2022-01-01", "a"));
    expect(await keys()).toEqual(["2021-01-01", "2023-01-01", "2024-01-01"]);
  });

  test("a version whose words or dates were mended is replaced under its id", async () => {
    const db = await store.open();
    const one = draft({ sourceId: "1", path: "t.1", versionKey: "v", effectiveDate: "2020-01-01", text: "teh" });
    await write(db, drafts(one));
    expect((await write(db, drafts({ ...one, html: "<p>the</p>", text: "the" }))).versions.updated).toBe(1);
    const mended = { ...one, html: "<p>the</p>", text: "the", effectiveDate: "2020-01-02" };
    expect((await write(db, drafts(mended))).versions.updated).toBe(1);
    const [version] = await chain(db, "1");
    expect(version?.effectiveDate).toBe("2020-01-02");
    expect((await textsOf(db, [version?.id ?? ""])).get(version?.id ?? "")?.text).toBe("the");
  });

  test("what an edition removes ends there, and can come back", async () => {
    const db = await store.open();
    await write(db, drafts(draft({ sourceId: "1", path: "t.1", edition: "2021-01-01" })));
    const removal: LawChange = { kind: "removal", sourceId: "1", from: edited("2022-01-01") };
    expect((await write(db, [removal])).versions.removed).toBe(1);
    expect((await write(db, [removal])).versions).toEqual(NOTHING);
    expect((await write(db, [{ ...removal, sourceId: "never" }])).versions).toEqual(NOTHING);
    expect(currentAt(await chain(db, "1"), "2021-12-31", TODAY)?.versionKey).toBe("2021-01-01");
    expect(currentAt(await chain(db, "1"), TODAY, TODAY)).toBeUndefined();
    await write(db, drafts(draft({ sourceId: "1", path: "t.1", edition: "2023-01-01", text: "anew" })));
    expect(currentAt(await chain(db, "1"), TODAY, TODAY)?.versionKey).toBe("2023-01-01");
    expect((await checkDatabase(db, SCHEMA)).findings).toEqual([]);
  });

  test("a provision that moves keeps its words, and stood where it stood", async () => {
    const db = await store.open();
    await write(db, drafts(draft({ sourceId: "1", path: "t.a.1", edition: "2021-01-01", text: "kept" })));
    const move: LawChange = {
      kind: "move",
      sourceId: "1",
      from: edited("2022-01-01"),
      place: { path: "t.b.1", sortOrder: 4 },
    };
    expect((await write(db, [move])).versions.added).toBe(1);
    expect((await write(db, [move])).versions).toEqual(NOTHING);
    const versions = await chain(db, "1");
    expect(versions.map(({ path }) => path)).toEqual(["t.a.1", "t.b.1"]);
    expect((await textsOf(db, [versions[1]?.id ?? ""])).get(versions[1]?.id ?? "")?.text).toBe("kept");
    const at = async (path: string, date: string) =>
      (await childrenAt(db, { collectionId: CODE, path }, date, TODAY)).total;
    expect(await at("t.a", "2021-06-01")).toBe(1);
    expect(await at("t.b", "2021-06-01")).toBe(0);
    expect(await at("t.a", TODAY)).toBe(0);
    expect(await at("t.b", TODAY)).toBe(1);
  });

  test("a sweep ends what stands below a path, of one kind, but for what it names", async () => {
    const db = await store.open();
    const day = { edition: "2021-01-01" };
    await write(
      db,
      drafts(
        draft({ ...day, sourceId: "t", path: "t", nodeType: "PARENT" }),
        draft({ ...day, sourceId: "c1", path: "t.c1", nodeType: "PARENT" }),
        draft({ ...day, sourceId: "c2", path: "t.c2", nodeType: "PARENT" }),
        draft({ ...day, sourceId: "s", path: "t.c1.s" }),
        draft({ ...day, sourceId: "tx", path: "tx.c1", nodeType: "PARENT" }),
      ),
    );
    const sweep: LawChange = {
      kind: "sweep",
      from: edited("2022-01-01"),
      below: "t",
      nodeType: "PARENT",
      keeps: new Set(["c2"]),
    };
    expect((await write(db, [sweep])).versions.removed).toBe(1);
    expect(currentAt(await chain(db, "c1"), TODAY, TODAY)).toBeUndefined();
    expect(currentAt(await chain(db, "tx"), TODAY, TODAY)).toBeDefined();
    const all: LawChange = {
      ...sweep,
      below: null,
      nodeType: null,
      from: { ...edited("2023-01-01"), edition: null, effectiveDate: "2023-01-01" },
    };
    expect((await write(db, [all])).versions.removed).toBe(3);
    expect((await write(db, [all])).versions).toMatchObject({ removed: 0, added: 0 });
    expect(currentAt(await chain(db, "s"), "2022-12-31", TODAY)).toBeDefined();
    expect(currentAt(await chain(db, "s"), "2023-01-01", TODAY)).toBeUndefined();
  });

  test("an order told by an older edition does not undo a later one's", async () => {
    const db = await store.open();
    await write(db, drafts(draft({ sourceId: "1", path: "t.1", edition: "2021-01-01", sortOrder: 1 })));
    const later: LawChange = {
      kind: "move",
      sourceId: "1",
      from: edited("2022-01-01"),
      place: { path: "t.1", sortOrder: 2 },
    };
    expect((await write(db, [later])).versions.updated).toBe(1);
    const again = drafts(draft({ sourceId: "1", path: "t.1", edition: "2021-01-01", sortOrder: 1 }));
    expect((await write(db, again)).versions.unchanged).toBe(1);
    expect((await chain(db, "1"))[0]?.sortOrder).toBe(2);
  });

  test("children come in authored order, up to a number, with the true count; ancestors top first", async () => {
    const db = await store.open();
    const parents = [
      draft({ sourceId: "t", path: "t", nodeType: "PARENT" }),
      draft({ sourceId: "t.c", path: "t.c", nodeType: "PARENT" }),
    ];
    const sections = Array.from({ length: 300 }, (_, index) =>
      draft({ sourceId: `s${index}`, path: `t.c.s${index}`, sortOrder: 300 - index }),
    );
    await write(db, drafts(...parents, ...sections, draft({ sourceId: "x", path: "t.cx" })));
    const { children, total } = await childrenAt(db, { collectionId: CODE, path: "t.c" }, TODAY, TODAY);
    expect(total).toBe(300);
    expect(children.map(({ path }) => path)).toEqual(
      sections
        .toReversed()
        .slice(0, 250)
        .map(({ path }) => path),
    );
    const above = await ancestorsAt(db, { collectionId: CODE, path: "t.c.s1" }, TODAY, TODAY);
    expect(above.map(({ path }) => path)).toEqual(["t", "t.c"]);
    const top = await childrenAt(db, { collectionId: CODE, path: null }, TODAY, TODAY);
    expect(top.children.map(({ path }) => path)).toEqual(["t"]);
    expect((await collectionCounts(db))[0]).toMatchObject({ nodes: 303, leaves: 301, versions: 303 });
  });

  test("a collection keeps the latest day of its data", async () => {
    const db = await store.open();
    const code = (await write(db, []), (await collections(db))[0]);
    expect(code).toBeDefined();
    if (code === undefined) return;
    const through = async (currentThrough: string | null): Promise<string | null | undefined> => {
      await transaction(db, async (trx) => writeCollections(trx, [{ ...code, currentThrough }]));
      return (await collections(db))[0]?.currentThrough;
    };
    expect(await through("2024-01-01")).toBe("2024-01-01");
    expect(await through("2023-01-01")).toBe("2024-01-01");
    expect(await through(null)).toBe("2024-01-01");
  });
});
