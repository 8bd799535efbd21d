import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { checkDatabase } from "#db/check.ts";
import type { Db } from "#db/connection.ts";
import { exchange, ExchangeFailure } from "#records/exchange/exchange.ts";
import type { OfficialOptions, WantedDocument } from "#records/official/official.ts";
import { SCHEMA } from "#schema/schema.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { ASKER, DAY_MS, enterCredentials, movableClock, newOccasion, openDesk, optIn } from "./desk.ts";
import { Simulator } from "./simulator/simulator.ts";
import type { Fault, SimulatorOptions } from "./simulator/simulator.ts";
import { PARTY_TEXTS, simCase, simDocument } from "./simulator/world.ts";

const CASE = simCase("1234", 12);
const asker = (changes: { readonly atMost_cents?: number; readonly signal?: AbortSignal } = {}) => ({
  ...ASKER,
  ...changes,
});
const main = (entry: number): WantedDocument => ({
  court: "nysd",
  documentId: CASE.entries[entry - 1]!.documents[0]!.documentId,
  caseId: CASE.caseId,
  attachment: 0,
  priced: { kind: "document", pages: null },
});
const whole = (one = CASE) => ({
  court: "nysd",
  case: { caseId: one.caseId, docketNumber: one.docketNumber, caption: null },
  need: { kind: "whole" } as const,
  held: null,
  occasion: newOccasion(),
});

async function expectBillBooked(db: Db, simulator: Simulator): Promise<void> {
  const rows = await db.selectFrom("records_receipts").select("amount_cents").execute();
  expect(rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(simulator.total_cents);
  expect((await checkDatabase(db, SCHEMA)).findings).toEqual([]);
}

/** The fault once, at the nth request (from 0) to a path. */
function faultAt(simulator: Simulator, fault: Fault, path: string, nth: number): void {
  let seen = 0;
  simulator.fault = (asked) => (asked.includes(path) && seen++ === nth ? fault : undefined);
}

describeEachDatabase("what is charged for is not taken for something else", (store) => {
  const undo: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0)) await step();
  });

  async function open(options: SimulatorOptions = {}, changes: Partial<OfficialOptions> = {}, cap_cents = 10_000) {
    const db = await store.open();
    const time = movableClock();
    const simulator = await Simulator.start({ cases: [CASE], clock: time.clock, ...options });
    undo.push(async () => simulator.stop());
    await enterCredentials(db);
    await optIn(db, cap_cents);
    return { db, simulator, desk: openDesk(db, simulator, time.clock, { options: changes }), ...time };
  }

  test.each(PARTY_TEXTS.flatMap((text) => [undefined, "changed", "short"].map((fault) => [text, fault] as const)))(
    "an entry that says %j (%s)",
    async (text, fault) => {
      const one = simCase("7777", 2, { texts: [text] });
      const { db, simulator, desk } = await open({ cases: [one], showsMenu: false });
      if (fault !== undefined) faultAt(simulator, fault as Fault, "DktRpt", 1);
      const { content } = await desk.docketReport(asker(), whole(one));
      expect(content.mediaType).toBe("text/html");
      expect(simulator.bill).toHaveLength(1);
      await expectBillBooked(db, simulator);
    },
  );

  describe("a court that is down when it shows what was charged", () => {
    test.each<[Fault, string]>([
      ["busyAfter", "DktRpt"],
      ["busyAfter", "doc1"],
    ])("%s at %s", async (fault, path) => {
      const { db, simulator, desk } = await open();
      faultAt(simulator, fault, path, 1);
      await (path === "doc1" ? desk.document(asker(), main(8)) : desk.docketReport(asker(), whole()));
      expect(simulator.bill).toHaveLength(1);
      await expectBillBooked(db, simulator);
    });

    test.each<Fault>(["maintenance", "busy", "signOut", "cut", "hang", "gateway"])(
      "%s at the page that the answer leads to",
      async (second) => {
        const { db, simulator, desk } = await open();
        let seen = 0;
        simulator.fault = (path) => {
          if (path.includes("moved.pl") && seen++ === 0) return second;
          return path.includes("doc1") && simulator.requests.at(-1)?.form["got_receipt"] === "1"
            ? "movedAfter"
            : undefined;
        };
        await desk.document(asker(), main(8));
        expect(simulator.bill).toHaveLength(1);
        await expectBillBooked(db, simulator);
      },
    );

    test("a court that names the price again, once it was accepted, is not told so again", async () => {
      const { db, simulator, clock } = await open({ asksForReports: true });
      let question: Buffer | undefined;
      const desk = openDesk(db, simulator, clock, {
        exchange: async (ask) => {
          const answer = await exchange(ask);
          if (answer.body.includes("To accept charges shown below")) question = answer.body;
          const isCharged = ask.method === "POST" && simulator.requests.at(-1)?.form["got_receipt"] === "1";
          return isCharged && question !== undefined ? { ...answer, body: question } : answer;
        },
      });
      await desk.document(asker(), main(8));
      await desk.docketReport(asker(), whole());
      expect(simulator.bill).toHaveLength(2);
      await expectBillBooked(db, simulator);
    });

    test("the page that the answer leads to cannot be reached", async () => {
      const { db, simulator, clock } = await open();
      faultAt(simulator, "movedAfter", "DktRpt", 1);
      const away = openDesk(db, simulator, clock, {
        exchange: async (ask) => {
          if (ask.url.pathname.includes("moved.pl")) throw new ExchangeFailure("refused", false);
          return exchange(ask);
        },
      });
      await away.docketReport(asker(), whole());
      expect(simulator.bill).toHaveLength(1);
      await expectBillBooked(db, simulator);
    });
  });

  describe("under a small cap", () => {
    test("a report, whose price is named by nobody before, is refused when it may cost more than is allowed", async () => {
      const { simulator, desk } = await open({}, {}, 50);
      await expect(desk.docketReport(asker({ atMost_cents: 50 }), whole())).rejects.toMatchObject({
        why: "costs_more",
        message: "this may cost up to $3.00, and $0.50 are allowed for it",
      });
      await expect(desk.docketReport(asker(), whole())).rejects.toMatchObject({ why: "over_cap" });
      expect(simulator.requests).toEqual([]);
    });

    test("a document at a court that charges without asking stays under it", async () => {
      const { db, simulator, desk } = await open({ asksForDocuments: false }, {}, 50);
      const tight = asker({ atMost_cents: 50 });
      await expect(desk.document(tight, main(11))).rejects.toMatchObject({ why: "over_cap" });
      expect(simulator.total_cents).toBe(0);
      await expectBillBooked(db, simulator);
    });

    test("a document is bought for no more than is allowed where the court names its price", async () => {
      const { simulator, desk } = await open();
      await expect(desk.document(asker({ atMost_cents: 50 }), main(11))).rejects.toMatchObject({ why: "costs_more" });
      expect(simulator.bill).toEqual([]);
      await desk.document(asker({ atMost_cents: 120 }), main(11));
      expect(simulator.total_cents).toBe(120);
    });
  });

  describe("what is not known yet", () => {
    test("holds up its own thing, says why, and leaves the court to others", async () => {
      const queue = { running_max: 1, waiting_max: 10, wait_ms_max: 5_000, alive_ms: 15_000 };
      const { db, simulator, desk, pass } = await open({ listLag_ms: DAY_MS / 2 }, { queue });
      faultAt(simulator, "busyAfter", "doc1", 1);
      const why = {
        why: "not_known_yet",
        message:
          "it is not known yet whether this was charged (the court is down for now); the same is not bought again until it is",
      };
      await expect(desk.document(asker(), main(8))).rejects.toMatchObject(why);
      await expect(desk.document(asker(), main(8))).rejects.toMatchObject(why);
      await desk.document(asker(), main(9));
      await desk.docketReport(asker(), whole());
      expect(simulator.bill).toHaveLength(3);
      pass(DAY_MS);
      await desk.document(asker(), main(8));
      expect(simulator.bill).toHaveLength(3);
      await expectBillBooked(db, simulator);
    });

    test("of a process that died is waited for outside the court's queue, and not for ever", async () => {
      const queue = { running_max: 1, waiting_max: 10, wait_ms_max: 300, alive_ms: 15_000 };
      const { db, simulator, desk, pass, clock } = await open({}, { queue });
      const dead = openDesk(db, simulator, clock, {
        exchange: async (ask) => {
          // From its second request for the document on it does nothing more.
          if (simulator.requests.some(({ path }) => path.includes("doc1"))) await new Promise(() => undefined);
          return exchange(ask);
        },
      });
      const never = dead.document(asker(), main(8));
      await expect.poll(() => simulator.requests.length).toBe(1);
      // Its place in the queue is free by now, its purchase may still be under way.
      pass(20_000);
      // It may be refused before the next line is done.
      const refused = expect(desk.document(asker(), main(8))).rejects.toMatchObject({
        why: "not_known_yet",
        message:
          "the same is being fetched since 2026-11-23T12:00:00.000Z, until 2026-11-23T12:01:00.000Z at most; it is not asked for twice",
      });
      await desk.document(asker(), main(9));
      await refused;
      expect(simulator.bill).toHaveLength(1);
      expect(await Promise.race([never, Promise.resolve("never")])).toBe("never");
    });
  });

  describe("a signal", () => {
    test("ends waiting for a turn, for another's purchase, and between requests, and buys nothing", async () => {
      const queue = { running_max: 1, waiting_max: 10, wait_ms_max: 5_000, alive_ms: 15_000 };
      const { db, simulator, desk } = await open({}, { queue });
      simulator.fault = (path) => (path.includes("doc1") ? "hang" : undefined);
      const slow = desk.document(asker(), main(8)).catch((thrown: unknown) => thrown);
      await expect.poll(() => simulator.requests.length).toBe(1);
      const same = new AbortController();
      const other = new AbortController();
      const waits = [
        desk.document(asker({ signal: same.signal }), main(8)),
        desk.document(asker({ signal: other.signal }), main(9)),
      ].map(async (one) => one.catch((thrown: unknown) => (thrown as Error).name));
      await sleep(100);
      same.abort();
      other.abort();
      expect(await Promise.all(waits)).toEqual(["AbortError", "AbortError"]);
      const gone = desk.document(asker({ signal: AbortSignal.abort() }), main(10));
      await expect(gone).rejects.toMatchObject({ name: "AbortError" });
      await slow;
      expect(simulator.bill).toEqual([]);
      expect(await db.selectFrom("records_purchases").select("state").execute()).toEqual([{ state: "asking" }]);
    });

    test("does not cut off what is being bought, and stops what is not asked for yet", async () => {
      const { db, simulator, desk } = await open();
      const gone = new AbortController();
      simulator.onCharge = () => gone.abort();
      await desk.docketReport(asker({ signal: gone.signal }), whole());
      expect(simulator.bill).toHaveLength(1);
      const early = new AbortController();
      simulator.fault = (path) => void (path.includes("doc1") && early.abort());
      const stopped = desk.document(asker({ signal: early.signal }), main(8));
      await expect(stopped).rejects.toMatchObject({ name: "AbortError" });
      expect(simulator.bill).toHaveLength(1);
      await expectBillBooked(db, simulator);
    });
  });

  test("a document that a docket lists and another case has is asked for without the number of this one", async () => {
    const { simulator, desk } = await open();
    await desk.document(asker(), { ...main(8), caseId: "999" });
    expect(simulator.requests.map(({ form }) => [form["caseid"], form["got_receipt"]])).toEqual([
      ["999", "0"],
      [undefined, "0"],
      [undefined, "1"],
      [undefined, undefined],
    ]);
    expect(simulator.bill).toHaveLength(1);
  });

  describe("a failure of the court's system is told as that", () => {
    test.each<Fault>(["gateway", "maintenance", "busy", "cut"])("%s", async (fault) => {
      const { simulator, desk } = await open();
      simulator.fault = (path) => (/doc1|possible_case|DktRpt/u.test(path) ? fault : undefined);
      const unavailable = { why: "unavailable" };
      await expect(desk.lookUpCase(asker(), "nysd", CASE.docketNumber)).rejects.toMatchObject(unavailable);
      await expect(desk.attachments(asker(), main(3))).rejects.toMatchObject(unavailable);
      await expect(desk.document(asker(), { ...main(3), attachment: 1 })).rejects.toMatchObject(unavailable);
      await expect(desk.docketReport(asker(), whole())).rejects.toMatchObject(unavailable);
    });

    test("one that asks to be left alone is, as long as it asks", async () => {
      const { simulator, desk } = await open();
      simulator.fault = () => "busy";
      simulator.retryAfter = "Mon, 23 Nov 2026 12:10:00 GMT";
      const refusal = { why: "unavailable", hint: "Nothing was bought. Try again in 600 s." };
      await expect(desk.attachments(asker(), main(3))).rejects.toMatchObject(refusal);
      expect(simulator.requests).toHaveLength(1);
      simulator.retryAfter = "1";
      simulator.fault = () => (simulator.requests.length === 2 ? "busy" : undefined);
      const began_ms = performance.now();
      expect((await desk.attachments(asker(), main(3)))?.items).toHaveLength(3);
      expect(performance.now() - began_ms).toBeGreaterThan(990);
    });

    test("a page as nobody knows it", async () => {
      const attached = simDocument("127099990009", { attachment: 1, description: "Exhibit" });
      const entry = { ...CASE.entries[2]!, documents: [CASE.entries[2]!.documents[0]!, attached] };
      const { simulator, desk } = await open({ cases: [{ ...CASE, entries: [entry] }] });
      simulator.fault = () => "changed";
      await expect(desk.lookUpCase(asker(), "nysd", CASE.docketNumber)).rejects.toMatchObject({ why: "unreadable" });
      await expect(desk.attachments(asker(), main(3))).rejects.toMatchObject({ why: "unreadable" });
    });
  });
});
