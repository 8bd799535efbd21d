/**
 * Servers of bench/shared-limits.ts in a process of their own, on one database: without a limit, with one that this
 * process counts, and with one that PostgreSQL counts for all processes. Tells where they are, and when asked, how many
 * statements counting has taken.
 */
import { createKeyVerifier } from "#accounts/key-verifier.ts";
import { createKey } from "#accounts/keys.ts";
import { drawRequests } from "#accounts/limits/request-buckets.ts";
import { monotonicMs } from "#base/clock.ts";
import { silentLogger as log } from "#base/log.ts";
import { httpConfig } from "#http/config.ts";
import { limiterOfMachines } from "#http/limiter.ts";
import { listen } from "#http/listen.ts";
import { createServer } from "#http/server.ts";
import { createResearch } from "#research/research.ts";
import { openRecords } from "#schema/open.ts";
import { fillStore } from "./filled-store.ts";
import { DECISIONS, WAYS } from "./limited-ways.ts";
import type { LimitedServers, Way } from "./limited-ways.ts";

/** More than is asked. */
const LIMIT = { perMinute: 1_000_000, burst: 1_000_000 };

const [databaseUrl = "", dataDir = "", keyGiven] = process.argv.slice(2);
const db = await openRecords({ dataDir, databaseUrl });
let key = keyGiven;
if (key === undefined) {
  await fillStore(db, DECISIONS);
  ({ key } = await createKey(db, { name: "bench" }));
}
let statements = 0;
const services = { research: createResearch({ db }), keys: createKeyVerifier({ db, log }), checks: [] };
const limiter = limiterOfMachines(async (draws) => {
  statements++;
  return drawRequests(db, draws);
}, monotonicMs);

async function start(way: Way): Promise<string> {
  const config = httpConfig("http://127.0.0.1", { rateLimit: way === "no limit" ? null : LIMIT });
  const app = createServer({ ...services, ...(way === "counted by PostgreSQL" && { limiter }) }, config, log);
  return (await listen(app, { host: "127.0.0.1", port: 0 })).address;
}

process.on("message", () => process.send?.(statements));
const addresses = await Promise.all(WAYS.map(async (way) => [way, await start(way)] as const));
process.send?.({ key, urls: Object.fromEntries(addresses) as LimitedServers["urls"] } satisfies LimitedServers);
