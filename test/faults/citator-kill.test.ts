import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { silentLogger as log } from "#base/log.ts";
import { createCitator, forgetCitator } from "#citator/citator.ts";
import { transaction } from "#db/connection.ts";
import type { Db } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { appendOutbox } from "#db/outbox.ts";
import { citatorRows } from "#test/citator-rows.ts";
import { addDecision } from "#test/records.ts";
import { runOrDie } from "./run-or-die.ts";

const CHILD = fileURLToPath(new URL("citator-child.ts", import.meta.url));
const KILLS_WANTED = 12;
const TRIES_A_ROUND = 4;
const DECISIONS_PER_ROUND = 120;
const SAYS = ["We overrule", "We follow", "See", "We decline to follow", "Petitioner asks us to overrule"];

/** Adds decisions that cite earlier ones and one another; every fourth is a copy of the one before it. */
async function addRound(db: Db, round: number): Promise<void> {
  await transaction(db, async (trx) => {
    for (let at = 0; at < DECISIONS_PER_ROUND; at += 1) {
      const cited = Array.from({ length: 6 }, (_, one) => {
        const volume = 300 + ((round + one) % (round + 1));
        const page = 1 + ((at * 7 + one * 13) % DECISIONS_PER_ROUND);
        return `${SAYS[(at + one) % SAYS.length]} Alder v. Birch, ${volume} U.S. ${page} (1950).`;
      });
      await addDecision(trx, {
        name: `Case ${round} ${at}`,
        courtId: "scotus",
        dateFiled: "1950-01-01",
        citedAs: [`${300 + round} U.S. ${1 + at - (at % 4 === 3 ? 1 : 0)}`],
        workId: `work-${round}-${at - (at % 4 === 3 ? 1 : 0)}`,
        texts: [cited.join(" "), `I dissent. ${cited.toReversed().join(" ")}`],
      });
    }
  });
}

async function deleteSome(db: Db, round: number): Promise<void> {
  await transaction(db, async (trx) => {
    const names = Array.from({ length: 15 }, (_, at) => `Case ${round} ${at * 7}`);
    const gone = await trx.selectFrom("clusters").select("id").where("source_id", "in", names).execute();
    const ids = gone.map(({ id }) => id);
    const opinions = await trx.selectFrom("opinions").select("id").where("cluster_id", "in", ids).execute();
    await trx.deleteFrom("clusters").where("id", "in", ids).execute();
    await appendOutbox(trx, [
      ...opinions.map(({ id }) => ({ kind: "opinion", recordId: id, op: "delete" }) as const),
      ...ids.map((id) => ({ kind: "cluster", recordId: id, op: "delete" }) as const),
    ]);
  });
}

test("a citator killed at random moments ends with the summaries of one left alone", { timeout: 900_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "onpoint-kill-"));
  const db = await openRecords({ dataDir });
  try {
    await addRound(db, 0);
    const peaceful = await runOrDie(CHILD, dataDir);
    expect(peaceful.died).toBe(false);

    let kills = 0;
    for (let round = 1; kills < KILLS_WANTED; round += 1) {
      await addRound(db, round);
      await deleteSome(db, round - 1);
      for (let tries = 0; tries < TRIES_A_ROUND; tries += 1) {
        const { died } = await runOrDie(CHILD, dataDir, Math.random() * peaceful.ran_ms);
        if (!died) break;
        kills += 1;
      }
    }
    expect((await runOrDie(CHILD, dataDir)).died).toBe(false);
    const interrupted = await citatorRows(db);
    await forgetCitator(db);
    await createCitator({ db, log }).runUntilCaughtUp();
    expect(interrupted).toEqual(await citatorRows(db));
    expect(interrupted.edges.length).toBeGreaterThan(DECISIONS_PER_ROUND);
    expect(interrupted.summaries.length).toBeGreaterThan(DECISIONS_PER_ROUND / 2);
  } finally {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
