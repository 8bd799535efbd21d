/**
 * How many callers a second a core recognises, and how many people it signs in, on SQLite.
 *
 *     node bench/accounts.ts [--seconds 2] [--write]
 *
 * Keys are looked up as requests do (with the second they are believed) and without that; sign-ins as pages look them up.
 * Passwords are checked at the real cost, through the queue; what the rest of the service waits meanwhile is told by a
 * caller with a key and by how late the event loop is. `perCpuSecond` counts a second of the processor, whatever else
 * the machine is doing.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { openAccounts } from "#accounts/accounts.ts";
import { createKey } from "#accounts/keys.ts";
import { createKeyVerifier } from "#accounts/key-verifier.ts";
import { firstOwnerLink, openAccount, operatorLink } from "#accounts/sign-in/open-account.ts";
import { checkSession } from "#accounts/sessions/sessions.ts";
import { signIn } from "#accounts/sign-in/sign-in.ts";
import { silentLogger } from "#base/log.ts";
import { openRecords } from "#schema/open.ts";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "2" }, write: { type: "boolean", default: false } },
});
const seconds = Number(values.seconds);
const ORIGIN = { address: "192.0.2.7", agent: null };
const PASSWORD = "seven blue herons at dusk";
const KEYS = 5000;

const dataDir = await mkdtemp(join(tmpdir(), "onpoint-bench-accounts-"));
const db = await openRecords({ dataDir });
const accounts = openAccounts({ db, log: silentLogger });
const keys: string[] = [];
for (let at = 0; at < KEYS; at++) keys.push((await createKey(db, { name: `key ${at}` })).key);
const token = await firstOwnerLink(accounts);
const owner = { email: "owner@firm.example", name: "The owner", password: PASSWORD, origin: ORIGIN };
const tokens = [(await openAccount(accounts, { ...owner, token: token ?? "" })).token];
for (let at = 0; at < 20; at++) {
  const email = `user${at}@firm.example`;
  const link = await operatorLink(accounts, email);
  const { name, password, origin } = owner;
  tokens.push((await openAccount(accounts, { token: link.token, name, password, origin })).token);
}

/** Calls `work` for some seconds, eight at a time; answers calls and processor seconds of this process. */
async function rate(
  work: (turn: number) => Promise<unknown>,
  atOnce = 8,
): Promise<{ perSecond: number; perCpuSecond: number }> {
  let turns = 0;
  const from_ms = performance.now();
  const cpu = process.cpuUsage();
  const until_ms = from_ms + seconds * 1000;
  const worker = async (): Promise<void> => {
    while (performance.now() < until_ms) for (let batch = 0; batch < 16; batch++) await work(turns++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const { user, system } = process.cpuUsage(cpu);
  const elapsed_s = (performance.now() - from_ms) / 1000;
  return { perSecond: Math.round(turns / elapsed_s), perCpuSecond: Math.round(turns / ((user + system) / 1e6)) };
}

const believing = createKeyVerifier({ db, log: silentLogger });
let looks = 0;
const looking = createKeyVerifier({ db, log: silentLogger, now_ms: () => (looks += 10_000) });
const requireOk = (isRight: boolean): void => {
  if (!isRight) throw new Error("somebody was not recognised");
};
const figures = {
  keysBelieved: await rate(async (turn) => requireOk((await believing.verifyKey(keys[turn % 500] ?? "")).ok)),
  keysLookedUp: await rate(async (turn) => requireOk((await looking.verifyKey(keys[turn % KEYS] ?? "")).ok)),
  sessions: await rate(async (turn) =>
    requireOk((await checkSession(accounts, tokens[turn % tokens.length] ?? "")) !== undefined),
  ),
  signIns: await signIns(),
  besideSignIns: await besideSignIns(),
};
process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
if (values.write) {
  const text = `${JSON.stringify({ measured: new Date().toISOString().slice(0, 10), node: process.version, ...figures }, null, 2)}\n`;
  await writeFile(new URL("results/accounts.json", import.meta.url), text);
}
await believing.close();
await looking.close();
await accounts.close();
await db.close();
await rm(dataDir, { recursive: true });

/** From as many addresses as there are people, so that no limit of tries is met. */
async function flood(): Promise<{ readonly done: number; readonly cpu_s: number; readonly elapsed_s: number }> {
  let done = 0;
  const from_ms = performance.now();
  const cpu = process.cpuUsage();
  const until_ms = from_ms + seconds * 1000;
  const person = async (at: number): Promise<void> => {
    const origin = { address: `198.51.100.${at}`, agent: null };
    while (performance.now() < until_ms) {
      await signIn(accounts, { email: `user${at}@firm.example`, password: PASSWORD, origin });
      done++;
    }
  };
  await Promise.all(Array.from({ length: 12 }, async (_, at) => person(at)));
  const { user, system } = process.cpuUsage(cpu);
  return { done, cpu_s: (user + system) / 1e6, elapsed_s: (performance.now() - from_ms) / 1000 };
}

async function signIns(): Promise<object> {
  const { done, cpu_s, elapsed_s } = await flood();
  return { perSecond: Math.round(done / elapsed_s), perCpuSecond: Math.round((10 * done) / cpu_s) / 10 };
}

/** What a caller with a key waits to be recognised every ten milliseconds, alone and while twelve people sign in. */
async function besideSignIns(): Promise<object> {
  const alone = await recognised(new Promise((later) => setTimeout(later, seconds * 1000)));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const flooded = await recognised(flood());
  delay.disable();
  const loopDelay_ms = { p50: round(delay.percentile(50)), p99: round(delay.percentile(99)) };
  return { alone_ms: alone, flooded_ms: flooded, loopDelay_ms };
}

async function recognised(during: Promise<unknown>): Promise<object> {
  const waits: number[] = [];
  const over = new AbortController();
  void during.then(() => over.abort());
  while (!over.signal.aborted) {
    const from_ms = performance.now();
    requireOk((await looking.verifyKey(keys[waits.length % KEYS] ?? "")).ok);
    waits.push((performance.now() - from_ms) * 1e6);
    await new Promise((later) => setTimeout(later, 10));
  }
  const inOrder = waits.toSorted((one, other) => one - other);
  const at = (part: number): number => round(inOrder[Math.floor(part * inOrder.length)] ?? 0);
  return { p50: at(0.5), p99: at(0.99) };
}

function round(nanoseconds: number): number {
  return Math.round(nanoseconds / 1e4) / 100;
}
