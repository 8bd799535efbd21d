import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRecords } from "#schema/open.ts";
import { talk } from "./protocol.ts";
import type { Talk } from "./protocol.ts";

/** Talks with an authorization server on records of its own. */
export async function talkOnSqlite<Value>(
  work: (talking: Talk) => Promise<Value>,
  given: Parameters<typeof talk>[1] = {},
): Promise<Value> {
  const dataDir = await mkdtemp(join(tmpdir(), "onpoint-oauth-"));
  const db = await openRecords({ dataDir });
  const talking = await talk(db, given);
  try {
    return await work(talking);
  } finally {
    await talking.server.close();
    await db.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}
