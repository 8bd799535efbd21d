import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { machineMs } from "#base/clock.ts";
import type { OnpointError } from "#base/errors.ts";
import { silentLogger } from "#base/log.ts";
import { openEmbeddedIndex } from "#index/embedded/embedded.ts";
import type { EmbeddedIndex, EmbeddedOptions } from "#index/embedded/embedded.ts";
import { openEmbeddedReader } from "#index/embedded/reader.ts";
import type { EngineRequest } from "#index/index.ts";
import type { NearNode, QueryNode, TermNode } from "#index/tree.ts";
import { OPINIONS } from "#search/opinions.ts";

const AT = { start: 0, end: 0 };
const term = (text: string): TermNode => ({ kind: "term", text, exact: true, at: AT });
const near = (left: QueryNode, right: QueryNode): NearNode => {
  return { kind: "near", left, right, unit: "word", distance: 255, ordered: false, at: AT };
};
const requestOf = (tree: QueryNode): EngineRequest => {
  return { tree, filters: [], offset: 0, limit: 5, facets: [], total: true, explain: false };
};

const LIGHT = requestOf(term("estoppel"));
/** Proximities within proximities of words that stand everywhere: no machine ends this within a test. */
const ENDLESS = requestOf(
  near(near(near(term("the"), term("of")), near(term("and"), term("the"))), near(term("of"), term("and"))),
);
/** Thousands of proximities, each of which takes some milliseconds on any machine and is within every bound. */
const LONG = requestOf({
  kind: "or",
  children: Array.from({ length: 4_000 }, (_, at) => ({ ...near(term("the"), term("of")), distance: 200 + (at % 50) })),
  at: AT,
});
const LESS = "Ask for less: rarer words in place of these, a longer beginning before *, a smaller distance, a filter.";
const MIDDLING = requestOf(near(term("the"), term("of")));

/** Longer than a test: here a search ends because it is given up or its thread dies, never by the clock of a slow machine. */
const UNHURRIED = { workers: 1, deadline_ms: 600_000, log: silentLogger };

const PEOPLE = Array.from({ length: 4 }, (_, at) => `person ${at}`);

let dir: string;
let index: EmbeddedIndex;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "onpoint-lanes-"));
});
afterEach(async () => {
  await index.close();
  rmSync(dir, { recursive: true, force: true });
});

async function open(options: Partial<EmbeddedOptions> = {}): Promise<void> {
  index = await openEmbeddedIndex({ schema: OPINIONS, dir, ...UNHURRIED, ...options });
  const words = Array.from({ length: 30_000 }, (_, at) => ["the", "of", "and", `word${at % 977}`][at % 4]).join(" ");
  await index.apply({
    upserts: [
      { id: "long", texts: { body: `${words} estoppel` }, values: {} },
      { id: "short", texts: { body: "the bank is in breach of the contract" }, values: {} },
    ],
    deletes: [],
  });
}

/** Searches that go on until they are given up. */
function endless(count: number): { readonly giveUp: () => void; readonly ended: Promise<unknown[]> } {
  const controller = new AbortController();
  const asked = Array.from({ length: count }, async (_, at) =>
    index
      .search(ENDLESS, { signal: controller.signal, owner: PEOPLE[at % PEOPLE.length] ?? "" })
      .catch((thrown: unknown) => thrown),
  );
  return { giveUp: () => controller.abort(), ended: Promise.all(asked) };
}

test("what costs little is answered while what costs much is under way, by one thread as by several", async () => {
  await open();
  const { giveUp, ended } = endless(6);
  for (let count = 0; count < 20; count++) expect((await index.search(LIGHT)).total).toBe(1);
  giveUp();
  expect(await ended).toEqual(
    Array.from({ length: 6 }, () => expect.objectContaining({ code: "unavailable" }) as unknown),
  );
});

test("a search that is given up ends on its thread, which is free for the next", async () => {
  await open({ lightUnits_max: 1000 });
  const { giveUp, ended } = endless(1);
  await index.search(LIGHT);
  giveUp();
  await ended;
  expect((await index.search(MIDDLING)).total).toBe(2);
});

test("what is heavy is answered as it would be were it light", async () => {
  await open();
  const asLight = await index.search({ ...MIDDLING, explain: true });
  await index.close();
  await open({ lightUnits_max: 1 });
  expect(await index.search({ ...MIDDLING, explain: true })).toEqual(asLight);
  expect(await index.frequencies([{ text: "contact", exact: true, neighbours: 2 }])).toMatchObject([
    { neighbours: [{ text: "contract" }] },
  ]);
});

test("a change is seen by heavy searches too, also by those whose threads had not been started", async () => {
  await open({ lightUnits_max: 1 });
  expect((await index.search(MIDDLING)).total).toBe(2);
  await index.apply({ upserts: [{ id: "new", texts: { body: "the end of it" }, values: {} }], deletes: ["short"] });
  expect((await index.search(MIDDLING)).total).toBe(2);
  await index.apply({ upserts: [], deletes: ["new"] });
  expect((await index.search(MIDDLING)).total).toBe(1);
});

test("what takes too long says which words cost so much and how to ask for less", async () => {
  const deadline_ms = 2_000;
  await open({ deadline_ms });
  const stopped = "the search took longer than 2 s and was stopped";
  const refusal = await index.search(LONG).catch((thrown: unknown) => thrown as OnpointError);
  const { code, message, hint } = refusal as OnpointError;
  expect([
    // On a machine that does little else, and on one that is held up by others.
    ["too_costly", `${stopped}; what takes most: the (about 7,500 times), of (about 7,500 times)`, LESS],
    ["unavailable", `${stopped}; the server is busy`, "Try again in a moment."],
  ]).toContainEqual([code, message, hint]);
  expect((await index.search(LIGHT)).total).toBe(1);
});

test("what waits for a thread is refused when its own time is over, not the time of those before it", async () => {
  await open();
  const { giveUp, ended } = endless(1);
  await index.search(LIGHT);
  const left_ms = 400;
  const late = index.search(ENDLESS, { arrived_ms: machineMs() - UNHURRIED.deadline_ms + left_ms });
  await expect(late).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringMatching(/^no thread for heavy searches was free for [012](?:\.\d+)? s$/u) as string,
  });
  giveUp();
  await ended;
});

test("one owner's heavy searches may wait up to a number, and another's still find a place", async () => {
  await open();
  const controller = new AbortController();
  const given = { signal: controller.signal };
  const many = Array.from({ length: 12 }, async () => index.search(ENDLESS, { ...given, owner: "many" }));
  const refused = Promise.race(many);
  await expect(refused).rejects.toMatchObject({ code: "rate_limited" });
  const other = index.search(ENDLESS, { ...given, owner: "other" });
  await index.search(LIGHT);
  controller.abort();
  await expect(other).rejects.toMatchObject({ code: "unavailable" });
  const ends = await Promise.allSettled(many);
  const codes = ends.map((end) => (end.status === "rejected" ? (end.reason as { code: string }).code : "answered"));
  expect(codes.filter((code) => code === "rate_limited")).toHaveLength(3);
  expect(codes.filter((code) => code === "unavailable")).toHaveLength(9);
});

test("a thread that dies takes its own search with it, given up or not, and another is in its place", async () => {
  await open({ lightUnits_max: 1000 });
  const other = index.search(ENDLESS).catch((thrown: unknown) => thrown);
  // What is light is answered behind what came before it: by then that has gone on to the thread for heavy searches.
  await index.search(LIGHT);
  await index.crashOneSearcher({ heavy: true });
  expect(await other).toMatchObject({ code: "unavailable" });
  const { giveUp, ended } = endless(1);
  await index.search(LIGHT);
  giveUp();
  await index.crashOneSearcher({ heavy: true });
  await ended;
  expect((await index.search(MIDDLING)).total).toBe(2);
});

test("who reads an index that another writes has the same two lanes", async () => {
  await open();
  const reader = await openEmbeddedReader({ schema: OPINIONS, dir, ...UNHURRIED });
  try {
    const controller = new AbortController();
    const heavy = reader.search(ENDLESS, { signal: controller.signal }).catch((thrown: unknown) => thrown);
    expect((await reader.search(LIGHT)).total).toBe(1);
    controller.abort();
    expect(await heavy).toMatchObject({ code: "unavailable" });
  } finally {
    await reader.close();
  }
});
