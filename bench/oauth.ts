/**
 * How many access tokens one core checks, on SQLite: as requests do, which believe a token for a second, and each with
 * a look at the records.
 *
 *     node bench/oauth.ts
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publicTokens, talk } from "#test/oauth/protocol.ts";
import { openRecords } from "#schema/open.ts";

const TOKENS = 100;
const MEASURED_MS = 5000;

const dataDir = await mkdtemp(join(tmpdir(), "onpoint-bench-oauth-"));
const db = await openRecords({ dataDir });
const talking = await talk(db);
const tokens: string[] = [];
while (tokens.length < TOKENS) tokens.push(String((await publicTokens(talking)).tokens.body["access_token"]));

async function checksPerSecond(before: () => void): Promise<number> {
  let checks = 0;
  const from_ms = performance.now();
  while (performance.now() - from_ms < MEASURED_MS) {
    for (const token of tokens) {
      before();
      const { ok } = await talking.server.tokens.verifyToken(token);
      if (!ok) throw new Error("a good token was refused");
      checks++;
    }
  }
  return Math.round((1000 * checks) / (performance.now() - from_ms));
}

await checksPerSecond(() => undefined);
const believed = await checksPerSecond(() => undefined);
const looked = await checksPerSecond(() => talking.server.tokens.forget());
process.stdout.write(`${JSON.stringify({ tokens: TOKENS, believed_per_s: believed, looked_up_per_s: looked })}\n`);
await talking.server.close();
await db.close();
await rm(dataDir, { recursive: true, force: true });
