import { afterEach, beforeEach, expect, test } from "vitest";
import { silentLogger } from "#base/log.ts";
import { OPINION, OPINION_TEXT, partOf } from "#analysis/invented.fixture.ts";
import { weighLines } from "#analysis/dockets/weigh-lines.ts";
import type { Source } from "#analysis/model.ts";
import { readExtractively } from "./extractive.ts";
import { ReadingThreads } from "./reading-thread.ts";

const QUESTION = "Must a tenant who keeps the keys pay rent, and what does the dissent say?";
const LONG: Source = { kind: "opinion", parts: [partOf(OPINION_TEXT.repeat(8))] };

let threads: ReadingThreads;
beforeEach(() => {
  threads = new ReadingThreads({ threads: 1, log: silentLogger });
});
afterEach(async () => threads.close());

/** Whether the event loop went round before the answer came, which is to be this. */
async function isElsewhere<Answer>(asked: Promise<Answer>, answer: Answer): Promise<boolean> {
  let hasTurned = false;
  setImmediate(() => (hasTurned = true));
  expect(await asked).toEqual(answer);
  return hasTurned;
}

test("a long source is read elsewhere, a short one here, and both as they are here", async () => {
  for (const [source, isLong] of [
    [LONG, true],
    [OPINION, false],
  ] as const) {
    const asked = threads.read(QUESTION, source);
    expect(await isElsewhere(asked, readExtractively(QUESTION, source))).toBe(isLong);
  }
});

test("many lines of a docket are weighed elsewhere, a few here, and both as they are here", async () => {
  const many = Array.from({ length: 400 }, (_, at) => ({
    id: String(at),
    description: at % 7 === 0 ? "ORDER denying 2 Motion to Dismiss" : "NOTICE of Appearance on behalf of Birch",
    dateFiled: "2020-01-02",
  }));
  const question = "How was the motion to dismiss ruled on, and which volcano erupted?";
  for (const [lines, isLong] of [
    [many, true],
    [many.slice(0, 20), false],
  ] as const) {
    const weighed = weighLines(question, lines);
    expect(weighed.foreign).toEqual(["which volcano erupted"]);
    expect(weighed.relevant[0]?.shared).toContain("motion");
    expect(await isElsewhere(threads.weigh(question, lines), weighed)).toBe(isLong);
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
