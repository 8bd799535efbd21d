import { afterEach, describe, expect, test } from "vitest";
import { readPage } from "#dockets/pages/pages.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { ASKER, enterCredentials, movableClock, newOccasion, openDesk, optIn } from "./desk.ts";
import { Simulator } from "./simulator/simulator.ts";
import type { SimulatorOptions } from "./simulator/simulator.ts";
import { pdfOf, simCase, simDocument } from "./simulator/world.ts";

const APPEAL = simCase("30442", 14, { court: "ca1", docketNumber: "17-2160" });
const ref = { caseId: "", docketNumber: "17-2160", caption: null };
const whole = (changes: object = {}) => ({
  court: "ca1",
  case: ref,
  need: { kind: "whole" } as const,
  held: null,
  occasion: newOccasion(),
  ...changes,
});
const document = (entry: number, attachment = 0) => ({
  court: "ca1",
  documentId: APPEAL.entries[entry - 1]!.documents[0]!.documentId,
  caseId: null,
  attachment,
  priced: { kind: "document", pages: null } as const,
});

describeEachDatabase("a court of appeals with the older system", (store) => {
  const undo: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0)) await step();
  });

  async function open(options: SimulatorOptions = {}) {
    const db = await store.open();
    const { clock } = movableClock();
    const simulator = await Simulator.start({ cases: [APPEAL], clock, ...options });
    undo.push(async () => simulator.stop());
    await enterCredentials(db);
    await optIn(db, 10_000);
    return { db, simulator, desk: openDesk(db, simulator, clock) };
  }

  test.each<SimulatorOptions>([{}, { asksForReports: true }])("sells a docket report (%j)", async (options) => {
    const { simulator, desk, db } = await open(options);
    const { content, purchase } = await desk.docketReport(ASKER, whole());
    expect(simulator.bill.map(({ cents, clientCode }) => [cents, clientCode])).toEqual([
      [20, `onpoint-${purchase.id}`],
    ]);
    const told = { source: "official", place: null, courtId: "ca1", asOf: null, fetchedAt: purchase.begun_at };
    const read = readPage(Buffer.from(content.body).toString("utf8"), told);
    expect(read).toMatchObject({ kind: "record", page: "appellate_docket" });
    const [sighting] = read.kind === "record" ? read.sightings : [];
    expect(sighting).toMatchObject({ docketNumber: "17-2160", cost_cents: 20 });
    expect(sighting?.entries).toHaveLength(14);
    const receipts = await db.selectFrom("records_receipts").select(["amount_cents", "told_by"]).execute();
    expect(receipts).toEqual([{ amount_cents: 20, told_by: "page" }]);
    const sent = simulator.requests.at(-1);
    expect([sent?.method, sent?.path]).toEqual(["POST", "/courts/ca1/n/beam/servlet/TransportRoom"]);
  });

  test("is asked for the days that are missing, without the parties that are held", async () => {
    const { simulator, desk } = await open();
    const held = { completeThrough: "2024-02-01", hasParties: true };
    const { content } = await desk.docketReport(ASKER, whole({ held }));
    const text = Buffer.from(content.body).toString("utf8");
    expect(text).not.toContain("Greta Holm");
    expect(simulator.requests.at(-1)?.form).toMatchObject({ dateFrom: "02/01/2024", caseNum: "17-2160" });
    // It cannot bound a report by numbers of entries: the same report is not bought for each.
    await desk.docketReport(ASKER, whole({ need: { kind: "entries", from: 3, to: 3 }, occasion: "a" }));
    await desk.docketReport(ASKER, whole({ need: { kind: "entries", from: 9, to: 9 }, occasion: "a" }));
    expect(simulator.bill).toHaveLength(2);
  });

  test("stands elsewhere in some circuits", async () => {
    const one = simCase("30442", 2, { court: "ca5", docketNumber: "18-20519" });
    const { simulator, desk } = await open({ cases: [one] });
    await desk.docketReport(ASKER, whole({ court: "ca5", case: { ...ref, docketNumber: "No. 18-20519" } }));
    expect(simulator.requests.at(-1)?.path).toBe("/courts/ca5/cmecf/servlet/TransportRoom");
  });

  test("charges for telling that there is no such case, and what it said is kept", async () => {
    const { simulator, desk } = await open();
    const { content } = await desk.docketReport(ASKER, whole({ case: { ...ref, docketNumber: "17-9999" } }));
    expect(Buffer.from(content.body).toString("utf8")).toContain("Case Number Not Found");
    expect(simulator.total_cents).toBe(10);
  });

  test.each<SimulatorOptions>([{}, { asksForDocuments: false }])("sells documents (%j)", async (options) => {
    const { simulator, desk } = await open(options);
    const { content } = await desk.document(ASKER, document(4));
    expect(Buffer.from(content.body)).toEqual(pdfOf(APPEAL.entries[3]!.documents[0]!));
    expect(simulator.total_cents).toBe(50);
    await desk.document(ASKER, document(4));
    expect(simulator.bill).toHaveLength(1);
  });

  test("sells one of several documents of an entry by its place, and no more than is allowed", async () => {
    const { simulator, desk } = await open();
    const menu = await desk.attachments(ASKER, document(3));
    expect(menu?.items.map(({ attachment, description, pages }) => [attachment, description, pages])).toEqual([
      [0, "Main Document", 4],
      [1, "Exhibit 1", 1],
      [2, "Exhibit 2", 2],
    ]);
    expect(await desk.attachments(ASKER, document(4))).toBeUndefined();
    expect(simulator.bill).toEqual([]);
    const { content } = await desk.document(ASKER, document(3, 2));
    expect(Buffer.from(content.body)).toEqual(pdfOf(APPEAL.entries[2]!.documents[2]!));
    await expect(desk.document({ ...ASKER, atMost_cents: 20 }, document(4))).rejects.toMatchObject({
      why: "costs_more",
    });
    expect(simulator.total_cents).toBe(20);
  });

  test("a failure of what it shows after the charge is looked up, not asked again", async () => {
    const { simulator, desk } = await open();
    simulator.fault = () => (simulator.requests.at(-1)?.form["servlet"] === "ShowDoc" ? "busyAfter" : undefined);
    await desk.document(ASKER, document(5));
    simulator.fault = () => (simulator.requests.at(-1)?.form["servlet"] === "CaseSummary.jsp" ? "short" : undefined);
    await desk.docketReport(ASKER, whole());
    expect(simulator.bill).toHaveLength(2);
  });

  test("keeps sealed documents, and has no look-up that is free", async () => {
    const sealed = simDocument("009029990001", { isSealed: true });
    const one = { ...APPEAL, entries: [{ number: 1, day: "2024-01-05", text: "SEALED", documents: [sealed] }] };
    const { simulator, desk } = await open({ cases: [one] });
    const asked = { ...document(1), documentId: sealed.documentId };
    await expect(desk.document(ASKER, asked)).rejects.toMatchObject({ why: "sealed" });
    await expect(desk.document(ASKER, { ...asked, documentId: "009029990777" })).rejects.toMatchObject({
      why: "not_found",
    });
    const asked_before = simulator.requests.length;
    expect(await desk.lookUpCase(ASKER, "ca1", "17-2160")).toBeUndefined();
    expect(simulator.requests).toHaveLength(asked_before);
    expect(simulator.bill).toEqual([]);
  });

  describe("is not asked for", () => {
    test.each([
      ["ca2", "25-2936"],
      ["ca2", "23-7222"],
      ["ca9", "22-21"],
      ["ca9", "23-2412"],
    ])("cases of %s that are in the system that replaces it (%s)", async (court, docketNumber) => {
      const { simulator, desk } = await open();
      const asked = whole({ court, case: { ...ref, docketNumber } });
      await expect(desk.docketReport(ASKER, asked)).rejects.toMatchObject({ why: "unsupported_court" });
      expect(simulator.requests).toEqual([]);
    });

    test.each([["1:24-cv-01234"], ["nonsense"], [""]])("what is no number of an appeal: %j", async (docketNumber) => {
      const { simulator, desk } = await open();
      const asked = whole({ case: { ...ref, docketNumber } });
      await expect(desk.docketReport(ASKER, asked)).rejects.toMatchObject({ why: "not_found" });
      expect(simulator.requests).toEqual([]);
    });
  });
});
