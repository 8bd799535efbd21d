import { describe, expect, test } from "vitest";
import { createLogger } from "#base/log.ts";
import type { Db } from "#db/connection.ts";
import { checkDatabase } from "#db/check.ts";
import type { WantedDocument } from "#records/official/official.ts";
import { SCHEMA } from "#schema/schema.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { ASKER, DAY_MS, enterCredentials, moneyOf, movableClock, newOccasion, openDesk, optIn } from "./desk.ts";
import { Simulator } from "./simulator/simulator.ts";
import type { Fault, SimulatorOptions } from "./simulator/simulator.ts";
import { pdfOf, simCase, simDocument } from "./simulator/world.ts";

const CASE = simCase("1234", 40);
const SEALED = simCase("2345", 3, { isSealed: true, docketNumber: "1:24-cr-02345-IQ" });
const asker = () => ASKER;
const ref = { caseId: CASE.caseId, docketNumber: CASE.docketNumber, caption: CASE.caption };
const main = (entry: number): WantedDocument => ({
  court: "nysd",
  documentId: CASE.entries[entry - 1]?.documents[0]?.documentId ?? "",
  caseId: CASE.caseId,
  attachment: 0,
  priced: { kind: "document", pages: null },
});
const whole = (occasion = newOccasion()) =>
  ({ court: "nysd", case: ref, need: { kind: "whole" }, held: null, occasion }) as const;

async function booked(db: Db): Promise<number> {
  const rows = await db.selectFrom("records_receipts").select("amount_cents").execute();
  expect((await checkDatabase(db, SCHEMA)).findings).toEqual([]);
  return rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
}

function faultOnce(simulator: Simulator, fault: Fault, at: (path: string, nth: number) => boolean): void {
  let nth = 0;
  let isDone = false;
  simulator.fault = (path) => {
    if (isDone || !at(path, nth++)) return undefined;
    isDone = true;
    return fault;
  };
}

describeEachDatabase("the official records system", (store) => {
  async function open(options: SimulatorOptions = {}) {
    const db = await store.open();
    const time = movableClock();
    const simulator = await Simulator.start({ cases: [CASE, SEALED], clock: time.clock, ...options });
    await enterCredentials(db, options.otpSecret == null ? {} : { otpSecret: options.otpSecret });
    await optIn(db, 10_000);
    const desk = openDesk(db, simulator, time.clock);
    return { db, simulator, desk, ...time, [Symbol.asyncDispose]: async () => simulator.stop() };
  }

  test("a docket report is bought with what is needed, stored, and its receipt booked", async () => {
    await using all = await open();
    const { desk, simulator, db } = all;
    const { content, purchase } = await desk.docketReport(asker(), whole());
    expect(Buffer.from(content.body).toString("utf8")).toContain("Brook v. Marlow Freight Co.");
    expect(simulator.bill).toHaveLength(1);
    expect(simulator.bill[0]?.clientCode).toBe(`onpoint-${purchase.id}`);
    expect(await booked(db)).toBe(simulator.total_cents);
    expect(
      await db.selectFrom("records_receipts").select(["pages", "description", "told_by"]).executeTakeFirst(),
    ).toEqual({
      pages: simulator.bill[0]?.pages,
      description: "Docket Report",
      told_by: "page",
    });
  });

  test("what is held already is not asked for again", async () => {
    await using all = await open();
    const { desk, simulator } = all;
    await desk.docketReport(asker(), whole());
    const held = { completeThrough: "2024-04-20", hasParties: true };
    const { content } = await desk.docketReport(asker(), { ...whole(), held });
    const text = Buffer.from(content.body).toString("utf8");
    expect(text).not.toContain("Greta Holm");
    expect([...text.matchAll(/Entered:/gu)]).toHaveLength(CASE.entries.filter(({ day }) => day >= "2024-04-20").length);
    await desk.docketReport(asker(), { ...whole(), need: { kind: "entries", from: 5, to: 5 } });
    const [first, update, single] = simulator.bill;
    expect(update!.cents).toBeLessThan(first!.cents);
    expect(single!.cents).toBe(10);
  });

  test("one occasion buys a report once, another one anew, and a document is bought once for all", async () => {
    await using all = await open();
    const { desk, simulator, db } = all;
    const occasion = newOccasion();
    await desk.docketReport(asker(), whole(occasion));
    await desk.docketReport(asker(), whole(occasion));
    expect(simulator.bill).toHaveLength(1);
    await desk.docketReport(asker(), whole());
    expect(simulator.bill).toHaveLength(2);
    const document = await desk.document(asker(), main(3));
    expect(document.content).toEqual(expect.objectContaining({ mediaType: "application/pdf" }));
    expect(Buffer.from(document.content.body)).toEqual(pdfOf(CASE.entries[2]!.documents[0]!));
    const requests = simulator.requests.length;
    await desk.document(asker(), main(3));
    expect(simulator.requests).toHaveLength(requests);
    expect(simulator.bill).toHaveLength(3);
    expect(await booked(db)).toBe(simulator.total_cents);
  });

  test("many who ask for one thing at once buy it once", async () => {
    await using all = await open();
    const { desk, simulator, db, clock } = all;
    const other = openDesk(db, simulator, clock);
    await Promise.all([desk, other, desk, other].map(async (one) => one.document(asker(), main(4))));
    await Promise.all([desk, other].map(async (one) => one.docketReport(asker(), whole())));
    expect(simulator.bill.filter(({ item }) => item.startsWith("document"))).toHaveLength(1);
    expect(await booked(db)).toBe(simulator.total_cents);
  });

  test("an attachment is found in the menu, which is free", async () => {
    await using all = await open();
    const { desk, simulator } = all;
    const menu = await desk.attachments(asker(), main(3));
    expect(menu?.items.map(({ attachment, pages, description }) => [attachment, pages, description])).toEqual([
      [0, 4, ""],
      [1, 1, "Exhibit 1"],
      [2, 2, "Exhibit 2"],
    ]);
    expect(await desk.attachments(asker(), main(4))).toBeUndefined();
    expect(simulator.bill).toEqual([]);
    const { content } = await desk.document(asker(), { ...main(3), attachment: 2 });
    expect(Buffer.from(content.body)).toEqual(pdfOf(CASE.entries[2]!.documents[2]!));
    expect(simulator.bill.map(({ cents }) => cents)).toEqual([20]);
    await expect(desk.document(asker(), { ...main(3), attachment: 7 })).rejects.toMatchObject({ why: "not_found" });
  });

  test.each<[string, SimulatorOptions]>([
    ["a court that asks before reports", { asksForReports: true }],
    ["a court that does not ask before documents", { asksForDocuments: false }],
    ["a court that sends documents as they are", { framesDocuments: false }],
    ["a court that asks nothing and frames nothing", { asksForDocuments: false, framesDocuments: false }],
  ])("%s", async (_what, options) => {
    await using all = await open(options);
    const { desk, simulator, db } = all;
    await desk.docketReport(asker(), whole());
    await desk.document(asker(), main(7));
    expect(simulator.bill).toHaveLength(2);
    expect(await booked(db)).toBe(simulator.total_cents);
  });

  test("an opinion is free, and known to be when the list of receipts has none", async () => {
    const opinion = simDocument("127099990001", { isOpinion: true });
    const one = { ...CASE, entries: [{ number: 1, day: "2024-01-05", text: "OPINION", documents: [opinion] }] };
    await using all = await open({ cases: [one] });
    const { desk, db, pass, clock } = all;
    const wanted = { ...main(1), documentId: opinion.documentId, priced: { kind: "freeOpinion" } } as const;
    const { purchase } = await desk.document(asker(), wanted);
    expect(purchase.state).toBe("received");
    pass(2 * DAY_MS);
    expect(await desk.recover()).toEqual([]);
    expect(await moneyOf(db, clock())).toEqual({ held_cents: 0, used_cents: 0 });
    expect((await desk.document(asker(), wanted)).purchase.state).toBe("done");
  });

  test("a transcript has no most: without a bound it is refused, and one that costs more is not bought", async () => {
    const transcript = simDocument("127099990002", { isTranscript: true, pages: 212 });
    const one = { ...CASE, entries: [{ number: 1, day: "2024-01-05", text: "TRANSCRIPT", documents: [transcript] }] };
    await using all = await open({ cases: [one] });
    const { desk, simulator, db } = all;
    const wanted = {
      ...main(1),
      documentId: transcript.documentId,
      priced: { kind: "transcript", pages: null },
    } as const;
    await expect(desk.document(asker(), wanted)).rejects.toMatchObject({ why: "unbounded" });
    await expect(desk.document({ ...asker(), atMost_cents: 2_000 }, wanted)).rejects.toMatchObject({
      why: "costs_more",
      message: "the court asks $21.20 for 212 pages, more than the $20.00 that were allowed for it",
    });
    expect(simulator.bill).toEqual([]);
    await desk.document({ ...asker(), atMost_cents: 2_500 }, wanted);
    expect(await booked(db)).toBe(2_120);
  });

  test("nothing is bought over the cap, however many ask at once", async () => {
    await using all = await open();
    const { desk, simulator, db } = all;
    // Room for one at a time, and for none after it, however fast each is paid and the rest of what was held let go.
    await optIn(db, 300);
    const asked = [3, 6, 9, 12, 15].map(async (entry) => desk.document(asker(), main(entry)));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.some(({ status }) => status === "rejected")).toBe(true);
    expect(simulator.total_cents).toBeLessThanOrEqual(300);
    expect(await booked(db)).toBe(simulator.total_cents);
    await optIn(db, simulator.total_cents + 299);
    await expect(desk.docketReport(asker(), whole())).rejects.toMatchObject({
      why: "over_cap",
      message: "this may cost $3.00, and $2.99 are left this month",
    });
    expect(await moneyOf(db, all.clock())).toEqual({ held_cents: 0, used_cents: simulator.total_cents });
  });

  test("nothing is bought over the cap of the service, whoever pays, and the next month it starts anew", async () => {
    await using all = await open();
    const { simulator, db, clock, pass } = all;
    const payers = ["one", "two", "three", "four"];
    for (const payer of payers) await optIn(db, 10_000, payer);
    const desk = openDesk(db, simulator, clock, { options: { serviceCap_cents: 400 } });
    const asked = payers.map(async (account, at) =>
      desk.document({ allowance: { account, spender: account, key: null } }, main([3, 6, 9, 12][at] ?? 0)),
    );
    const outcomes = await Promise.allSettled(asked);
    const refused = outcomes.filter(({ status }) => status === "rejected");
    expect(refused.length).toBeGreaterThan(0);
    expect(refused).toEqual(
      refused.map(() => expect.objectContaining({ reason: expect.objectContaining({ why: "over_service_cap" }) })),
    );
    expect(simulator.total_cents).toBeLessThanOrEqual(400);
    expect(simulator.total_cents).toBeGreaterThan(0);
    const none = openDesk(db, simulator, clock, { options: { serviceCap_cents: 0 } });
    const wanted = async () => none.document(asker(), main(15));
    await expect(wanted()).rejects.toMatchObject({
      why: "over_service_cap",
      message: expect.stringContaining("buys nothing"),
    });
    pass(10 * DAY_MS);
    await desk.document(asker(), main(15));
    expect(await booked(db)).toBe(simulator.total_cents);
  });

  test("without consent nothing is bought", async () => {
    await using all = await open();
    const { desk, simulator } = all;
    const other = { allowance: { account: "another", spender: "another", key: null } };
    await expect(desk.document(other, main(3))).rejects.toMatchObject({ why: "not_opted_in" });
    expect(simulator.bill).toEqual([]);
  });

  describe("what fails", () => {
    test("before anything is bought is tried again", async () => {
      await using all = await open();
      const { desk, simulator } = all;
      for (const fault of ["maintenance", "busy", "signOut"] as const) {
        faultOnce(simulator, fault, (path) => path.includes("doc1"));
        await desk.document(asker(), main(["maintenance", "busy", "signOut"].indexOf(fault) + 5));
      }
      faultOnce(simulator, "hang", (path) => path.includes("DktRpt"));
      await desk.docketReport(asker(), whole());
      expect(simulator.bill).toHaveLength(4);
      expect(simulator.signIns.length).toBe(2);
    });

    test.each<Fault>(["hangAfter", "cutAfter", "half", "short", "gatewayAfter"])(
      "%s on the paid page: the receipt is found, and the page fetched once more for nothing",
      async (fault) => {
        await using all = await open();
        const { desk, simulator, db } = all;
        faultOnce(simulator, fault, (path, nth) => path.includes("DktRpt") && nth > 0);
        const { content } = await desk.docketReport(asker(), whole());
        expect(Buffer.from(content.body).toString("utf8")).toContain("</html>");
        expect(simulator.bill).toHaveLength(1);
        expect(await booked(db)).toBe(simulator.total_cents);
      },
    );

    test("a document whose file does not come is fetched once more for nothing", async () => {
      await using all = await open();
      const { desk, simulator } = all;
      let files = 0;
      simulator.fault = (path) => (path.includes("show_temp") && files++ < 3 ? "cut" : undefined);
      const { content } = await desk.document(asker(), main(8));
      expect(Buffer.from(content.body)).toEqual(pdfOf(CASE.entries[7]!.documents[0]!));
      expect(simulator.bill).toHaveLength(1);
    });

    test("where the list leads nowhere, it is charged, told so, and never bought again by itself", async () => {
      await using all = await open({ keepsBought: false });
      const { desk, simulator, db, pass } = all;
      faultOnce(simulator, "hangAfter", (path, nth) => path.includes("doc1") && nth === 1);
      await expect(desk.document(asker(), main(8))).rejects.toMatchObject({ why: "paid_not_received" });
      pass(3 * DAY_MS);
      await expect(desk.document(asker(), main(8))).rejects.toMatchObject({ why: "paid_not_received" });
      expect(simulator.bill).toHaveLength(1);
      expect(await booked(db)).toBe(simulator.total_cents);
      const [paid] = await desk.recover();
      await desk.purchasing.giveUp(paid!);
      await desk.document(asker(), main(8));
      expect(simulator.bill).toHaveLength(2);
      expect(await booked(db)).toBe(simulator.total_cents);
    });

    test("while a list that is behind says nothing, nothing is known, kept reserved and not asked again", async () => {
      await using all = await open({ listLag_ms: DAY_MS / 2 });
      const { desk, simulator, db, pass, clock } = all;
      faultOnce(simulator, "hangAfter", (path, nth) => path.includes("doc1") && nth === 1);
      await expect(desk.document(asker(), main(8))).rejects.toMatchObject({ why: "not_known_yet" });
      pass(61_000);
      await expect(desk.document(asker(), main(8))).rejects.toMatchObject({ why: "not_known_yet" });
      expect(await moneyOf(db, clock())).toEqual({ held_cents: 300, used_cents: 0 });
      pass(DAY_MS / 2);
      await desk.document(asker(), main(8));
      expect(simulator.bill).toHaveLength(1);
      expect(await booked(db)).toBe(simulator.total_cents);
    });

    test("processes that start at once settle what is open once", async () => {
      await using all = await open({ listLag_ms: DAY_MS / 2 });
      const { desk, simulator, db, pass, clock } = all;
      faultOnce(simulator, "hangAfter", (path, nth) => path.includes("doc1") && nth === 1);
      await expect(desk.document(asker(), main(8))).rejects.toMatchObject({ why: "not_known_yet" });
      pass(DAY_MS / 2 + 61_000);
      const lines: string[] = [];
      const log = createLogger({ level: "warn", format: "json" }, { write: (line) => void lines.push(line) });
      const processes = [db, await store.reopen(db), await store.reopen(db), await store.reopen(db)];
      await Promise.all(processes.map(async (own) => openDesk(own, simulator, clock, { log }).recover()));
      expect(await desk.recover()).toEqual([]);
      expect(lines).toEqual([]);
      expect(simulator.bill).toHaveLength(1);
      expect(await booked(db)).toBe(simulator.total_cents);
      expect(await moneyOf(db, clock())).toEqual({ held_cents: 0, used_cents: simulator.total_cents });
      const requests = simulator.requests.length;
      await desk.document(asker(), main(8));
      expect(simulator.requests).toHaveLength(requests);
    });

    test.each([
      ["once", 1],
      ["by three processes at once", 3],
    ])("a charge that the list has days after it counted as not made is booked, %s", async (_how, count) => {
      await using all = await open({ listLag_ms: 4 * DAY_MS });
      const { desk, simulator, db, pass, clock } = all;
      faultOnce(simulator, "hangAfter", (path, nth) => path.includes("doc1") && nth === 1);
      await expect(desk.document(asker(), main(8))).rejects.toMatchObject({ why: "not_known_yet" });
      pass(DAY_MS + 61_000);
      expect(await desk.recover()).toEqual([]);
      expect(await booked(db)).toBe(0);
      const desks: (typeof desk)[] = [];
      for (let nth = 0; nth < count; nth++) desks.push(openDesk(await store.reopen(db), simulator, clock));
      const askAll = async () => Promise.all(desks.map(async (one) => one.recover()));
      pass(2 * DAY_MS);
      await askAll();
      expect(await booked(db)).toBe(0);
      pass(2 * DAY_MS);
      await askAll();
      expect(await booked(db)).toBe(simulator.total_cents);
      expect(await moneyOf(db, clock())).toEqual({ held_cents: 0, used_cents: simulator.total_cents });
      pass(DAY_MS);
      await askAll();
      await desk.document(asker(), main(8));
      expect(simulator.bill).toHaveLength(1);
      expect(await booked(db)).toBe(simulator.total_cents);
    });

    test("of what was bought anew before the list had the first charge, both are booked, and nothing else", async () => {
      await using all = await open({ listLag_ms: 4 * DAY_MS });
      const { desk, simulator, db, pass, clock } = all;
      faultOnce(simulator, "hangAfter", (path, nth) => path.includes("doc1") && nth === 1);
      await expect(desk.document(asker(), main(8))).rejects.toMatchObject({ why: "not_known_yet" });
      pass(DAY_MS + 61_000);
      await desk.document(asker(), main(8));
      expect(simulator.bill).toHaveLength(2);
      for (let day = 0; day < 12; day++) {
        pass(DAY_MS);
        await desk.recover();
        expect(await booked(db)).toBeLessThanOrEqual(simulator.total_cents);
      }
      expect(await booked(db)).toBe(simulator.total_cents);
      expect(await moneyOf(db, clock())).toMatchObject({ held_cents: 0 });
    });

    test.each([
      [13, true],
      [16, false],
    ])("a list that is %d days late is still looked at: %s", async (days, isBooked) => {
      await using all = await open({ listLag_ms: days * DAY_MS });
      const { desk, simulator, db, pass, clock } = all;
      faultOnce(simulator, "hangAfter", (path, nth) => path.includes("doc1") && nth === 1);
      await expect(desk.document(asker(), main(8))).rejects.toMatchObject({ why: "not_known_yet" });
      pass(DAY_MS + 61_000);
      await desk.recover();
      pass((days - 1) * DAY_MS);
      await openDesk(db, simulator, clock).recover();
      expect(await booked(db)).toBe(isBooked ? simulator.total_cents : 0);
    });

    test("what was never charged may be asked for again when the list has to know", async () => {
      await using all = await open();
      const { desk, simulator, db, pass } = all;
      faultOnce(simulator, "hang", (path, nth) => path.includes("doc1") && nth === 1);
      await expect(desk.document(asker(), main(8))).rejects.toMatchObject({ why: "not_known_yet" });
      pass(2 * DAY_MS);
      await desk.document(asker(), main(8));
      expect(simulator.bill).toHaveLength(1);
      expect(await booked(db)).toBe(simulator.total_cents);
    });

    test("a page as nobody knows it is kept, and its charge found on the list", async () => {
      await using all = await open();
      const { desk, simulator, db } = all;
      faultOnce(simulator, "changed", (path, nth) => path.includes("DktRpt") && nth > 0);
      const { content } = await desk.docketReport(asker(), whole());
      expect(content.mediaType).toBe("text/html");
      expect(simulator.bill).toHaveLength(1);
      expect(await booked(db)).toBe(simulator.total_cents);
    });
  });

  test("sealed cases and documents, and such as there are none, are refused and cost nothing", async () => {
    const sealed = simDocument("127099990003", { isSealed: true });
    const one = { ...CASE, entries: [{ number: 1, day: "2024-01-05", text: "SEALED", documents: [sealed] }] };
    await using all = await open({ cases: [one, SEALED] });
    const { desk, simulator, db } = all;
    await expect(desk.document(asker(), { ...main(1), documentId: sealed.documentId })).rejects.toMatchObject({
      why: "sealed",
      code: "forbidden",
    });
    await expect(desk.lookUpCase(asker(), "nysd", SEALED.docketNumber)).rejects.toMatchObject({ why: "sealed" });
    const under = { ...whole(), case: { ...ref, caseId: SEALED.caseId } };
    await expect(desk.docketReport(asker(), under)).rejects.toMatchObject({ why: "sealed" });
    await expect(desk.docketReport(asker(), { ...under, case: { ...ref, caseId: "99" } })).rejects.toMatchObject({
      why: "not_found",
    });
    await expect(desk.document(asker(), { ...main(1), documentId: "../../x" })).rejects.toMatchObject({
      why: "not_found",
    });
    await expect(desk.docketReport(asker(), { ...whole(), court: "evil.example/" })).rejects.toMatchObject({
      why: "unsupported_court",
    });
    expect(simulator.bill).toEqual([]);
    expect(await moneyOf(db, all.clock())).toEqual({ held_cents: 0, used_cents: 0 });
  });

  describe("a report that is as good as one that was bought a while ago", () => {
    const MINUTES_MS = 5 * 60_000;
    const after = (now: Date) => ({ asGoodAfter: new Date(now.getTime() - MINUTES_MS) });
    const held = { completeThrough: "2026-11-23", hasParties: true };

    test("is not bought on another occasion until that while has passed", async () => {
      await using all = await open();
      const { desk, simulator, clock, pass } = all;
      const buy = async (changes: object = {}) =>
        (await desk.docketReport(asker(), { ...whole(), ...after(clock()), ...changes })).purchase.id;
      const first = await buy();
      pass(MINUTES_MS - 1);
      expect(await buy({ held })).toBe(first);
      expect(await buy()).toBe(first);
      pass(1);
      const since = await buy({ held });
      expect(since).not.toBe(first);
      // What was entered since is not all of it.
      const again = await buy();
      expect(again).not.toBe(since);
      expect(simulator.bill).toHaveLength(3);
    });

    test("is not bought either while it is not known whether that one was charged, nor when it did not come", async () => {
      await using all = await open({ keepsBought: false, listLag_ms: DAY_MS / 2 });
      const { desk, simulator, clock, pass, db } = all;
      const buy = async (changes: object = {}) =>
        desk.docketReport(asker(), { ...whole(), asGoodAfter: new Date(clock().getTime() - 2 * DAY_MS), ...changes });
      faultOnce(simulator, "hangAfter", (path, nth) => path.includes("DktRpt") && nth > 0);
      await expect(buy()).rejects.toMatchObject({ why: "not_known_yet" });
      await expect(buy({ held })).rejects.toMatchObject({ why: "not_known_yet" });
      pass(DAY_MS);
      await expect(buy({ held })).rejects.toMatchObject({ why: "paid_not_received" });
      await expect(buy()).rejects.toMatchObject({ why: "paid_not_received" });
      expect(simulator.bill).toHaveLength(1);
      const [paid] = await desk.recover();
      await desk.purchasing.giveUp(paid!);
      await buy({ held });
      expect(simulator.bill).toHaveLength(2);
      expect(await booked(db)).toBe(simulator.total_cents);
    });
  });

  test("a docket number is looked up in its court for nothing", async () => {
    await using all = await open();
    const { desk, simulator } = all;
    expect(await desk.lookUpCase(asker(), "nysd", "1:24-cv-1234")).toEqual([ref]);
    expect(await desk.lookUpCase(asker(), "nysd", "1:24-cv-777")).toEqual([]);
    expect(simulator.bill).toEqual([]);
  });

  test("the case locator is searched page by page, each charged, also one that finds nothing", async () => {
    const cases = Array.from({ length: 7 }, (_, at) => simCase(`300${at}`, 1));
    await using all = await open({ cases });
    const { desk, simulator, db } = all;
    const search = { courts: ["nysd"], docketNumber: null, caption: "marlow" };
    const occasion = newOccasion();
    const found: string[] = [];
    for (let page = 0, pages = 1; page < pages; page++) {
      const result = await desk.searchCases(asker(), search, page, occasion);
      ({ pages } = result);
      found.push(...result.cases.map(({ caseId }) => caseId));
    }
    expect(found).toEqual(cases.map(({ caseId }) => caseId));
    expect(simulator.total_cents).toBe(30);
    expect((await desk.searchCases(asker(), { ...search, caption: "nobody" }, 0, occasion)).cases).toEqual([]);
    expect(simulator.total_cents).toBe(40);
    await desk.searchCases(asker(), { ...search, caption: "nobody" }, 0, occasion);
    expect(await booked(db)).toBe(40);
    expect(new Set(simulator.signIns.map(({ clientCode }) => clientCode)).size).toBe(4);
  });

  test("the locator's code of a bankruptcy court is its own", async () => {
    await using all = await open({ cases: [simCase("1234", 1, { court: "nysb" })] });
    const search = { courts: ["nysb"], docketNumber: "1:24-cv-01234", caption: null };
    expect((await all.desk.searchCases(asker(), search, 0, newOccasion())).total).toBe(1);
  });

  test("of one court no more are asked at once than its limit", async () => {
    await using all = await open();
    const { desk, simulator } = all;
    await Promise.all([1, 2, 4, 5, 7, 8].map(async (entry) => desk.document(asker(), main(entry))));
    expect(simulator.running_most).toBeLessThanOrEqual(2);
    expect(simulator.bill).toHaveLength(6);
  });
});
