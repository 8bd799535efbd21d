import { expect, test } from "vitest";
import { OnpointError } from "#base/errors.ts";
import { silentLogger as log } from "#base/log.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { lockDataDirectory } from "#db/lock.ts";
import { heldModels } from "#embedding/corpus/model-directory.ts";
import { modelDirectory } from "#embedding/corpus/trainer.ts";
import type { TrainedModel } from "#embedding/corpus/trainer.ts";
import { describeEachDatabase } from "#test/postgres.ts";
import { addDecision } from "#test/records.ts";
import { TrainingTurns } from "./training-turns.ts";

const QUIET_MS = 60_000;
const never = new AbortController().signal;

/** Decisions whose texts have `passages` passages each. */
async function addDecisions(db: Db, count: number, passages = 1): Promise<void> {
  await transaction(db, async (trx) => {
    const from = Math.random();
    for (let at = 0; at < count; at++) {
      const words = Array.from({ length: 250 * passages }, (_, word) =>
        word % 25 === 24 ? "holds." : `w${(at * 7 + word * word) % 997}`,
      );
      await addDecision(trx, { name: `No. ${from} ${at}`, texts: [words.join(" ")] });
    }
  });
}

const MODEL: TrainedModel = { id: "corpus-x", dimensions: 8, passages: 1, citingTexts: 1, terms: 1 };

/** Turns whose clock the test winds, and of which it is told what they train on. */
function turnsOf(
  db: Db,
  train: (signal: AbortSignal) => Promise<TrainedModel> = async () => MODEL,
): { readonly look: (after_ms: number) => Promise<void>; readonly trained: number[]; readonly turns: TrainingTurns } {
  let now_ms = 0;
  const trained: number[] = [];
  const turns = new TrainingTurns({
    db,
    log,
    now_ms: () => now_ms,
    train: async (works, signal) => {
      trained.push(works);
      return train(signal);
    },
  });
  const look = async (after_ms: number): Promise<void> => {
    now_ms += after_ms;
    await turns.look(never);
    await turns.idle();
  };
  return { look, trained, turns };
}

describeEachDatabase("a model is trained without being asked for", (store) => {
  test("when there is none, a minute after the records have last changed", async () => {
    const db = await store.open();
    const { look, trained } = turnsOf(db);
    await addDecisions(db, 99);
    await look(0);
    await look(QUIET_MS);
    expect(trained).toEqual([]);
    await addDecisions(db, 1);
    await look(QUIET_MS);
    await addDecisions(db, 1);
    await look(QUIET_MS);
    expect(trained).toEqual([]);
    await look(QUIET_MS);
    expect(trained).toEqual([101]);
  });

  test("not while another process trains, nor twice at once", async () => {
    const db = await store.open();
    await addDecisions(db, 100);
    const running = Promise.withResolvers<TrainedModel>();
    const { look, trained, turns } = turnsOf(db, () => running.promise);
    const lock = lockDataDirectory(db.dataDir, "training");
    await look(0);
    await look(QUIET_MS);
    expect(trained).toEqual([]);
    lock.release();
    const first = look(QUIET_MS);
    await expect.poll(() => trained).toEqual([100]);
    await turns.look(never);
    expect(trained).toEqual([100]);
    running.resolve(MODEL);
    await first;
    lockDataDirectory(db.dataDir, "training").release();
  });

  test("what fails is told and tried again later; too little text waits for more", async () => {
    const db = await store.open();
    await addDecisions(db, 100);
    let fault: Error | undefined = new Error("the disk is full");
    const { look, trained, turns } = turnsOf(db, async () => (fault === undefined ? MODEL : Promise.reject(fault)));
    await look(0);
    await look(QUIET_MS);
    expect(turns.failure).toBe("vectors could not be trained: the disk is full");
    await look(QUIET_MS);
    expect(trained).toHaveLength(1);
    fault = new OnpointError("unsupported", "there is too little text");
    await look(10 * QUIET_MS);
    expect(trained).toHaveLength(2);
    await addDecisions(db, 20);
    await look(0);
    await look(10 * QUIET_MS);
    expect(trained).toHaveLength(2);
    await addDecisions(db, 30);
    await look(0);
    fault = undefined;
    await look(10 * QUIET_MS);
    expect(trained).toEqual([100, 100, 150]);
    expect(turns.failure).toBeUndefined();
  });
});

describeEachDatabase("of the texts that are held", (store) => {
  test("a real model comes, beside everything else", { timeout: 120_000 }, async () => {
    const db = await store.open();
    await addDecisions(db, 100, 10);
    let now_ms = 0;
    const turns = new TrainingTurns({ db, log, now_ms: () => now_ms, givesWay: false });
    await turns.look(never);
    now_ms += QUIET_MS;
    await turns.look(never);
    expect(heldModels(modelDirectory(db.dataDir))).toEqual([]);
    await turns.idle();
    expect(heldModels(modelDirectory(db.dataDir))).toMatchObject([{ works: 100 }]);
    expect(turns.failure).toBeUndefined();
  });

  test("a training that is stopped leaves nothing behind it", { timeout: 120_000 }, async () => {
    const db = await store.open();
    await addDecisions(db, 100, 10);
    let now_ms = 0;
    const turns = new TrainingTurns({ db, log, now_ms: () => now_ms, givesWay: false });
    const stop = new AbortController();
    await turns.look(stop.signal);
    now_ms += QUIET_MS;
    await turns.look(stop.signal);
    stop.abort();
    await turns.idle();
    expect(heldModels(modelDirectory(db.dataDir))).toEqual([]);
    expect(turns.failure).toBeUndefined();
    lockDataDirectory(db.dataDir, "training").release();
  });
});
