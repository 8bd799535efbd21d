import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { checkDatabase } from "#db/check.ts";
import { newKeyText } from "#records/credentials/seal.ts";
import { openRecords } from "#schema/open.ts";
import { SCHEMA } from "#schema/schema.ts";
import { enterCredentials, optIn } from "#test/records/desk.ts";
import { Simulator } from "#test/records/simulator/simulator.ts";
import { simCase } from "#test/records/simulator/world.ts";

const CHILD = fileURLToPath(new URL("records-child.ts", import.meta.url));
const KILLS = 20;
const DOCUMENTS = 2 * KILLS + 2;
/** As many as one document takes at least. */
const REQUESTS_MAX = 4;
/** As long as a purchase takes from one request to the next, with what it writes in between. */
const PAUSE_MS = 20;

type Buyer = {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly killed: boolean; readonly out: string }>;
};

/** A process that is ready to buy. Its first argument is the data directory, beside whose records is what it compiled. */
function spawnBuyer(args: readonly string[]): Buyer {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(args[0] ?? "", "compiled") };
  const child = spawn(process.execPath, [CHILD, ...args], { stdio: ["pipe", "pipe", "inherit"], env });
  let out = "";
  child.stdout.on("data", (part: Buffer) => (out += part.toString()));
  const ended = new Promise<{ killed: boolean; out: string }>((resolve) => {
    child.once("close", (_, signal) => resolve({ killed: signal !== null, out }));
  });
  return { child, ended };
}

async function buyToTheEnd({ child, ended }: Buyer): Promise<string> {
  child.stdin?.write("buy\n");
  return (await ended).out;
}

/**
 * Killed soon after one of its requests, whichever machine it runs on; true when it was alive until then. Some moments
 * fall before the system has done what was asked, some after, some while the answer is written.
 */
async function buyAndDie(simulator: Simulator, { child, ended }: Buyer): Promise<boolean> {
  let left = 1 + Math.floor(Math.random() * REQUESTS_MAX);
  simulator.fault = () => {
    left -= 1;
    if (left === 0) setTimeout(() => child.kill("SIGKILL"), Math.random() * PAUSE_MS);
    return undefined;
  };
  child.stdin?.write("buy\n");
  const { killed } = await ended;
  simulator.fault = () => undefined;
  return killed;
}

test(
  `a process that is killed ${KILLS} times while it buys: nothing twice, and the ledger is the bill`,
  { timeout: 600_000 },
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "onpoint-records-kill-"));
    const one = simCase("1234", DOCUMENTS);
    const simulator = await Simulator.start({ cases: [one] });
    const key = newKeyText();
    try {
      const first = await openRecords({ dataDir });
      await enterCredentials(first, { key });
      await optIn(first, 100_000);
      await first.close();
      const documents = one.entries.map(({ documents: [main] }) => main?.documentId ?? "");
      const buyer = (count: number): Buyer =>
        spawnBuyer([dataDir, simulator.url, key, ...documents.slice(0, Math.min(count, DOCUMENTS))]);
      // One that buys nothing: those that are killed leave nothing compiled behind.
      await buyToTheEnd(buyer(0));
      let kills = 0;
      let next = buyer(2);
      for (let round = 0; kills < KILLS && round < DOCUMENTS - 2; round++) {
        // One more each time, so that there is something left to buy at every death; it gets ready while this one dies.
        const now = next;
        next = buyer(3 + round);
        if (await buyAndDie(simulator, now)) kills += 1;
      }
      next.child.kill();
      // What is open is looked up when its process can be at it no longer and the list has had its time.
      await sleep(3_500);
      expect(await buyToTheEnd(buyer(DOCUMENTS))).toContain("open 0");
      expect(kills).toBeGreaterThanOrEqual(KILLS);
      const db = await openRecords({ dataDir });
      const receipts = await db.selectFrom("records_receipts").select(["client_code", "amount_cents"]).execute();
      const billed = simulator.bill.map(({ clientCode, cents }) => `${clientCode} ${cents}`).toSorted();
      expect(receipts.map((row) => `${row.client_code} ${row.amount_cents}`).toSorted()).toEqual(billed);
      expect(new Set(simulator.bill.map(({ item }) => item)).size).toBe(simulator.bill.length);
      expect(simulator.bill).toHaveLength(DOCUMENTS);
      expect((await checkDatabase(db, SCHEMA)).findings).toEqual([]);
      await db.close();
    } finally {
      await simulator.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
