import { monotonicMs } from "#base/clock.ts";
import type { Db } from "#db/connection.ts";
import { lockDataDirectory } from "#db/lock.ts";
import type { Context } from "../context.ts";
import { print } from "../terminal.ts";
import { Ends } from "./ends.ts";
import { greeting } from "./first-start.ts";
import { placeOf } from "./place.ts";
import { firstSignal } from "./signals.ts";
import type { Members } from "./supervisor.ts";

/** Says on the terminal that the service answers at `address`. */
export type Greet = (db: Db, address: string) => Promise<void>;

/**
 * Runs the service until it is told to stop. `given` is the number of processes of the command line.
 *
 * Throws `data_directory_in_use` when a server holds the data directory already.
 */
export async function serve(context: Context, given: number | undefined): Promise<void> {
  const processes = given ?? context.config.processes;
  const ends = new Ends();
  let members: Members | undefined;
  const stopAsked = firstSignal(async () => members?.cut());
  const started_ms = monotonicMs();
  try {
    const lock = lockDataDirectory(context.config.dataDir, "server");
    ends.add(() => lock.release());
    const place = await placeOf(context.config);
    const greet = async (db: Db, address: string): Promise<void> => {
      const elapsed_s = (monotonicMs() - started_ms) / 1000;
      print(await greeting(context.config, db, { address, place, processes, elapsed_s }));
    };
    const onStart = (started: Members) => (members = started);
    // Each reads only its own code: what starts other processes answers nothing itself.
    if (processes === 1) {
      const { serveAlone } = await import("./alone.ts");
      await serveAlone(context, place, ends, greet);
    } else {
      const { serveTogether } = await import("./together.ts");
      await serveTogether(context, { place, processes, stopAsked, onStart, greet }, ends);
    }
    if (members?.areReady !== false) lock.noteReady();
    context.log.info({ signal: await stopAsked }, "stopping: no new requests, those in flight are finished");
  } finally {
    await ends.run();
  }
}
