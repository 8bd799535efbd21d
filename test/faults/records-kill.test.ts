import { spawn } from "node:child_process";
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
import { enterCredentials } from "#test/records/desk.ts";
import { Simulator } from "#test/records/simulator/simulator.ts";
import { simCase } from "#test/records/simulator/world.ts";

const CHILD = fileURLToPath(new URL("records-child.ts", import.meta.url));
const KILLS = 20;
const DOCUMENTS = 24;
/** From the first request to the last, measured on a quiet machine; a later moment kills nothing and is drawn again. */
const WORK_MS = 400;

/** True when it ended by itself. */
async function buy(
  args: readonly string[],
  killAfter_ms: number | null,
): Promise<{ readonly ended: boolean; readonly out: string }> {
  const child = spawn(process.execPath, [CHILD, ...args], { stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  let timer: NodeJS.Timeout | undefined;
  child.stdout.on("data", (part: Buffer) => {
    if (out === "" && killAfter_ms !== null) timer = setTimeout(() => child.kill("SIGKILL"), killAfter_ms);
    out += part.toString();
  });
  const signal = await new Promise<string | null>((resolve) => child.once("close", (_, by) => resolve(by)));
  clearTimeout(timer);
  return { ended: signal === null, out };
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
      await first.close();
      const documents = one.entries.map(({ documents: [main] }) => main?.documentId ?? "");
      let kills = 0;
      for (let round = 0; kills < KILLS && round < 4 * KILLS; round++) {
        // A few more each time, so that there is something left to buy at every death.
        const wanted = documents.slice(0, Math.min(DOCUMENTS, 2 + round));
        const { ended } = await buy([dataDir, simulator.url, key, ...wanted], Math.random() * WORK_MS);
        if (!ended) kills += 1;
      }
      // What is open is looked up when its process can be at it no longer and the list has had its time.
      await sleep(6_000);
      const { out } = await buy([dataDir, simulator.url, key, ...documents], null);
      expect(out).toContain("open 0");
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
