import { Writable } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { createLogger } from "#base/log.ts";
import { exchange } from "#records/exchange/exchange.ts";
import { credentialsInfo } from "#records/credentials/store.ts";
import { reportFailure } from "../../bin/terminal.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { ASKER, enterCredentials, movableClock, openDesk } from "./desk.ts";
import { Simulator } from "./simulator/simulator.ts";
import type { SimulatorOptions } from "./simulator/simulator.ts";
import { simCase } from "./simulator/world.ts";

const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const OTHER_SECRET = "MFRGGZDFMZTWQ2LKMFRGGZDFMZTWQ2LK";
const PASSWORD = "correct horse battery staple";
const CASE = simCase("1234", 3);
const asker = ASKER;

describeEachDatabase("signing in", (store) => {
  const undo: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0)) await step();
  });

  async function open(
    options: SimulatorOptions = {},
    entered: { password?: string; otpSecret?: string; isFiler?: boolean } = {},
  ) {
    const db = await store.open();
    const time = movableClock();
    const simulator = await Simulator.start({ cases: [CASE], clock: time.clock, ...options });
    undo.push(async () => simulator.stop());
    await enterCredentials(db, entered);
    let logged = "";
    const sink = new Writable({ write: (part, _, done) => ((logged += String(part)), done()) });
    const desk = openDesk(db, simulator, time.clock, { log: createLogger({ level: "trace", format: "json" }, sink) });
    const ask = async () => desk.lookUpCase(asker, "nysd", CASE.docketNumber);
    return { db, simulator, desk, ask, ...time, logged: () => logged };
  }

  test("happens once for many requests, and again when the session has ended", async () => {
    const { simulator, ask } = await open();
    await Promise.all([ask(), ask()]);
    expect(simulator.signIns).toHaveLength(1);
    expect(simulator.signIns[0]).toEqual({ loginId: "onpoint-desk", password: PASSWORD });
    simulator.endSessions();
    await ask();
    expect(simulator.signIns).toHaveLength(2);
  });

  test("of a filer says that the rules of redaction are known, and a session that is no longer needed is ended", async () => {
    const { simulator, desk, ask } = await open({}, { isFiler: true });
    await ask();
    expect(simulator.signIns[0]).toMatchObject({ redactFlag: "1" });
    expect(simulator.sessions).toBe(1);
    await desk.close();
    expect(simulator.sessions).toBe(0);
  });

  test("with one-time codes gives the code of the moment", async () => {
    const { simulator, ask, pass } = await open({ otpSecret: SECRET }, { otpSecret: SECRET });
    await ask();
    expect(simulator.signIns[0]?.["otpCode"]).toMatch(/^\d{6}$/u);
    pass(30_000);
    simulator.endSessions();
    await ask();
    expect(new Set(simulator.signIns.map(({ otpCode }) => otpCode)).size).toBe(2);
  });

  test.each([2, 3])("with one-time codes happens once for %d processes", async (count) => {
    const { db, simulator, clock } = await open({ otpSecret: SECRET }, { otpSecret: SECRET });
    const desks: ReturnType<typeof openDesk>[] = [];
    for (let nth = 0; nth < count; nth++) desks.push(openDesk(await store.reopen(db), simulator, clock));
    await Promise.all(desks.map(async (desk) => desk.lookUpCase(asker, "nysd", CASE.docketNumber)));
    expect(simulator.signIns).toHaveLength(1);
    expect(simulator.sessions).toBe(1);
    await desks[0]?.close();
    await desks[1]?.lookUpCase(asker, "nysd", CASE.docketNumber);
    expect(simulator.signIns).toHaveLength(1);
  });

  test("with one-time codes happens again, once for all processes, when the session has ended", async () => {
    const { db, simulator, clock, pass } = await open({ otpSecret: SECRET }, { otpSecret: SECRET });
    const desks: ReturnType<typeof openDesk>[] = [];
    for (let nth = 0; nth < 3; nth++) desks.push(openDesk(await store.reopen(db), simulator, clock));
    const askAll = async () =>
      Promise.all(desks.map(async (desk) => desk.lookUpCase(asker, "nysd", CASE.docketNumber)));
    await askAll();
    simulator.endSessions();
    pass(30_000);
    await askAll();
    expect(simulator.signIns).toHaveLength(2);
    expect((await credentialsInfo(db))?.state).toBe("accepted");
  });

  test("waits for the next code where that of the moment was used elsewhere, and never sends one twice", async () => {
    const { db, simulator, clock, pass } = await open({ otpSecret: SECRET }, { otpSecret: SECRET });
    simulator.useCode();
    const pause = async (pause_ms: number) => pass(pause_ms);
    const desk = openDesk(await store.reopen(db), simulator, clock, { options: { pause } });
    await desk.lookUpCase(asker, "nysd", CASE.docketNumber);
    expect(simulator.signIns).toHaveLength(2);
    expect(new Set(simulator.signIns.map(({ otpCode }) => otpCode)).size).toBe(2);
    expect((await credentialsInfo(db))?.state).toBe("accepted");
  });

  test("is never refused for good by codes alone: they are sent more and more rarely, and the next good one signs in", async () => {
    const { db, simulator, clock, pass } = await open({ otpSecret: SECRET }, { otpSecret: OTHER_SECRET });
    const pause = async (pause_ms: number) => pass(pause_ms);
    const desk = openDesk(db, simulator, clock, { options: { pause } });
    const ask = async () => desk.lookUpCase(asker, "nysd", CASE.docketNumber);
    const refused = { why: "unavailable", message: expect.stringContaining("one-time codes in a row") as string };
    await expect(ask()).rejects.toMatchObject(refused);
    expect((await credentialsInfo(db))?.state).toBe("unused");
    const sent = simulator.signIns.length;
    expect(sent).toBeLessThan(5);
    await expect(ask()).rejects.toMatchObject(refused);
    expect(simulator.signIns.length).toBeLessThanOrEqual(sent + 1);
    for (let hour = 0; hour < 24; hour++) {
      pass(3_600_000);
      await ask().catch(() => undefined);
    }
    expect(simulator.signIns.length).toBeLessThan(60);
    expect(new Set(simulator.signIns.map(({ otpCode }) => otpCode)).size).toBe(simulator.signIns.length);
    await enterCredentials(db, { otpSecret: SECRET, clock });
    await ask();
    expect((await credentialsInfo(db))?.state).toBe("accepted");
  });

  test("with a wrong password and a good code ends in refused, however the service names it", async () => {
    const wrong = { otpSecret: SECRET, password: "hunter2-hunter2" };
    const { db, simulator, clock, pass, ask } = await open({ otpSecret: SECRET }, wrong);
    await expect(ask()).rejects.toMatchObject({ why: "sign_in_refused" });
    expect((await credentialsInfo(db))?.state).toBe("refused");
    await enterCredentials(db, wrong);
    simulator.login.refusal = "Invalid username, password or one-time passcode";
    const pause = async (pause_ms: number) => pass(pause_ms);
    const desk = openDesk(db, simulator, clock, { options: { pause } });
    await expect(desk.lookUpCase(asker, "nysd", CASE.docketNumber)).rejects.toMatchObject({ why: "sign_in_refused" });
    expect((await credentialsInfo(db))?.state).toBe("refused");
    expect(simulator.signIns).toHaveLength(3);
  });

  test("that was refused for its code by an earlier version is tried again", async () => {
    const { db, ask } = await open({ otpSecret: SECRET }, { otpSecret: SECRET });
    const said = "The one-time passcode is invalid.";
    await db.updateTable("records_credentials").set({ state: "refused", said }).execute();
    await ask();
    expect((await credentialsInfo(db))?.state).toBe("accepted");
  });

  test("without the code that is wanted is refused, and told so", async () => {
    const { ask } = await open({ otpSecret: SECRET });
    await expect(ask()).rejects.toMatchObject({
      why: "sign_in_refused",
      message: expect.stringContaining("one-time passcode is invalid") as string,
    });
  });

  test("a result of 0 is success, whatever description comes with it", async () => {
    const { db, simulator, ask, logged } = await open();
    simulator.login.answer = "warning";
    await ask();
    expect(await credentialsInfo(db)).toMatchObject({ state: "accepted", said: "Your password expires in 9 days." });
    expect(logged()).toContain("Your password expires in 9 days.");
  });

  test("a password that has expired is told as that, and not sent again", async () => {
    const { db, simulator, ask } = await open();
    simulator.login.answer = "expired";
    await expect(ask()).rejects.toMatchObject({ why: "password_expired" });
    await expect(ask()).rejects.toMatchObject({ why: "password_expired" });
    expect(simulator.signIns).toHaveLength(1);
    simulator.login.answer = "accepted";
    await enterCredentials(db);
    await ask();
    expect((await credentialsInfo(db))?.state).toBe("accepted");
  });

  test("a wrong password is sent once, and is in no log, error or table", async () => {
    const { db, simulator, ask, logged } = await open({}, { password: "hunter2-hunter2" });
    const failures = await Promise.allSettled([ask(), ask()]);
    await expect(ask()).rejects.toMatchObject({ why: "sign_in_refused" });
    expect(simulator.signIns).toHaveLength(1);
    const told = failures.map((one) =>
      one.status === "rejected" ? String(one.reason) + JSON.stringify(one.reason) : "",
    );
    const rows = JSON.stringify(await db.selectFrom("records_credentials").selectAll().execute());
    for (const text of [...told, rows, logged()]) expect(text).not.toMatch(/hunter2|onpoint-desk/u);
    expect(told[0]).toContain("Invalid username or password");
  });

  test("a session is in no log, error or table", async () => {
    const { db, simulator, desk, ask, logged } = await open({ otpSecret: SECRET }, { otpSecret: SECRET });
    await ask();
    simulator.fault = () => "cut";
    const failure: unknown = await ask().catch((thrown: unknown) => thrown);
    expect(reportFailure(failure)).toBe(6);
    const tokens = simulator.requests.length;
    expect(tokens).toBeGreaterThan(0);
    const tables = JSON.stringify([
      await db.selectFrom("records_credentials").selectAll().execute(),
      await db.selectFrom("records_queue").selectAll().execute(),
    ]);
    for (const text of [tables, logged(), String(failure), JSON.stringify(failure)])
      expect(text).not.toMatch(/[0-9a-f]{100}/u);
    await desk.close();
  });

  test("without an account, or with the service out of reach, nothing is asked of a court", async () => {
    const { db, simulator, clock } = await open();
    await db.deleteFrom("records_credentials").execute();
    const bare = openDesk(db, simulator, clock);
    await expect(bare.lookUpCase(asker, "nysd", "1:24-cv-1234")).rejects.toMatchObject({ why: "not_configured" });
    await enterCredentials(db);
    const away = openDesk(db, simulator, clock, {
      exchange: async (ask) => exchange({ ...ask, url: new URL(ask.url.pathname, "http://127.0.0.1:9") }),
    });
    await expect(away.lookUpCase(asker, "nysd", "1:24-cv-1234")).rejects.toMatchObject({ why: "unavailable" });
    expect(simulator.requests).toEqual([]);
    expect((await credentialsInfo(db))?.state).toBe("unused");
  });
});
