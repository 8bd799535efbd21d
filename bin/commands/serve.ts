import { InvalidArgumentError } from "commander";
import type { Command } from "commander";
import { monotonicMs } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import type { Db } from "#db/connection.ts";
import { openRecords } from "#schema/open.ts";
import { lockDataDirectory } from "#db/lock.ts";
import type { DataDirectoryLock } from "#db/lock.ts";
import { openEmbedders } from "#embedding/embedders.ts";
import { addressOf, refuseTakenPort } from "#http/listen.ts";
import { isWithoutImports } from "#importers/frame/positions.ts";
import { startFollower } from "#projections/follower.ts";
import { logOptions, openContext } from "../context.ts";
import type { Context } from "../context.ts";
import { openIndexes, tryLockIndex } from "../index-files.ts";
import { startAnswering } from "../serving/answering.ts";
import { Ends } from "../serving/ends.ts";
import { greeting, loadSample } from "../serving/first-start.ts";
import { placeOf } from "../serving/place.ts";
import type { Place } from "../serving/place.ts";
import { firstSignal } from "../serving/signals.ts";
import { startMembers } from "../serving/supervisor.ts";
import type { Members } from "../serving/supervisor.ts";
import { VectorSeat } from "../serving/vector-seat.ts";
import { PROCESSES_MAX } from "../settings.ts";
import { print } from "../terminal.ts";

export function addServeCommand(program: Command): void {
  program
    .command("serve")
    .summary("answer over HTTP (what `npm start` runs)")
    .description(
      "Starts the service. On a new data directory it loads the sample corpus and, on loopback, makes a development key.",
    )
    .option("--processes <number>", "processes that answer on the one port (ONPOINT_PROCESSES)", processesOf)
    .addHelpText(
      "after",
      "\nExample:\n  $ ONPOINT_PORT=9000 ONPOINT_DATA_DIR=/srv/onpoint onpoint serve\n  $ onpoint serve --processes 4",
    )
    .action(async ({ processes }: { processes?: number }) => serve(openContext("serve"), processes));
}

function processesOf(text: string): number {
  const number = Number(text);
  if (/^\d+$/u.test(text) && number >= 1 && number <= PROCESSES_MAX) return number;
  throw new InvalidArgumentError(`It wants a whole number from 1 to ${PROCESSES_MAX}.`);
}

async function serve(context: Context, given: number | undefined): Promise<void> {
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
    if (processes === 1) await serveAlone(context, place, ends, greet);
    else await serveTogether(context, { place, processes, stopAsked, onStart, greet }, ends);
    if (members?.areReady !== false) lock.noteReady();
    context.log.info({ signal: await stopAsked }, "stopping: no new requests, those in flight are finished");
  } finally {
    await ends.run();
  }
}

type Greet = (db: Db, address: string) => Promise<void>;

/** One process does everything. */
async function serveAlone(context: Context, place: Place, ends: Ends, greet: Greet): Promise<void> {
  const { config, log } = context;
  const lock = lockIndexToServe(config.dataDir);
  ends.add(() => lock.release());
  const db = await openRecords({ dataDir: config.dataDir, databaseUrl: config.databaseUrl ?? undefined });
  ends.add(async () => db.close());
  const indexes = await openIndexes(config, log);
  ends.add(async () => indexes.close());
  if (config.loadSample && (await isWithoutImports(db, "sample"))) await loadSample(context, db, indexes);
  const vectors = new VectorSeat(context, openEmbedders(config), () => true);
  ends.add(async () => vectors.close());
  const followed = { ...indexes, vectors: { calls: vectors.calls, embedding: config } };
  const follower = startFollower(db, followed, log, logOptions(config));
  ends.add(async () => follower.stop());
  const index = {
    engines: indexes,
    vectors,
    failure: () => follower.failure(),
    vectorsFailure: () => follower.vectorsFailure(),
  };
  const { server } = await startAnswering(context, { db, index, place }, ends);
  await greet(db, server.address);
}

/** Nobody else serves this data directory, so what writes the index is a command, or left of a start that was killed. */
function lockIndexToServe(dataDir: string): DataDirectoryLock {
  try {
    return lockDataDirectory(dataDir, "index");
  } catch (thrown) {
    if (!(thrown instanceof OnpointError) || thrown.code !== "data_directory_in_use") throw thrown;
    throw new OnpointError(thrown.code, thrown.message, {
      hint: "If it is a command, wait for its end. If a server of several processes was killed, they go on without it: `onpoint serve --processes 2` takes over from them.",
      cause: thrown,
    });
  }
}

type Together = {
  readonly place: Place;
  readonly processes: number;
  readonly stopAsked: Promise<unknown>;
  /** Told of the processes before they answer, so that a stop finds them. */
  readonly onStart: (members: Members) => void;
  readonly greet: Greet;
};

/** This process prepares what a first start needs, then starts those that answer and watches over them. */
async function serveTogether(
  context: Context,
  { place, processes, stopAsked, onStart, greet }: Together,
  ends: Ends,
): Promise<void> {
  const { config } = context;
  const db = await openRecords({ dataDir: config.dataDir, databaseUrl: config.databaseUrl ?? undefined });
  try {
    if (config.loadSample && (await isWithoutImports(db, "sample"))) await loadSampleAlone(context, db);
    if (!isAnswered(config.dataDir)) await refuseTakenPort(place);
    const members = startMembers(context, place, processes);
    onStart(members);
    ends.add(async () => members.stop());
    await Promise.race([members.ready, stopAsked]);
    if (members.areReady) await greet(db, addressOf(place.host, place.port));
  } finally {
    await db.close();
  }
}

/** Processes whose starter was killed answer from this data directory until those started now take over. */
function isAnswered(dataDir: string): boolean {
  const lock = tryLockIndex(dataDir);
  lock?.release();
  return lock === undefined;
}

async function loadSampleAlone(context: Context, db: Db): Promise<void> {
  const lock = lockDataDirectory(context.config.dataDir, "index");
  try {
    const indexes = await openIndexes(context.config, context.log);
    try {
      await loadSample(context, db, indexes);
    } finally {
      await indexes.close();
    }
  } finally {
    lock.release();
  }
}
