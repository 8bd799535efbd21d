import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { transaction } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { emptyCounts } from "./counts.ts";
import { beginRun, checkPosition, positionsOf, savePosition } from "./positions.ts";

test("of two that move one position from the same place, the later one is refused", async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "onpoint-positions-"));
  const db = await openRecords({ dataDir });
  try {
    const run = await beginRun(db, "jsonl", "x.jsonl", new Date(0));
    const move = async (before: number | undefined, row: number): Promise<void> =>
      transaction(db, async (trx) =>
        savePosition(trx, run, "jsonl", "x.jsonl:1", before, { row, counts: emptyCounts([]) }),
      );
    const check = async (before: number | undefined): Promise<void> =>
      transaction(db, async (trx) => checkPosition(trx, run, "jsonl", "x.jsonl:1", before));
    const refused = { code: "conflict", message: "another import of the same input is running" };
    await check(undefined);
    await move(undefined, 5);
    await expect(move(undefined, 7)).rejects.toMatchObject(refused);
    await move(5, 9);
    await expect(move(5, 12)).rejects.toMatchObject(refused);
    await expect(check(5)).rejects.toMatchObject(refused);
    await check(9);
    expect((await positionsOf(db, run, "jsonl", [])).get("x.jsonl:1")?.row).toBe(9);
  } finally {
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
