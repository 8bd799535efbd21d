import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createCitator } from "#citator/citator.ts";
import { silentLogger } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { opinionIdOf } from "#opinions/ids.ts";
import { writeDecisions } from "#opinions/store/write.ts";
import { clusterDraft, DECISIONS, opinionWrites } from "#test/contracts/invented-decisions.ts";
import { opinionViews } from "./opinion-views.ts";
import type { CitatorReads, OpinionViews } from "./opinion-views.ts";
import { readStandings } from "./standing.ts";
import { readDirectHistory, readTreatments } from "./treatments.ts";

const [heron, bare] = DECISIONS as [(typeof DECISIONS)[number], (typeof DECISIONS)[number]];
const lead = opinionIdOf("jsonl", "heron-0");
const dissent = opinionIdOf("jsonl", "heron-1");
const PLAIN = { content: false, treatments: false };

let dataDir: string;
/** What the views read through, and what another process writes through. */
let db: Db;
let other: Db;
let now_ms: number;
let summariesAsked: number;
let beforeSummaries: () => Promise<void>;
let views: OpinionViews;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "onpoint-views-"));
  db = await openRecords({ dataDir });
  other = await openRecords({ dataDir });
  await write(heron.caseName);
  now_ms = 1000;
  summariesAsked = 0;
  beforeSummaries = async () => undefined;
  const citator: CitatorReads = {
    treatments: async (ids) => readTreatments(db, ids),
    directHistory: async (ids) => readDirectHistory(db, ids),
    standings: async (ids) => {
      summariesAsked += ids.length;
      await beforeSummaries();
      return readStandings(db, ids);
    },
  };
  views = opinionViews({ db, citator }, () => now_ms);
});

afterEach(async () => {
  await other.close();
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function write(caseName: string, decisions = [heron]): Promise<void> {
  await transaction(other, async (trx) =>
    writeDecisions(trx, {
      clusters: decisions.map((given) => ({ ...clusterDraft(given), ...(given === heron ? { caseName } : {}) })),
      opinions: decisions.flatMap(opinionWrites),
      whole: new Map(),
    }),
  );
}

async function names(): Promise<readonly string[]> {
  return (await views.read([lead, dissent], PLAIN)).map(({ record }) => record.caseName);
}

async function standing(): Promise<string | undefined> {
  return (await views.read([lead], PLAIN))[0]?.standing.status;
}

test("what was read is kept, in whatever order and spelling it is asked for again", async () => {
  const first = await views.read([dissent, lead, dissent], PLAIN);
  expect(first.map(({ record }) => record.id)).toEqual([dissent, lead]);
  expect(summariesAsked).toBe(2);
  expect((await views.read([lead, dissent], PLAIN)).map(({ record }) => record.id)).toEqual([lead, dissent]);
  expect(summariesAsked).toBe(2);
  for (const citation of ["12 Samp. 340", "12 SAMP 340"]) {
    expect(await views.find([citation, "9 Nowhere 9"])).toEqual([
      { asked: citation, opinionIds: [lead, dissent] },
      { asked: "9 Nowhere 9", opinionIds: [] },
    ]);
  }
});

test("a change by another process is seen a quarter of a second later, and not kept out for longer", async () => {
  expect(await names()).toEqual([heron.caseName, heron.caseName]);
  await write("Heron v. Renamed");
  now_ms += 249;
  expect(await names()).toEqual([heron.caseName, heron.caseName]);
  now_ms += 1;
  expect(await names()).toEqual(["Heron v. Renamed", "Heron v. Renamed"]);
});

test("a citation that led nowhere is found as soon as it is held", async () => {
  expect(await views.find(["3 Samp. Supp. 9"])).toEqual([{ asked: "3 Samp. Supp. 9", opinionIds: [] }]);
  await write(heron.caseName, [bare]);
  expect((await views.find(["3 Samp. Supp. 9"]))[0]?.opinionIds).toHaveLength(1);
});

test("how a decision stands follows the citator", async () => {
  await write(heron.caseName, [heron, bare]);
  expect(await standing()).toBe("unknown");
  await createCitator({ db: other, log: silentLogger }).runUntilCaughtUp();
  now_ms += 250;
  expect(await standing()).toBe("Caution");
});

test("what was read before a change that is known by now is answered once and not kept", async () => {
  const began = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  beforeSummaries = async () => {
    began.resolve();
    await held.promise;
  };
  const slow = views.read([lead], PLAIN);
  await began.promise;
  beforeSummaries = async () => undefined;
  await write("Heron v. Renamed");
  now_ms += 250;
  await views.find(["12 Samp. 340"]);
  held.resolve();
  expect((await slow)[0]?.record.caseName).toBe(heron.caseName);
  expect(await names()).toEqual(["Heron v. Renamed", "Heron v. Renamed"]);
});

test("texts and treatments are given when they are asked for and only then", async () => {
  await views.read([lead], PLAIN);
  const [whole] = await views.read([lead], { content: true, treatments: true });
  expect(whole?.html?.read()).toContain("The pier was let");
  expect(whole?.treatments).toEqual([]);
  const [plain] = await views.read([lead], PLAIN);
  expect(plain?.record).not.toHaveProperty("content");
  expect(plain).not.toHaveProperty("treatments");
});
