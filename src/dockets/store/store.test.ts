import { expect, test } from "vitest";
import { checkDatabase } from "#db/check.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { readEvents } from "#db/events.ts";
import { outboxEnd, readOutbox } from "#db/outbox.ts";
import { SCHEMA } from "#schema/schema.ts";
import { addDecision } from "#test/records.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { filingIdOf } from "../ids.ts";
import type { DocketSighting } from "../model.ts";
import { document, entry, sighting } from "../sightings.fixture.ts";
import { deleteDocketsOfSource } from "./delete.ts";
import {
  entriesById,
  entriesByNumber,
  entriesOf,
  filingIdsAfter,
  filingsById,
  filingsOfEntries,
} from "./read-entries.ts";
import { docketIdByPacerId, docketIdsAfter, docketIdsByNumber, docketIdsOfCase, docketsById } from "./read.ts";
import { filingTexts, writeFilingTexts } from "./texts.ts";
import { writeDockets } from "./write.ts";

const noDays = async () => new Map<string, readonly string[]>();

const write = async (db: Db, ...sightings: readonly DocketSighting[]) =>
  transaction(db, async (trx) => writeDockets(trx, sightings, noDays));

async function wholeOf(db: Db): Promise<void> {
  const report = await checkDatabase(db, SCHEMA);
  expect(report.findings.filter(({ severity }) => severity === "problem")).toEqual([]);
}

const SHEET = sighting({
  pacerCaseIds: ["513"],
  entries: [
    entry("1", "COMPLAINT", { documents: [document(0, { pacerDocId: "127012345" }), document(1)] }),
    entry(null, "Minute entry"),
  ],
  parties: [{ name: "Alder", type: "Plaintiff", dateTerminated: null, extraInfo: null, attorneys: [], counts: [] }],
});

const noticeOf = (docketNumber: string, pacerCaseIds: readonly string[], caption: string, asOf: string) =>
  sighting({ kind: "notice", asOf, docketNumber, pacerCaseIds, facts: { caption } });

describeEachDatabase("the docket store", (store) => {
  test("a docket is kept with its parties, entries and filings, and the same again changes nothing", async () => {
    const db = await store.open();
    const written = await write(db, SHEET);
    expect(written).toMatchObject({ dockets: { added: 1 }, entries: { added: 2 }, filings: { added: 2 } });
    const [docket] = await docketsById(db, written.ids);
    expect(docket).toMatchObject({
      caption: "Alder v. Birch",
      docketNumber: "1:19-cv-01234-ABC",
      pacerCaseIds: ["513"],
      parties: SHEET.parties,
      coverage: { kind: "docket_report", entries: 2 },
      freshness: { asOf: "2020-06-01", latestEntryDate: "2019-02-03" },
    });
    const entries = await entriesOf(db, docket!.id, { limit: 10 });
    expect(entries.map(({ number, toldBy }) => [number, toldBy])).toEqual([
      ["1", ["docket_report"]],
      [null, ["docket_report"]],
    ]);
    expect(await entriesOf(db, docket!.id, { limit: 10, afterOrdinal: 0 })).toEqual(entries.slice(1));
    expect(await entriesByNumber(db, docket!.id, "001")).toEqual(entries.slice(0, 1));
    const appeal = sighting({ courtId: "ca1", docketNumber: "19-1033", entries: [entry("00106941384", "BRIEF")] });
    const [appealId] = (await write(db, appeal)).ids;
    expect(await entriesByNumber(db, appealId!, "00106941384")).toHaveLength(1);
    const filings = await filingsOfEntries(
      db,
      entries.map(({ id }) => id),
    );
    expect(filings.map(({ attachment }) => attachment)).toEqual([0, 1]);
    expect(await filingIdsAfter(db, "", 9)).toEqual(filings.map(({ id }) => id).toSorted());
    const end = await outboxEnd(db);
    const again = await write(db, { ...SHEET, place: "elsewhere.html", fetchedAt: "2026-01-01T00:00:00Z" });
    expect(again).toMatchObject({ dockets: { added: 0, updated: 0, unchanged: 1 }, entries: { added: 0, updated: 0 } });
    expect(await outboxEnd(db)).toBe(end);
    await wholeOf(db);
  });

  test.each([
    ["another spelling of the number", { docketNumber: "19-cv-1234" }],
    ["the official system's number of the case", { docketNumber: null, pacerCaseIds: ["513"] }],
  ])("a notice under %s is of the same docket", async (_what, told) => {
    const db = await store.open();
    const { ids } = await write(db, SHEET);
    const notice = sighting({
      kind: "notice",
      asOf: "2020-07-01",
      entries: [entry("2", "ANSWER", { dateFiled: "2020-07-01" })],
      ...told,
    });
    expect(await write(db, notice)).toMatchObject({ ids, dockets: { added: 0, updated: 1 }, entries: { added: 1 } });
    expect(await docketIdsAfter(db, "", 9)).toEqual(ids);
    expect(await docketIdByPacerId(db, "nysd", "513")).toBe(ids[0]);
  });

  test.each([
    ["of another office", { docketNumber: "7:19-cv-01234" }],
    ["of another court", { courtId: "nyed" }],
    ["of another kind", { docketNumber: "1:19-cr-01234" }],
  ])("a number %s is another docket", async (_what, told) => {
    const db = await store.open();
    await write(db, SHEET, sighting(told));
    expect(await docketIdsAfter(db, "", 9)).toHaveLength(2);
  });

  test("a proceeding that bears the number of a bankruptcy case is not that case", async () => {
    const db = await store.open();
    const one = sighting({
      courtId: "vtb",
      docketNumber: "19-01001",
      pacerCaseIds: ["1"],
      facts: { caption: "In re Alder" },
    });
    const other = { ...one, pacerCaseIds: ["2"], facts: { caption: "Birch v. Cedar" } };
    const { ids } = await write(db, one, other);
    expect(new Set(ids).size).toBe(2);
    const [found] = (await write(db, { ...other, pacerCaseIds: [], asOf: "2021-01-01", kind: "notice" })).ids;
    expect(found).toBe(ids[1]);
    expect(await docketIdsByNumber(db, "vtb", "2019-1001")).toEqual(ids.toSorted());
  });

  test("what names none of several cases with one number is a docket of its own, however often it is said", async () => {
    const db = await store.open();
    const two = [
      noticeOf("1:20-cv-00077", ["1"], "Alder v. Birch", "2020-01-01"),
      noticeOf("7:20-cv-00077", ["7"], "Cedar v. Elm", "2020-01-01"),
    ];
    await write(db, ...two);
    const other = await write(db, noticeOf("20-cv-77", [], "Fir v. Gorse", "2020-02-01"));
    expect(other.dockets).toMatchObject({ added: 1 });
    const again = [
      noticeOf("20-cv-77", [], "Fir v. Gorse", "2020-03-01"),
      noticeOf("20-cv-77", [], "Fir v. Gorse", "2020-04-01"),
    ];
    for (const told of again) expect((await write(db, told)).ids).toEqual(other.ids);
    const third = await write(db, noticeOf("20-cv-77", [], "Hazel v. Ivy", "2020-05-01"));
    expect(third.dockets).toMatchObject({ added: 1 });
    expect((await write(db, noticeOf("20-cv-77", [], "Cedar v. Elm", "2020-06-01"))).dockets).toMatchObject({
      updated: 1,
    });
    await wholeOf(db);
  });

  test("what no database can keep is left out, and the rest is kept; again it changes nothing", async () => {
    const db = await store.open();
    const odd = sighting({
      docketNumber: "1:19-cv-09999",
      pacerCaseIds: ["7".repeat(5000)],
      facts: { caption: "Al\0der v. Birch" },
      billedPages: 1e20,
      cost_cents: -5,
      entries: [
        entry("9".repeat(5000), "COMPLAINT\0", {
          documents: [
            document(0, { pageCount: -1000, fileSize_bytes: 1e27, pacerDocId: "8".repeat(5000) }),
            document(1e300),
            document(2, { pageCount: 3 }),
          ],
        }),
      ],
    });
    const { ids } = await write(db, odd);
    const [docket] = await docketsById(db, ids);
    expect(docket).toMatchObject({ caption: "Alder v. Birch", pacerCaseIds: [] });
    const [line] = await entriesOf(db, ids[0] ?? "", { limit: 9 });
    expect(line).toMatchObject({ number: null, description: "COMPLAINT" });
    const filings = await filingsOfEntries(db, [line?.id ?? ""]);
    expect(filings.map(({ attachment, pageCount, pacerDocId }) => [attachment, pageCount, pacerDocId])).toEqual([
      [0, null, null],
      [2, 3, null],
    ]);
    const words = {
      text: "Now\0 comes",
      pageStarts: [0],
      readBy: "text",
      obtained: { source: "a", at: null, cost_cents: null },
    };
    const keep = async () =>
      transaction(db, async (trx) => writeFilingTexts(trx, [{ filingId: filings[0]?.id ?? "", ...words }]));
    expect(await keep()).toHaveLength(1);
    expect(await keep()).toEqual([]);
    expect((await write(db, odd)).dockets).toMatchObject({ added: 0, updated: 0, unchanged: 1 });
    await wholeOf(db);
  });

  test("what names no case at all is refused", async () => {
    const db = await store.open();
    const nameless = sighting({ docketNumber: null, pacerCaseIds: [] });
    await expect(write(db, nameless)).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("two dockets that turn out to be one become one, and the words of filings stay", async () => {
    const db = await store.open();
    const page = sighting({
      kind: "attachment_page",
      docketNumber: null,
      pacerCaseIds: ["513"],
      facts: {},
      entries: [entry("1", null, { dateFiled: null, documents: [document(0, { pageCount: 9 }), document(1)] })],
    });
    const { ids } = await write(db, page, { ...SHEET, pacerCaseIds: [] });
    expect(new Set(ids).size).toBe(2);
    const filingId = filingIdOf(ids[0]!, "#1", 1);
    const text = {
      filingId,
      text: "Exhibit A\fDeed",
      pageStarts: [0, 10],
      readBy: "pdf",
      obtained: { source: "archive", at: null, cost_cents: null },
    };
    await transaction(db, async (trx) => writeFilingTexts(trx, [text]));
    const notice = sighting({ kind: "notice", pacerCaseIds: ["513"], entries: [] });
    const written = await write(db, notice);
    expect(written.dockets).toMatchObject({ added: 0, updated: 1, removed: 1 });
    expect(await docketIdsAfter(db, "", 9)).toHaveLength(1);
    const id = written.ids[0]!;
    const [found] = await entriesByNumber(db, id, "1");
    const filings = await filingsOfEntries(db, [found!.id]);
    expect(filings).toMatchObject([
      { pageCount: 9, text_chars: null },
      { text_chars: 14, obtained: { source: "archive" } },
    ]);
    expect((await filingTexts(db, [filings[1]!.id])).get(filings[1]!.id)).toMatchObject({
      text: "Exhibit A\fDeed",
      pageStarts: [0, 10],
    });
    await wholeOf(db);
  });

  test("words stay when a later sheet numbers the entry otherwise, those of attachments without a number too", async () => {
    const db = await store.open();
    const documents = [document(0, { pacerDocId: "127012345" }), document(1)];
    const sheet = (number: string, asOf: string) =>
      sighting({ asOf, entries: [entry(number, "MOTION", { documents })] });
    const { ids } = await write(db, sheet("7", "2020-01-01"));
    const filings = async () => {
      const entries = await entriesOf(db, ids[0] ?? "", { limit: 9 });
      expect(entries).toHaveLength(1);
      return filingsOfEntries(db, [entries[0]?.id ?? ""]);
    };
    const words = (await filings()).map(({ id, attachment }) => ({
      filingId: id,
      text: `Words of ${attachment}`,
      pageStarts: [0],
      readBy: "text",
      obtained: { source: "official", at: null, cost_cents: 10 },
    }));
    await transaction(db, async (trx) => writeFilingTexts(trx, words));
    await write(db, sheet("8", "2021-01-01"));
    const now = await filings();
    const texts = await filingTexts(
      db,
      now.map(({ id }) => id),
    );
    expect(now.map(({ id }) => texts.get(id)?.text)).toEqual(["Words of 0", "Words of 1"]);
    await wholeOf(db);
  });

  test("words are told once and keep where they came from", async () => {
    const db = await store.open();
    const { ids } = await write(db, SHEET);
    const filingId = filingIdOf(ids[0]!, "#1", 0);
    const text = (source: string, words = "Complaint") => ({
      filingId,
      text: words,
      pageStarts: [0],
      readBy: "pdf",
      obtained: { source, at: null, cost_cents: 30 },
    });
    const put = async (given: ReturnType<typeof text>) =>
      transaction(db, async (trx) => writeFilingTexts(trx, [given]));
    expect(await put(text("official"))).toEqual([filingId]);
    expect(await put(text("archive"))).toEqual([]);
    expect(await filingsById(db, [filingId])).toMatchObject([
      { text_chars: 9, obtained: { source: "official", cost_cents: 30 } },
    ]);
    await write(db, { ...SHEET, asOf: "2022-01-01", entries: [] });
    expect(await filingsById(db, [filingId])).toHaveLength(1);
    await wholeOf(db);
  });

  test("a docket shares the public id of the decisions made in it", async () => {
    const db = await store.open();
    const { caseId } = await transaction(db, async (trx) =>
      addDecision(trx, {
        name: "Alder v. Birch",
        courtId: "nysd",
        docketNumber: "19cv1234",
        dateFiled: "2020-01-01",
      }),
    );
    const { ids } = await write(db, SHEET);
    expect(await docketIdsOfCase(db, caseId)).toEqual(ids);
    const [docket] = await docketsById(db, ids);
    expect(docket?.caseId).toBe([caseId, ids[0]!].toSorted()[0]);
  });

  test("what one source said is forgotten, what others said stays", async () => {
    const db = await store.open();
    const { ids } = await write(
      db,
      { ...SHEET, source: "one" },
      sighting({ source: "other", kind: "notice", entries: [entry("1", "COMPLAINT")] }),
      sighting({ source: "one", docketNumber: "20-cv-9", entries: [entry("1", "A", { documents: [document(0)] })] }),
    );
    expect(await deleteDocketsOfSource(db, "one", noDays)).toBe(2);
    expect(await docketIdsAfter(db, "", 9)).toEqual([ids[0]]);
    const entries = await entriesOf(db, ids[0]!, { limit: 9 });
    expect(entries).toMatchObject([{ number: "1", toldBy: ["notice"] }]);
    expect(await entriesById(db, [entries[0]!.id])).toEqual(entries);
    await wholeOf(db);
    expect(await deleteDocketsOfSource(db, "other", noDays)).toBe(1);
    expect((await readOutbox(db, 0, 999)).at(-1)).toMatchObject({ op: "delete" });
    await wholeOf(db);
  });
});

describeEachDatabase("events of dockets", (store) => {
  test("tell which entries came and changed and which documents can be had, and nothing of the same again", async () => {
    const db = await store.open();
    const [id] = (await write(db, SHEET)).ids;
    await write(db, SHEET);
    const more = sighting({
      asOf: "2020-07-01",
      pacerCaseIds: ["513"],
      entries: [
        entry("1", "COMPLAINT against Birch", { documents: [document(0, { availability: "free" }), document(1)] }),
        entry("2", "ANSWER", { dateFiled: "2020-06-20" }),
      ],
    });
    await write(db, more);
    const complaint = (await entriesByNumber(db, id!, "1"))[0]?.id;
    const answer = (await entriesByNumber(db, id!, "2"))[0]?.id;
    const [first] = await filingsOfEntries(db, [complaint!]);
    await transaction(db, async (trx) =>
      writeFilingTexts(trx, [
        {
          filingId: first!.id,
          text: "The words.",
          pageStarts: [0],
          readBy: "test",
          confidence_pct: null,
          unreadPages: null,
          obtained: { source: "test", at: null, cost_cents: null },
        },
      ]),
    );
    const { events } = await readEvents(db, 0, { kinds: ["docket_changed"], limit: 10 });
    expect(events.map(({ recordId }) => recordId)).toEqual([id, id, id]);
    const none = { addedIds: [], changedIds: [], availableIds: [] };
    expect(events.map(({ detail }) => detail)).toMatchObject([
      { ...none, isNew: true, entries: { added: 2, changed: 0, removed: 0 } },
      { isNew: false, entries: { added: 1 }, addedIds: [answer], changedIds: expect.arrayContaining([complaint]) },
      { ...none, isNew: false, entries: { added: 0, changed: 0, removed: 0 }, availableIds: [first!.id] },
    ]);
    expect(events[1]!.detail.availableIds).toEqual([first!.id]);
  });
});
