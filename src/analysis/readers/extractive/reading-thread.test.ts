import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { OPINION, OPINION_TEXT, partOf } from "#analysis/invented.fixture.ts";
import { weighLines } from "#analysis/dockets/weigh-lines.ts";
import type { Source } from "#analysis/model.ts";
import { ENDLESS, ENDLESS_WORKER } from "#test/threads/endless.ts";
import { readExtractively } from "./extractive.ts";
import { ReadingThreads } from "./reading-thread.ts";

const QUESTION = "Must a tenant who keeps the keys pay rent, and what does the dissent say?";
const LONG: Source = { kind: "opinion", parts: [partOf(OPINION_TEXT.repeat(8))] };

let threads: ReadingThreads;
beforeEach(() => {
  threads = new ReadingThreads({ threads: 1, log: silentLogger });
});
afterEach(async () => threads.close());

/** Whether the answer, which is to be this, came from elsewhere: what is worked out here is there before the loop turns. */
async function isElsewhere<Answer>(asked: Promise<Answer>, answer: Answer): Promise<boolean> {
  let isThere = false;
  void asked.then(() => (isThere = true));
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  const wasThere = isThere;
  expect(await asked).toEqual(answer);
  return !wasThere;
}

test("a source is read elsewhere, however short, and as it is here", async () => {
  for (const source of [LONG, OPINION]) {
    const asked = threads.read(QUESTION, source);
    expect(await isElsewhere(asked, readExtractively(QUESTION, source))).toBe(true);
  }
});

test("what does not come to an end is refused, and the next is read", async () => {
  const planted = new ReadingThreads({ threads: 1, log: silentLogger, file: ENDLESS_WORKER, reading_ms_max: 50 });
  onTestFinished(async () => planted.close());
  await planted.read(QUESTION, OPINION);
  const endless: Source = { kind: "opinion", parts: [partOf(ENDLESS)] };
  await expect(planted.read(QUESTION, endless)).rejects.toMatchObject({ code: "too_costly" });
  const line = { id: "1", description: ENDLESS, dateFiled: null };
  await planted.read(QUESTION, OPINION);
  await expect(planted.weigh(QUESTION, [line])).rejects.toMatchObject({ code: "too_costly" });
  await expect(planted.read(QUESTION, OPINION)).resolves.toBeDefined();
});

test("lines of a docket are weighed elsewhere, however few, and as they are here", async () => {
  const many = Array.from({ length: 400 }, (_, at) => ({
    id: String(at),
    description: at % 7 === 0 ? "ORDER denying 2 Motion to Dismiss" : "NOTICE of Appearance on behalf of Birch",
    dateFiled: "2020-01-02",
  }));
  const question = "How was the motion to dismiss ruled on, and which volcano erupted?";
  for (const lines of [many, many.slice(0, 20)]) {
    const weighed = weighLines(question, lines);
    expect(weighed.foreign).toEqual(["which volcano erupted"]);
    expect(weighed.relevant[0]?.shared).toContain("motion");
    expect(await isElsewhere(threads.weigh(question, lines), weighed)).toBe(true);
  }
});

test("whoever gives up is not kept waiting, and the next is answered", async () => {
  const giving = new AbortController();
  const asked = threads.read(QUESTION, LONG, giving.signal);
  const refused = expect(asked).rejects.toMatchObject({ code: "unavailable" });
  giving.abort();
  await refused;
  expect((await threads.read(QUESTION, LONG)).propositions.length).toBeGreaterThan(0);
});

test("no more wait than there is time for, and a stop refuses what is in hand", async () => {
  const asked = Array.from({ length: 102 }, async () => threads.read(QUESTION, LONG));
  const settled = Promise.allSettled(asked);
  await expect(asked.at(-1)).rejects.toMatchObject({ code: "unavailable" });
  await threads.close();
  const codes = (await settled).map((one) => (one.status === "rejected" ? (one.reason as { code: string }).code : ""));
  expect(new Set(codes)).toEqual(new Set(["unavailable"]));
  await expect(threads.read(QUESTION, LONG)).rejects.toMatchObject({ code: "unavailable" });
});
