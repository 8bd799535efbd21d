import { Hono } from "hono";
import { createKeyVerifier } from "#accounts/key-verifier.ts";
import { createKey } from "#accounts/keys.ts";
import { createLogger } from "#base/log.ts";
import { createResearch } from "#research/research.ts";
import { openRecords } from "#schema/open.ts";
import { httpConfig } from "#http/config.ts";
import { listen } from "#http/listen.ts";
import { createServer } from "#http/server.ts";
import type { App } from "#http/server.ts";
import { fillStore } from "./filled-store.ts";

/** One server of the bench in a process of its own; tells its parent where it is once the store is filled. */
export type ServerAddress = { readonly url: string; readonly path: string; readonly key: string };

async function onpoint(dataDir: string, decisions: number): Promise<{ app: App; key: string }> {
  const db = await openRecords({ dataDir });
  await fillStore(db, decisions);
  const { key } = await createKey(db, { name: "bench" });
  const log = createLogger({ level: "info", format: "json" });
  const services = {
    research: createResearch({ db }),
    keys: createKeyVerifier({ db, log }),
    checks: [],
  };
  return { app: createServer(services, httpConfig("http://127.0.0.1", { rateLimit: null }), log), key };
}

/** What the framework costs alone: the body read and parsed, a small answer in JSON. */
function bare(): Pick<App, "fetch" | "drain"> {
  const app = new Hono();
  app.post("/v1/opinions/get", async (c) => c.json({ opinions: await c.req.json<unknown>() }));
  return { fetch: app.fetch, drain: () => undefined };
}

const [kind = "onpoint", dataDir = "", decisions = "0"] = process.argv.slice(2);
const { app, key } = kind === "bare" ? { app: bare(), key: "none" } : await onpoint(dataDir, Number(decisions));
const listening = await listen(app, { host: "127.0.0.1", port: 0 });
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.send?.({ url: listening.address, path: "/v1/opinions/get", key } satisfies ServerAddress);
