import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import { silentLogger as log } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { appendOutbox, outboxEnd, projectionPosition } from "#db/outbox.ts";
import type { Change } from "#db/outbox.ts";
import { deleteFilingsOfSource } from "#dockets/filings/delete.ts";
import { writeFilings } from "#dockets/filings/write.ts";
import type { Embedder, Embedders, VectorVersion } from "#embedding/embedder.ts";
import type { CitingWordsOf } from "#projections/documents.ts";
import { decisionDays } from "#opinions/store/decision-days.ts";
import { FOLLOWED_FILINGS } from "#projections/filings/filing-indexing.ts";
import { hashedWords, holding } from "#test/embedding/hashed-words.ts";
import { MemoryEngine } from "#test/oracle/memory-engine.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision, testFiling } from "#test/records.ts";
import type { TestDecision, TestDecisionIds } from "#test/records.ts";
import { followVectors } from "./follow-vectors.ts";
import { vectorsProjection } from "./vector-names.ts";
import type { FollowVectorsOptions } from "./follow-vectors.ts";
import { vectorsOfOpinions } from "./opinion-vectors.ts";
import type { VectorIndex } from "./vector-calls.ts";
import { vectorsOfCollection } from "./vector-source.ts";
import { VectorTurns } from "./vector-turn.ts";

const LONG = "The pier burned, and the tenant had left a fire on it. ".repeat(60);
const PIER: TestDecision = { name: "Heron v. Marsh", texts: [LONG, "A dissent about the pier."] };
const DEED: TestDecision = { name: "Crane v. Reed", texts: ["The deed was void – for fraud."] };

const add = async (db: Db, decision: TestDecision): Promise<TestDecisionIds> =>
  transaction(db, async (trx) => addDecision(trx, decision));

const remove = async (db: Db, { clusterId, opinionIds }: TestDecisionIds): Promise<void> =>
  transaction(db, async (trx) => {
    await trx.deleteFrom("clusters").where("id", "=", clusterId).execute();
    await appendOutbox(trx, [
      ...opinionIds.map((recordId): Change => ({ kind: "opinion", recordId, op: "delete" })),
      { kind: "cluster", recordId: clusterId, op: "delete" },
    ]);
  });

const citingWordsOf: CitingWordsOf = async (_, ids) =>
  new Map(ids.map((id) => [id, [{ opinionId: "citer", text: "a wharf that burns\n\nthe loss of its tenant" }]]));

const OPINIONS = vectorsOfOpinions(citingWordsOf, log);
const FILINGS = vectorsOfCollection("filings", FOLLOWED_FILINGS);

const follow = async (
  db: Db,
  engine: MemoryEngine,
  embedder: Embedder,
  more: Partial<FollowVectorsOptions> = {},
): Promise<boolean> => followVectors({ db, source: OPINIONS, engine, embedder, log, clock: systemClock, ...more });

describeEachDatabase("vectors follow the records", (store) => {
  test("each opinion has its passages, where they stand, and what others say of it", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    const { opinionIds } = await add(db, PIER);
    expect(await follow(db, engine, hashedWords(64))).toBe(true);
    const [lead, dissent] = opinionIds.map((id) => engine.documents.get(id));
    const own = (lead?.passages ?? []).filter(({ source }) => source === undefined);
    expect(own.length).toBeGreaterThan(1);
    for (const { from, to, vector } of own) {
      expect(Buffer.from(LONG).subarray(from, to).toString()).toMatch(/^The pier.*it\.$/su);
      expect(vector).toHaveLength(64);
      expect(vector.buffer.byteLength).toBe(64 * 4);
    }
    expect((lead?.passages ?? []).filter(({ source }) => source === "citer")).toHaveLength(2);
    expect(dissent?.passages).toHaveLength(1);
    expect(lead?.texts).toEqual({});
    expect(lead?.values["courtId"]).toBe("ca9");
  });

  test("what other rules made is made again, and answers until it has been", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    await add(db, PIER);
    await add(db, DEED);
    const embedder = hashedWords(64);
    await follow(db, engine, embedder, { rules: 1 });
    engine.batches.length = 0;
    const held: number[] = [];
    engine.beforeApply = () => void held.push(engine.documents.size);
    await follow(db, engine, embedder, { rules: 2 });
    expect(engine.batches.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(Math.min(...held)).toBe(3);
    engine.batches.length = 0;
    await follow(db, engine, embedder, { rules: 2 });
    expect(engine.batches).toEqual([]);
  });

  test("those that are older than numbers count as made by the first rules", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    await add(db, DEED);
    const embedder = hashedWords(64);
    await follow(db, engine, embedder, { rules: 1 });
    await db.deleteFrom("projections").where("name", "like", "rules of vectors %").execute();
    engine.batches.length = 0;
    await follow(db, engine, embedder, { rules: 1 });
    expect(engine.batches).toEqual([]);
    await db.deleteFrom("projections").where("name", "like", "rules of vectors %").execute();
    await follow(db, engine, embedder, { rules: 2 });
    expect(engine.batches).toEqual([1]);
  });

  test("what comes later is embedded by the vectors that stand, and what goes leaves", async () => {
    const db = await store.open();
    const engine = new MemoryEngine();
    const first = await add(db, PIER);
    await follow(db, engine, hashedWords(64));
    let embedded = 0;
    const counting = { ...hashedWords(64) };
    const counted: Embedder = {
      ...counting,
      passages: async (texts, options) => {
        embedded += texts.length;
        return counting.passages(texts, options);
      },
    };
    const second = await add(db, DEED);
    await follow(db, engine, counted);
    expect(embedded).toBe(3);
    expect([...engine.documents.keys()].toSorted()).toEqual([...first.opinionIds, ...second.opinionIds].toSorted());
    await remove(db, first);
    await follow(db, engine, counted);
    expect([...engine.documents.keys()]).toEqual(second.opinionIds);
  });

  const faults: readonly (readonly [string, Embedder["passages"]])[] = [
    ["does not answer", async () => Promise.reject(new OnpointError("unavailable", "it did not answer in time"))],
    ["refuses for now", async () => Promise.reject(new OnpointError("unavailable", "it answered with status 429"))],
    ["answers with other dimensions", async (texts) => new Float32Array(texts.length * 63).fill(1)],
    ["answers with what is no number", async (texts) => new Float32Array(texts.length * 64).fill(Number.NaN)],
  ];

  test.each(faults)("while a provider %s nothing is lost, and it goes on where it was", async (_name, passages) => {
    const db = await store.open();
    const engine = new MemoryEngine();
    const { opinionIds } = await add(db, PIER);
    await follow(db, engine, hashedWords(64));
    const projection = vectorsProjection("hashed-64", "opinions");
    const before = await projectionPosition(db, projection);
    const later = await add(db, DEED);
    const failing: Embedder = { ...hashedWords(64), passages };
    for (let tries = 0; tries < 3; tries++) await expect(follow(db, engine, failing)).rejects.toThrow(OnpointError);
    expect(await projectionPosition(db, projection)).toBe(before);
    expect([...engine.documents.keys()].toSorted()).toEqual([...opinionIds].toSorted());
    expect(await follow(db, engine, hashedWords(64))).toBe(true);
    expect([...engine.documents.keys()].toSorted()).toEqual([...opinionIds, ...later.opinionIds].toSorted());
    expect(await projectionPosition(db, projection)).toBe(await outboxEnd(db));
  });

  test("an index that was lost or damaged is made again", async () => {
    const db = await store.open();
    const { opinionIds } = await add(db, PIER);
    await transaction(db, async (trx) => {
      const [opinion_id = ""] = opinionIds;
      await trx
        .insertInto("indexed_opinions")
        .values({ opinion_id, cluster_id: "c", work_id: "w", state: "indexed" })
        .execute();
    });
    const engine = new MemoryEngine();
    await follow(db, engine, hashedWords(64));
    engine.damage(opinionIds[0]!);
    await follow(db, engine, hashedWords(64));
    expect([...engine.documents.keys()].toSorted()).toEqual([...opinionIds].toSorted());
    const anew = new MemoryEngine();
    await follow(db, anew, hashedWords(64));
    expect([...anew.documents.keys()].toSorted()).toEqual([...opinionIds].toSorted());
  });

  test("it ends with its signal, and what was done is kept", async () => {
    const db = await store.open();
    await add(db, PIER);
    const engine = new MemoryEngine();
    expect(await follow(db, engine, hashedWords(64), { signal: AbortSignal.abort() })).toBe(false);
    expect(await follow(db, engine, hashedWords(64))).toBe(true);
    expect(engine.documents.size).toBe(2);
  });
});

const papers = ["The tenant lit a fire on the pier.", "The deed was void for fraud.", ""];
const addFilings = async (db: Db, texts: readonly string[] = papers, source = "papers"): Promise<void> => {
  const drafts = texts.map((text, at) => testFiling({ sourceId: `${at}`, text }));
  await transaction(db, async (trx) => writeFilings(trx, source, drafts, decisionDays));
};

describeEachDatabase("vectors of filings follow the records", (store) => {
  test("each filing has its passages and what filters read, and one without words has none", async () => {
    const db = await store.open();
    await addFilings(db);
    await add(db, PIER);
    const engine = new MemoryEngine();
    expect(await follow(db, engine, hashedWords(64), { source: FILINGS })).toBe(true);
    const held = [...engine.documents.values()];
    expect(held.map(({ passages }) => passages?.length ?? 0).toSorted((one, other) => one - other)).toEqual([0, 1, 1]);
    for (const { values, texts } of held) {
      expect(values).toMatchObject({ courtId: "calsuperct", state: "California", type: "motion" });
      expect(texts).toEqual({});
    }
  });

  test("what changes is embedded again, what goes leaves, and opinions keep a position of their own", async () => {
    const db = await store.open();
    await addFilings(db);
    await addFilings(db, ["A wharf."], "others");
    const engine = new MemoryEngine();
    await follow(db, engine, hashedWords(64), { source: FILINGS });
    const ids = [...engine.documents.keys()];
    expect(await projectionPosition(db, vectorsProjection("hashed-64", "opinions"))).toBe(0);
    await addFilings(db, ["Another text.", ...papers.slice(1)]);
    await deleteFilingsOfSource(db, "others", decisionDays);
    const before = new Map([...engine.documents].map(([id, { passages }]) => [id, passages]));
    await follow(db, engine, hashedWords(64), { source: FILINGS });
    expect(engine.documents.size).toBe(papers.length);
    const changed = ids.filter((id) => !isDeepStrictEqual(engine.documents.get(id)?.passages, before.get(id)));
    expect(changed).toHaveLength(2);
  });

  test("an index that was lost or damaged is made again", async () => {
    const db = await store.open();
    await addFilings(db);
    const engine = new MemoryEngine();
    await follow(db, engine, hashedWords(64), { source: FILINGS });
    const ids = [...engine.documents.keys()].toSorted();
    engine.damage(ids[0]!);
    await follow(db, engine, hashedWords(64), { source: FILINGS });
    expect((await engine.status()).damaged).toEqual([]);
    expect([...engine.documents.keys()].toSorted()).toEqual(ids);
    const anew = new MemoryEngine();
    await follow(db, anew, hashedWords(64), { source: FILINGS });
    expect([...anew.documents.keys()].toSorted()).toEqual(ids);
  });

  test("while no filing is held its index is not asked for anything", async () => {
    const db = await store.open();
    await add(db, PIER);
    const refusing = new Proxy(new MemoryEngine(), {
      get: () => {
        throw new Error("the index was asked");
      },
    });
    for (let turn = 0; turn < 2; turn++) {
      expect(await follow(db, refusing, hashedWords(64), { source: FILINGS })).toBe(true);
    }
    expect(await projectionPosition(db, vectorsProjection("hashed-64", "filings"))).toBe(await outboxEnd(db));
  });
});

/** Turns over engines in memory, with what was put into use. */
function turns(db: Db, embedders: Embedders, engines: Map<string, MemoryEngine>, used: VectorVersion[]): VectorTurns {
  const of = ({ version, collection }: VectorIndex): MemoryEngine => {
    const name = collection === "opinions" ? version.id : `${version.id} ${collection}`;
    const engine = engines.get(name) ?? new MemoryEngine();
    engines.set(name, engine);
    return engine;
  };
  const indexes = {
    of,
    verify: async (index: VectorIndex) => of(index).verify(),
    current: async () => used.at(-1),
    use: async (version: VectorVersion) => void used.push(version),
  };
  return new VectorTurns({ db, sources: [OPINIONS, FILINGS] }, embedders, indexes, log);
}

describe("versions", () => {
  const [old, next] = [hashedWords(64, "old"), hashedWords(32, "next")];
  const none: Embedders = {
    newest: async () => ({ reason: "too little text" }),
    open: async () => old,
    keepOnly: async () => undefined,
  };

  describeEachDatabase("side by side", (store) => {
    test("the first answers from the beginning, another when it is whole", async () => {
      const db = await store.open();
      await add(db, PIER);
      await addFilings(db);
      const [engines, used]: [Map<string, MemoryEngine>, VectorVersion[]] = [new Map(), []];
      const never = new AbortController().signal;
      await turns(db, none, engines, used).run(never);
      expect(used).toEqual([]);
      await turns(db, holding(old), engines, used).run(never);
      expect(used.map(({ id }) => id)).toEqual(["old"]);
      const both = turns(db, holding(next, old), engines, used);
      await both.run(AbortSignal.abort());
      expect(used.map(({ id }) => id)).toEqual(["old"]);
      await both.run(never);
      expect(used.map(({ id }) => id)).toEqual(["old", "next"]);
      expect([...engines.get("next")!.documents.keys()]).toEqual([...engines.get("old")!.documents.keys()]);
      expect(engines.get("next")!.held()[0]?.passages?.[0]?.vector).toHaveLength(32);
      expect(engines.get("next filings")!.documents.size).toBe(papers.length);
    });
  });
});
