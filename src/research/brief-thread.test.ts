import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { addDecision } from "#test/records.ts";
import { ENDLESS, ENDLESS_WORKER } from "#test/threads/endless.ts";
import { BriefThread } from "./brief-thread.ts";
import { checkText } from "./brief.ts";

const SHORT = "Elm v. Fir, 12 F.3d 34 (2d Cir. 1994). Elm, supra, at 36. ";
const LONG = SHORT.repeat(400);

let dataDir: string;
let db: Db;
let thread: BriefThread;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "onpoint-brief-"));
  db = await openRecords({ dataDir });
  await transaction(db, async (trx) =>
    addDecision(trx, { name: "Elm v. Fir", courtId: "ca2", citedAs: ["12 F.3d 34"] }),
  );
  thread = new BriefThread(db, silentLogger);
});

afterEach(async () => {
  await thread.close();
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

test("a long text is checked as a short one is", async () => {
  const checked = await thread.check(LONG);
  expect(checked.citations).toHaveLength(800);
  expect(checked).toEqual(await checkText(db, LONG));
  expect(checked.citations.every(({ verdict, matches }) => verdict === "found" && matches.length === 1)).toBe(true);
});

test("a long text is read elsewhere, with another view of the records; a short one here", async () => {
  await db.close();
  expect((await thread.check(LONG)).citations).toHaveLength(800);
  await expect(thread.check(SHORT)).rejects.toThrow();
});

test("texts sent together are each answered", async () => {
  const answers = await Promise.all([LONG, SHORT, `${LONG}${LONG}`].map(async (text) => thread.check(text)));
  expect(answers.map(({ citations }) => citations.length)).toEqual([800, 2, 1600]);
});

test("a stop refuses what is in hand and what comes after", async () => {
  const inHand = thread.check(LONG);
  const refused = expect(inHand).rejects.toMatchObject({ code: "unavailable" });
  await thread.close();
  await refused;
  await expect(thread.check(LONG)).rejects.toMatchObject({ code: "unavailable" });
});

test("a text on which checking does not end is refused, and the next is checked", async () => {
  const planted = new BriefThread(db, silentLogger, { file: ENDLESS_WORKER, checking_ms_max: 50 });
  onTestFinished(async () => planted.close());
  await planted.check(LONG);
  await expect(planted.check(`${LONG}${ENDLESS}`)).rejects.toMatchObject({ code: "too_costly" });
  await expect(planted.check(LONG)).resolves.toContain("Elm v. Fir");
});
