import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkDatabase } from "#db/check.ts";
import { sqlitePath } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { exchange } from "#records/exchange/exchange.ts";
import type { OfficialRecords } from "#records/official/official.ts";
import { openRecords } from "#schema/open.ts";
import { SCHEMA } from "#schema/schema.ts";
import { ASKER, enterCredentials, moneyOf, movableClock, openDesk, optIn, RECEIPTS_LAG_MS } from "./desk.ts";
import { FAULTS, Simulator } from "./simulator/simulator.ts";
import type { Fault } from "./simulator/simulator.ts";
import { PARTY_TEXTS, pdfOf, simCase } from "./simulator/world.ts";
import type { SimCase } from "./simulator/world.ts";

/**
 * Random schedules of faults and deaths: a few who ask for a few things at once, of which several want the same, at a
 * court that fails in every way it can, from a process that dies at any step and is started again. A death is that from
 * some step on the process neither sends nor writes anything more; a step is a request, an answer, or a transaction
 * before and after it commits. What kill -9 leaves is exactly that, since a transaction is kept whole or not at all.
 */
const SCHEDULES = 200;
/** A report and a document may cost $3.00 each as far as anyone knows before: so the cap stands in the way of some. */
const CAPS_CENTS = [650, 650, 320] as const;
/** As long as a process is given to be at a purchase, and to be alive in the queue. */
const PATIENCE_MS = 15_000;
/** Schedules that run beside each other: most of their time is waiting. */
const BESIDE = 4;

type Wish = { readonly bound_cents: number | null } & (
  | { readonly kind: "document"; readonly entry: number }
  | { readonly kind: "report" | "search"; readonly occasion: number }
);

type Schedule = {
  readonly wishes: readonly Wish[];
  /** What happens to each request, in turn; none after the last. */
  readonly faults: readonly (Fault | null)[];
  /** The same for those that may be charged, and for the pages that their answers lead to. */
  readonly faultsAtCharge: readonly (Fault | null)[];
  /** After how many steps each life of the process ends. */
  readonly lives: readonly number[];
  readonly keepsBought: boolean;
  readonly asksForReports: boolean;
  readonly asksForDocuments: boolean;
  readonly framesDocuments: boolean;
  readonly showsMenu: boolean;
  /** Courts of appeals have another system. */
  readonly court: "nysd" | "ca1";
  readonly listLag_ms: number;
  /** Short dockets are pages as short as notices; what parties wrote in them is made to look like other pages. */
  readonly entries: number;
  readonly firstText: number;
  /** Pages that a report is charged as, or null for as many as it has. */
  readonly reportPages: number | null;
  readonly cap_cents: number;
  readonly perCourt: number;
  /** After a death the next process comes when nothing of it counts any more, or just before. */
  readonly restartsAfter_ms: number;
  /** Whether a report that was bought for one occasion serves for another. */
  readonly isOneReportEnough: boolean;
};

const BOUND = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(10, 30, 300) },
);
const WISH: fc.Arbitrary<Wish> = fc.oneof(
  fc.record({ kind: fc.constant("document" as const), entry: fc.integer({ min: 1, max: 4 }), bound_cents: BOUND }),
  fc.record({
    kind: fc.constantFrom("report" as const, "search" as const),
    occasion: fc.integer({ min: 1, max: 2 }),
    bound_cents: BOUND,
  }),
);

function faultsOf(size: { readonly minLength: number; readonly maxLength: number }): fc.Arbitrary<(Fault | null)[]> {
  const fault = fc.constantFrom(...FAULTS);
  return fc.array(fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 4, arbitrary: fault }), size);
}

const SCHEDULE: fc.Arbitrary<Schedule> = fc.record({
  wishes: fc.array(WISH, { minLength: 1, maxLength: 6 }),
  faults: faultsOf({ minLength: 4, maxLength: 30 }),
  faultsAtCharge: faultsOf({ minLength: 1, maxLength: 8 }),
  lives: fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 4 }),
  keepsBought: fc.boolean(),
  asksForReports: fc.boolean(),
  asksForDocuments: fc.boolean(),
  framesDocuments: fc.boolean(),
  showsMenu: fc.boolean(),
  court: fc.constantFrom("nysd", "nysd", "ca1"),
  listLag_ms: fc.constantFrom(0, RECEIPTS_LAG_MS / 2),
  entries: fc.constantFrom(4, 30),
  firstText: fc.nat(PARTY_TEXTS.length - 1),
  reportPages: fc.constantFrom(null, 30),
  cap_cents: fc.constantFrom(...CAPS_CENTS),
  perCourt: fc.constantFrom(1, 3),
  restartsAfter_ms: fc.constantFrom(2 * PATIENCE_MS, PATIENCE_MS - 200),
  isOneReportEnough: fc.boolean(),
});

function caseOf({ entries, firstText, court }: Schedule): SimCase {
  const texts = [...PARTY_TEXTS.slice(firstText), ...PARTY_TEXTS.slice(0, firstText)];
  return simCase("1234", entries, { texts, court, ...(court === "ca1" && { docketNumber: "24-1234" }) });
}

class Died extends Error {}

/** Counts the steps of a life and ends it. */
class Life {
  #left: number;
  isOver = false;

  constructor(steps: number) {
    this.#left = steps;
  }

  step(): void {
    if (this.#left <= 0) this.isOver = true;
    this.#left -= 1;
    if (this.isOver) throw new Died("the process has died");
  }

  /** The records, of which nothing more can be changed once it is over. */
  over(db: Db): Db {
    const step = (): void => this.step();
    const transaction = () => {
      const begun = db.transaction();
      return {
        execute: async <Value>(work: (trx: never) => Promise<Value>): Promise<Value> => {
          step();
          const value = await begun.execute(async (trx) => {
            const done = await work(trx as never);
            step();
            return done;
          });
          step();
          return value;
        },
      };
    };
    return new Proxy(db, {
      get: (target, name) => {
        if (name === "transaction") return transaction;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? (value as (...all: unknown[]) => unknown).bind(target) : value;
      },
    });
  }
}

let template = "";
/** Of a request: short, since what hangs takes as long, but not too short for an answer on a busy machine. */
let timeout_ms = 40;
let seen = { charges: 0, deaths: 0, faults: 0, refusals: new Map<string, number>() };

beforeAll(async () => {
  template = await mkdtemp(join(tmpdir(), "onpoint-schedules-"));
  const db = await openRecords({ dataDir: template });
  await enterCredentials(db);
  timeout_ms = Math.min(400, Math.max(40, Math.round(5 * (await answersIn_ms(db)))));
  await db.close();
  seen = { charges: 0, deaths: 0, faults: 0, refusals: new Map() };
});
afterAll(async () => rm(template, { recursive: true, force: true }));

/** How long a request takes here and now, the slowest of a few. */
async function answersIn_ms(db: Db): Promise<number> {
  const simulator = await Simulator.start({ cases: [simCase("1234", 4)] });
  const desk = openDesk(db, simulator, () => new Date());
  const took: number[] = [];
  for (const _request of [1, 2, 3, 4]) {
    const began_ms = performance.now();
    await desk.lookUpCase(ASKER, "nysd", "1:24-cv-01234");
    took.push(performance.now() - began_ms);
  }
  await simulator.stop();
  // The first signs in, and compiles.
  return Math.max(...took.slice(1));
}

async function wish(desk: OfficialRecords, schedule: Schedule, wanted: Wish): Promise<void> {
  const one = caseOf(schedule);
  const asker = { ...ASKER, ...(wanted.bound_cents !== null && { atMost_cents: wanted.bound_cents }) };
  if (wanted.kind === "document") {
    const document = one.entries[wanted.entry - 1]!.documents[0]!;
    const priced = { kind: "document", pages: null } as const;
    const asked = { court: one.court, documentId: document.documentId, caseId: one.caseId, attachment: 0, priced };
    expect(Buffer.from((await desk.document(asker, asked)).content.body)).toEqual(pdfOf(document));
  } else if (wanted.kind === "search") {
    const search = { courts: [one.court], docketNumber: null, caption: "marlow" };
    expect((await desk.searchCases(asker, search, 0, `${wanted.occasion}`)).total).toBe(1);
  } else {
    const { caseId, docketNumber } = one;
    const report = {
      court: one.court,
      case: { caseId, docketNumber, caption: null },
      need: { kind: "whole" },
      held: null,
      occasion: `${wanted.occasion}`,
      ...(schedule.isOneReportEnough && { asGoodAfter: new Date(0) }),
    } as const;
    const { content } = await desk.docketReport(asker, report);
    expect(Buffer.from(content.body).toString("utf8")).toMatch(/Brook v\. Marlow|<html/u);
  }
}

/** Refusals are answers; anything else is a defect. */
async function wishQuietly(wishing: Promise<void>, life?: Life): Promise<void> {
  try {
    await wishing;
  } catch (thrown) {
    if (life?.isOver === true) return;
    const why = (thrown as { why?: string }).why;
    if (why === undefined) throw thrown;
    // Who waits behind the dead only has its turn when they count no more.
    if (life === undefined) expect(why, "a turn never came").not.toBe("queue_full");
    seen.refusals.set(why, (seen.refusals.get(why) ?? 0) + 1);
  }
}

/** Goes on by itself, and leaps. */
function goingClock(start: string): { clock: () => Date; pass: (ms: number) => void } {
  const { clock, pass } = movableClock(start);
  const began_ms = performance.now();
  return { clock: () => new Date(clock().getTime() + performance.now() - began_ms), pass };
}

async function run(schedule: Schedule, db: Db): Promise<void> {
  const { clock, pass } = goingClock("2026-11-03T12:00:00Z");
  const one = caseOf(schedule);
  const simulator = await Simulator.start({ ...schedule, cases: [one], clock, lateAfter_ms: 1.5 * timeout_ms });
  let at = 0;
  let most_cents = 0;
  let atCharge = 0;
  simulator.fault = () => {
    const [faults, turn] = mayBeCharged(simulator) ? [schedule.faultsAtCharge, atCharge++] : [schedule.faults, at++];
    const fault = faults[turn] ?? undefined;
    if (fault !== undefined) seen.faults += 1;
    return fault;
  };
  simulator.onCharge = () => (most_cents = Math.max(most_cents, simulator.total_cents));
  const patience = {
    timeout_ms,
    busy_ms: PATIENCE_MS,
    attempts_max: 2,
    pause_ms: 1,
    receiptsLag_ms: RECEIPTS_LAG_MS,
  };
  const queue = {
    running_max: schedule.perCourt,
    waiting_max: 20,
    wait_ms_max: 10 * timeout_ms,
    alive_ms: PATIENCE_MS,
  };
  try {
    await optIn(db, schedule.cap_cents);
    for (const steps of schedule.lives) {
      const life = new Life(steps);
      const desk = openDesk(life.over(db), simulator, clock, {
        exchange: async (ask) => {
          life.step();
          const answer = await exchange(ask);
          life.step();
          return answer;
        },
        options: { patience, queue },
      });
      await Promise.all(schedule.wishes.map(async (wanted) => wishQuietly(wish(desk, schedule, wanted), life)));
      if (life.isOver) seen.deaths += 1;
      // Whoever is started again comes later, and what the court had still in hand is done by then.
      await sleep(hasLate(schedule) ? 1.5 * timeout_ms + 10 : 0);
      pass(schedule.restartsAfter_ms);
    }
    at = schedule.faults.length;
    atCharge = schedule.faultsAtCharge.length;
    // Nothing hangs any more.
    const desk = openDesk(db, simulator, clock, {
      options: { patience: { ...patience, timeout_ms: 10_000 }, queue: { ...queue, wait_ms_max: 10_000 } },
    });
    // Once for what was left open, and once for what could be asked for only after that.
    for (const _round of [1, 2]) {
      for (const wanted of schedule.wishes) await wishQuietly(wish(desk, schedule, wanted));
      await sleep(hasLate(schedule) ? 1.5 * timeout_ms + 10 : 0);
      pass(2 * RECEIPTS_LAG_MS);
      const open = await desk.recover();
      expect(open.filter(({ state }) => state !== "paid" || schedule.keepsBought)).toEqual([]);
    }
    if (schedule.isOneReportEnough)
      expect(simulator.bill.filter(({ item }) => item.startsWith("report")).length).toBeLessThanOrEqual(1);
    await expectHonest(db, simulator, { most_cents, cap_cents: schedule.cap_cents, day: clock() });
  } finally {
    await simulator.stop();
  }
}

function hasLate({ faults, faultsAtCharge }: Schedule): boolean {
  return [...faults, ...faultsAtCharge].includes("late");
}

function mayBeCharged({ requests }: Simulator): boolean {
  const { method, path, form } = requests.at(-1)!;
  if (path.includes("moved.pl")) return true;
  return method === "POST" && (/DktRpt|TransportRoom|cases\/find/u.test(path) || form["got_receipt"] === "1");
}

async function runInNewRecords(schedule: Schedule): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "onpoint-schedule-"));
  await copyFile(sqlitePath(template), sqlitePath(dataDir));
  const db = await openRecords({ dataDir });
  try {
    await run(schedule, db);
  } finally {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function expectHonest(
  db: Db,
  simulator: Simulator,
  told: { readonly most_cents: number; readonly cap_cents: number; readonly day: Date },
): Promise<void> {
  seen.charges += simulator.bill.length;
  const codes = simulator.bill.map(({ clientCode }) => clientCode);
  expect(new Set(codes).size, "a purchase was charged twice").toBe(codes.length);
  const documents = simulator.bill.map(({ item }) => item).filter((item) => item.startsWith("document"));
  expect(new Set(documents).size, "a document was bought twice").toBe(documents.length);
  const keys = await db.selectFrom("records_purchases").select(["key", "target", "state"]).execute();
  for (const kind of ["docket:", "search:"]) {
    const bought = simulator.bill.filter(({ item }) =>
      item.startsWith(kind === "docket:" ? "report" : "search"),
    ).length;
    expect(bought, "more was bought than there were occasions").toBeLessThanOrEqual(2);
    expect(keys.filter(({ target, state }) => target.startsWith(kind) && state !== "void")).toHaveLength(bought);
  }
  expect(told.most_cents, "the cap was passed").toBeLessThanOrEqual(told.cap_cents);
  const booked = await db
    .selectFrom("records_receipts")
    .select(["client_code", "amount_cents"])
    .orderBy("client_code")
    .execute();
  const billed = simulator.bill.map(({ clientCode, cents }) => ({ client_code: clientCode, amount_cents: cents }));
  expect(booked).toEqual(billed.toSorted((one, other) => (one.client_code < other.client_code ? -1 : 1)));
  expect(await moneyOf(db, told.day)).toEqual({ held_cents: 0, used_cents: simulator.total_cents });
  expect((await checkDatabase(db, SCHEMA)).findings).toEqual([]);
}

test(
  `${SCHEDULES} random schedules of faults and deaths: nothing twice, never over the cap, the ledger is the bill`,
  { timeout: 900_000 },
  async () => {
    let schedules = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(SCHEDULE, { minLength: BESIDE, maxLength: BESIDE }), async (beside) => {
        schedules += beside.length;
        await Promise.all(beside.map(async (schedule) => runInNewRecords(schedule)));
      }),
      { numRuns: SCHEDULES / BESIDE, endOnFailure: true },
    );
    // What was looked at: a schedule in which nothing happens shows nothing.
    process.stderr.write(
      `${schedules} schedules: ${seen.charges} charges, ${seen.faults} faults, ${seen.deaths} deaths, refused ${JSON.stringify(Object.fromEntries(seen.refusals))}\n`,
    );
    expect(schedules).toBeGreaterThanOrEqual(SCHEDULES);
    expect(seen.charges).toBeGreaterThan(SCHEDULES);
    // Fewer on a busy machine, on which answers that come too late are faults of their own.
    expect(seen.faults).toBeGreaterThan(SCHEDULES / 4);
    expect(seen.deaths).toBeGreaterThan(SCHEDULES / 2);
  },
);
