/**
 * How many access tokens one core checks, on SQLite, down to as whom their person asks: as requests do, which believe a
 * token for a second, and each with a look at token, grant, person and plan. A second is one of the processor, whatever
 * else the machine is doing.
 *
 *     node bench/oauth.ts [--seconds 5] [--write]
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { peopleOfAccounts } from "#oauth/people-of-accounts.ts";
import { addUser, testAccounts } from "#test/accounts.ts";
import { ANN, publicTokens, talk } from "#test/oauth/protocol.ts";
import { openRecords } from "#schema/open.ts";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "5" }, write: { type: "boolean", default: false } },
});
const TOKENS = 5000;
/** As many as are remembered at once by a busy service; of all that there are it checks these in turn. */
const IN_USE = 100;

const dataDir = await mkdtemp(join(tmpdir(), "onpoint-bench-oauth-"));
const db = await openRecords({ dataDir });
const { accounts } = testAccounts(db, { clock: () => new Date() });
const { user } = await addUser(accounts, ANN.email);
const signedIn = async (): Promise<{ id: string }> => ({ id: user.id });
const talking = await talk(db, { people: { ...peopleOfAccounts(accounts, () => undefined), signedIn } });
talking.signedIn = user.id;
const tokens: string[] = [];
while (tokens.length < TOKENS) {
  const { clientId, tokens: first } = await publicTokens(talking);
  for (let token = first; tokens.length < TOKENS; token = await renewed(clientId, token)) {
    tokens.push(String(token.body["access_token"]));
    if (tokens.length % 50 === 0) break;
  }
}

async function renewed(clientId: string, { body }: { readonly body: Record<string, unknown> }) {
  const refresh_token = String(body["refresh_token"]);
  return talking.post("/oauth/token", { grant_type: "refresh_token", client_id: clientId, refresh_token });
}

async function checksPerSecond(in_use: readonly string[], before: () => void): Promise<number> {
  let checks = 0;
  const cpu = process.cpuUsage();
  const until_ms = performance.now() + Number(values.seconds) * 1000;
  while (performance.now() < until_ms) {
    for (const token of in_use) {
      before();
      const { ok } = await talking.server.tokens.verifyToken(token);
      if (!ok) throw new Error("a good token was refused");
      checks++;
    }
  }
  const { user: own, system } = process.cpuUsage(cpu);
  return Math.round((1e6 * checks) / (own + system));
}

const inUse = tokens.filter((_, at) => at % (TOKENS / IN_USE) === 0);
await checksPerSecond(inUse, () => undefined);
const believed_per_s = await checksPerSecond(inUse, () => undefined);
const looked_up_per_s = await checksPerSecond(tokens, () => talking.server.tokens.forget());
const measured = new Date().toISOString().slice(0, 10);
const figures = { measured, node: process.version, tokens: TOKENS, in_use: IN_USE, believed_per_s, looked_up_per_s };
const text = `${JSON.stringify(figures, null, 2)}\n`;
process.stdout.write(text);
if (values.write) await writeFile(new URL("results/oauth.json", import.meta.url), text);
await talking.server.close();
await accounts.close();
await db.close();
await rm(dataDir, { recursive: true, force: true });
