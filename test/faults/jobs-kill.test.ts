import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { appendEvents } from "#db/events.ts";
import { askJob } from "#jobs/store.ts";
import { openRecords } from "#schema/open.ts";
import { runOrDie } from "./run-or-die.ts";

const CHILD = fileURLToPath(new URL("jobs-child.ts", import.meta.url));
const KILLS_WANTED = 10;
const AT_ONCE = 60;

async function ask(db: Db, round: number): Promise<void> {
  await transaction(db, async (trx) => {
    const ids = Array.from({ length: AT_ONCE }, (_, at) => `${round} ${at}`);
    for (const id of ids) await askJob(trx, { id, kind: "count", dueAt: systemClock() }, systemClock);
    await appendEvents(
      trx,
      ids.map((recordId) => ({ kind: "filing_added", recordId, detail: { caseId: "a case" } })),
    );
  });
}

async function counted(db: Db): Promise<Record<string, number>> {
  const rows = await db.selectFrom("counters").selectAll().where("name", "like", "% counted").execute();
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

test("runners killed at random moments do each job and handle each event once", { timeout: 300_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "onpoint-kill-"));
  const db = await openRecords({ dataDir });
  try {
    // The consumer begins with what happens after it has looked first.
    await runOrDie(CHILD, dataDir);
    await ask(db, 0);
    const { died, ran_ms } = await runOrDie(CHILD, dataDir);
    expect(died).toBe(false);
    let round = 0;
    for (let kills = 0; kills < KILLS_WANTED;) {
      round += 1;
      await ask(db, round);
      for (let tries = 0; tries < 3; tries += 1) {
        const one = await runOrDie(CHILD, dataDir, Math.random() * ran_ms);
        if (!one.died) break;
        kills += 1;
      }
    }
    expect((await runOrDie(CHILD, dataDir)).died).toBe(false);
    const all = (round + 1) * AT_ONCE;
    expect(await counted(db)).toEqual({ "jobs counted": all, "events counted": all });
    expect(await db.selectFrom("jobs").select("id").where("state", "<>", "done").execute()).toEqual([]);
  } finally {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
