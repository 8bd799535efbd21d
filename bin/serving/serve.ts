import { monotonicMs } from "#base/clock.ts";
import type { Db } from "#db/connection.ts";
import { lockDataDirectory } from "#db/lock.ts";
import type { Context } from "../context.ts";
import { isCluster } from "../index-lock.ts";
import type { Role } from "../settings.ts";
import { print } from "../terminal.ts";
import { Ends } from "./ends.ts";
import { greeting, greetingOfRole } from "./first-start.ts";
import { placeOf } from "./place.ts";
import type { Place } from "./place.ts";
import { checkedRole } from "./roles.ts";
import { firstSignal } from "./signals.ts";
import type { Members } from "./supervisor.ts";
import { tellSystemd } from "./systemd.ts";

/** Says on the terminal that the service answers at `address`. */
export type Greet = (db: Db, address: string) => Promise<void>;

/** What every way to serve is given. */
export type Serving = {
  readonly context: Context;
  readonly place: Place;
  readonly role: Role;
  /** Resolves when it is told to stop. */
  readonly stopAsked: Promise<unknown>;
  readonly greet: Greet;
};

/** What the command line says otherwise than the settings. */
export type ServeOptions = { readonly processes?: number; readonly role?: Role };

/**
 * Runs the service until it is told to stop.
 *
 * Throws `data_directory_in_use` when a server holds the data directory already, and `invalid_configuration` for a role
 * that this shape of the service has not.
 */
export async function serve(context: Context, given: ServeOptions): Promise<void> {
  const { config, log } = context;
  const processes = given.processes ?? config.processes;
  const role = checkedRole(config, given.role, processes);
  const ends = new Ends();
  let members: Members | undefined;
  const stopAsked = firstSignal(async () => members?.cut());
  const started_ms = monotonicMs();
  ends.add(tellSystemd(process.env, log));
  try {
    // Processes with a role have nothing on this machine that others could not use at the same time.
    const lock = role === "all" ? lockDataDirectory(config.dataDir, "server") : undefined;
    ends.add(() => lock?.release());
    const place = await placeOf(config);
    const greet = async (db: Db, address: string): Promise<void> => {
      const started = { address, place, processes, elapsed_s: (monotonicMs() - started_ms) / 1000 };
      print(role === "all" ? await greeting(config, db, started) : greetingOfRole(role, started));
    };
    const serving: Serving = { context, place, role, stopAsked, greet };
    // Each reads only its own code: what starts other processes answers nothing itself.
    if (processes > 1) {
      const { serveTogether } = await import("./together.ts");
      await serveTogether({ ...serving, processes, onStart: (started) => (members = started) }, ends);
    } else if (isCluster(config)) {
      const { serveClustered } = await import("./clustered.ts");
      await serveClustered(serving, ends);
    } else {
      const { serveAlone } = await import("./alone.ts");
      await serveAlone(serving, ends);
    }
    if (members?.areReady !== false) lock?.noteReady();
    log.info({ signal: await stopAsked }, "stopping: no new requests, those in flight are finished");
  } finally {
    await ends.run();
  }
}
