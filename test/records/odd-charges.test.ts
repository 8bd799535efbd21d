import { afterEach, expect, test } from "vitest";
import { checkDatabase } from "#db/check.ts";
import { silentLogger } from "#base/log.ts";
import type { Logger } from "#base/log.ts";
import { exchange } from "#records/exchange/exchange.ts";
import type { Exchange } from "#records/exchange/exchange.ts";
import { SCHEMA } from "#schema/schema.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { ASKER, enterCredentials, moneyOf, movableClock, newOccasion, openDesk, optIn } from "./desk.ts";
import { Simulator } from "./simulator/simulator.ts";
import type { SimulatorOptions } from "./simulator/simulator.ts";
import { simCase } from "./simulator/world.ts";

const CASE = simCase("1234", 12);
const whole = () => ({
  court: "nysd",
  case: { caseId: CASE.caseId, docketNumber: CASE.docketNumber, caption: null },
  need: { kind: "whole" } as const,
  held: null,
  occasion: newOccasion(),
});
const document = (entry: number) => ({
  court: "nysd",
  documentId: CASE.entries[entry - 1]!.documents[0]!.documentId,
  caseId: CASE.caseId,
  attachment: 0,
  priced: { kind: "document", pages: null } as const,
});

describeEachDatabase("a court that is not as it should be", (store) => {
  const undo: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0)) await step();
  });

  async function open(options: SimulatorOptions = {}, cap_cents = 10_000, changed?: (page: string) => string) {
    const db = await store.open();
    const time = movableClock();
    const simulator = await Simulator.start({ cases: [CASE], clock: time.clock, ...options });
    undo.push(async () => simulator.stop());
    await enterCredentials(db);
    await optIn(db, cap_cents);
    const altered: Exchange = async (ask) => {
      const answer = await exchange(ask);
      if (changed === undefined || !/html/u.test(answer.headers["content-type"] ?? "")) return answer;
      return { ...answer, body: Buffer.from(changed(answer.body.toString("utf8"))) };
    };
    const logged: string[] = [];
    const log = { ...silentLogger, warn: (_: unknown, said?: string) => void logged.push(said ?? "") } as Logger;
    return { db, simulator, logged, desk: openDesk(db, simulator, time.clock, { exchange: altered, log }), ...time };
  }

  const booked = async (db: Awaited<ReturnType<typeof open>>["db"]) => {
    const rows = await db.selectFrom("records_receipts").select("amount_cents").execute();
    return rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0);
  };

  test("that charges more than it can by the prices: all of it is booked and told, and the payer pays what was held", async () => {
    const { db, simulator, desk, clock, logged } = await open({ reportPages: 30, page_cents: 20 }, 500);
    await desk.docketReport(ASKER, whole());
    expect(simulator.total_cents).toBe(600);
    expect(await booked(db)).toBe(600);
    expect(logged.join()).toContain("a court charged more than the prices say it can");
    expect(await moneyOf(db, clock())).toEqual({ held_cents: 0, used_cents: 300 });
    await expect(desk.docketReport(ASKER, whole())).rejects.toMatchObject({ why: "over_cap" });
    await expect(desk.document(ASKER, document(3))).rejects.toMatchObject({ why: "over_cap" });
    expect(simulator.total_cents).toBe(600);
    expect((await checkDatabase(db, SCHEMA)).findings).toEqual([]);
  });

  test.each<[string, (page: string) => string]>([
    ["no receipt", (page) => page.replace(/<HR><CENTER>.*<\/CENTER>/su, "")],
    ["a cost with a comma", (page) => page.replace(/> ?0\.(\d\d) ?</gu, "> 0,$1 <").replace(/\$0\.(\d\d)/gu, "0,$1")],
    ["no number of pages", (page) => page.replace("Billable Pages:", "Billable:")],
    ["a receipt in another tongue", (page) => page.replace("Transaction Receipt", "Recibo")],
  ])("whose report has %s is booked from the list of receipts, once", async (_what, changed) => {
    const { db, simulator, desk } = await open({}, 10_000, (page) =>
      page.includes("DOCKET FOR CASE") ? changed(page) : page,
    );
    await desk.docketReport(ASKER, whole());
    await desk.recover();
    expect(simulator.bill).toHaveLength(1);
    expect(await booked(db)).toBe(simulator.total_cents);
    expect((await checkDatabase(db, SCHEMA)).findings).toEqual([]);
  });

  test("whose page bears the receipt of another purchase is booked from the list of receipts", async () => {
    const { db, simulator, desk } = await open({}, 10_000, (page) =>
      page.includes("DOCKET FOR CASE")
        ? page
            .replaceAll(/onpoint-[0-9a-f]{16}/gu, "onpoint-00112233aabbccdd")
            .replace(/(?<=Cost:.*?)\d\.\d\d/su, "19.90")
        : page,
    );
    await desk.docketReport(ASKER, whole());
    await desk.recover();
    expect(await booked(db)).toBe(simulator.total_cents);
  });
});
