import { workerData } from "node:worker_threads";
import { giveWay } from "#base/background.ts";
import { HeavyWork } from "#base/heavy-work.ts";
import { createLogger } from "#base/log.ts";
import { remote } from "#base/threads/remote.ts";
import { parentThread, serveThread } from "#base/threads/serve-thread.ts";
import { attachDatabase } from "#db/connection.ts";
import { runTurns } from "#jobs/run-turns.ts";
import type { FollowerData, FollowerNews, FollowerRequests } from "./follower-messages.ts";
import { turns } from "./turns.ts";
import type { ServedObjects } from "./turns.ts";
import { untilStopped } from "./until-stopped.ts";

const { dataDir, databaseUrl, log: logOptions, embedding, hasStamps, heavyWork } = workerData as FollowerData;
const log = createLogger(logOptions);
const parent = parentThread<FollowerNews>();
giveWay();

serveThread<FollowerRequests>({
  follow: async (_, { signal }) => {
    const db = attachDatabase({ dataDir, databaseUrl });
    const served = <Name extends keyof ServedObjects>(name: Name): ServedObjects[Name] =>
      untilStopped(remote<ServedObjects[Name]>(parent, name) as ServedObjects[Name], signal);
    const tell = {
      followed: async () => parent.ask("followed", null),
      kept: async (why: string) => parent.ask("kept", why),
      vectors: async (why: string | null) => parent.ask("vectors", why),
    };
    const requests = new HeavyWork(heavyWork);
    await runTurns(turns({ db, log, served, tell, embedding, hasStamps, requests }), { db, log, signal });
    await db.close();
    return null;
  },
});
