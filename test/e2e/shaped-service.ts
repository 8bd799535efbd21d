import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isClustered, newClusterRoom } from "#test/shape.ts";
import { afterServers, onpoint, serve, temporaryDirectory, until } from "./program.ts";
import type { Environment, ServerProcess } from "./program.ts";

/** The program over what `test/shape.ts` says. */
export type ShapedService = {
  /** For its commands. */
  readonly settings: Environment;
  readonly serve: () => Promise<ServerProcess>;
  /** The records as they are now, to be read by SQL. */
  readonly readRecords: () => Promise<DatabaseSync>;
};

/** In the shape of a cluster a process that answers and one that follows share nothing but the two servers. */
export async function shapedService(given: Environment, dataDir: string): Promise<ShapedService> {
  const settings = { ...given, ONPOINT_DATA_DIR: dataDir };
  if (!isClustered) {
    return { settings, serve: async () => serve(settings), readRecords: async () => recordsIn(dataDir) };
  }
  const room = await newClusterRoom();
  afterServers(room.remove);
  const clustered = {
    ...settings,
    ONPOINT_DATABASE_URL: room.databaseUrl,
    ONPOINT_SEARCH_URL: room.searchUrl,
    ONPOINT_SEARCH_PREFIX: room.searchPrefix,
    ONPOINT_SEARCH_REPLICAS: "0",
  };
  return {
    settings: clustered,
    serve: async () => serveRoles(clustered),
    readRecords: async () => recordsIn(await copyOf(clustered)),
  };
}

async function serveRoles(settings: Environment): Promise<ServerProcess> {
  const started = ["follower", "api"].map(async (role) =>
    serve({ ...settings, ONPOINT_ROLE: role, ONPOINT_DATA_DIR: await temporaryDirectory() }),
  );
  const [follower, api] = (await Promise.all(started)) as [ServerProcess, ServerProcess];
  await until(async () => (await fetch(`${api.origin}/readyz`)).ok || undefined, 240_000);
  const stop: ServerProcess["stop"] = async (signal) => {
    await follower.stop(signal);
    return api.stop(signal);
  };
  return { ...api, stop };
}

/** A backup of PostgreSQL can be restored into a file of SQLite. */
async function copyOf(settings: Environment): Promise<string> {
  const [backup, dataDir] = [await temporaryDirectory(), await temporaryDirectory()];
  const { ONPOINT_DATABASE_URL: _, ONPOINT_SEARCH_URL: __, ...apart } = settings;
  for (const [as, command] of [
    [settings, "backup"],
    [{ ...apart, ONPOINT_DATA_DIR: dataDir }, "restore"],
  ] as const) {
    const { code, stderr } = await onpoint(as, [command, backup]);
    if (code !== 0) throw new Error(`onpoint ${command} ended with ${code}: ${stderr}`);
  }
  return dataDir;
}

function recordsIn(dataDir: string): DatabaseSync {
  return new DatabaseSync(join(dataDir, "records.sqlite"), { readOnly: true });
}
