import type { Command } from "commander";
import { OnpointError } from "#base/errors.ts";
import type { Db } from "#db/connection.ts";
import { projectionPosition } from "#db/outbox.ts";
import { isTrained } from "#embedding/corpus/corpus-embedders.ts";
import { openEmbedders } from "#embedding/embedders.ts";
import { verifyCollection } from "#projections/collection-status.ts";
import type { CollectionReport } from "#projections/collection-status.ts";
import { collectionCalled, collections, plainCollections } from "#projections/collections.ts";
import type { FollowedCollection } from "#projections/followed-collection.ts";
import { indexStamp } from "#projections/index-stamp.ts";
import { forgetReport, takeReport, verifyIndex } from "#projections/report.ts";
import type { IndexReport } from "#projections/report.ts";
import { reportedIndexes } from "#projections/requests.ts";
import type { CollectionName } from "#completeness/completeness.ts";
import { indexesBy } from "#projections/vectors/vector-calls.ts";
import { vectorSources } from "#projections/vectors/vector-sources.ts";
import { verifyVectors } from "#projections/vectors/verify-vectors.ts";
import type { VectorsReport } from "#projections/vectors/verify-vectors.ts";
import { openContext, withDatabase } from "../context.ts";
import type { Context } from "../context.ts";
import { isOnCluster, openIndexes } from "../index-files.ts";
import type { Indexes } from "../index-files.ts";
import { isCluster, tryLockUnserved } from "../index-lock.ts";
import { VectorSeat } from "../serving/vector-seat.ts";
import { count, EXIT, print, printJson, table } from "../terminal.ts";
import { askServer } from "./index-request.ts";

type Json = { readonly json?: boolean };

export function addVerifyCommand(index: Command): void {
  index
    .command("verify")
    .summary("read every block and compare with the records")
    .description(
      "Reads everything the indexes have written, of words and of vectors, and compares what they hold with the records.\nA server that is running on the data directory does it itself, searches going on; what it finds damaged it repairs.",
    )
    .option("--json", "print the report as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint index verify")
    .action(async (options: Json) => verify(openContext("command"), options));
}

async function verify(context: Context, options: Json): Promise<void> {
  await withDatabase(context, async (db) => {
    const reports = (await verifyHere(context, db)) ?? (await verifyInServer(context, db));
    const { opinions, followed, vectors, strayed = [] } = reports;
    const all = [opinions, ...followed.values(), ...(vectors?.collections ?? [])];
    const model = vectors === null ? null : await faultOfModel(context, vectors.version);
    const states = all.map((report) => BY_WEIGHT.indexOf(stateOf(report)));
    const heaviest = model === null && strayed.length === 0 ? BY_WEIGHT[Math.max(...states)] : undefined;
    process.exitCode = EXIT_BY_STATE[heaviest ?? "wrong"];
    if (options.json === true)
      return printJson({ ...opinions, ...Object.fromEntries(followed), vectors, strayed, model });
    printReport(opinions, "The index", WORDS_MENDED);
    for (const [name, report] of followed)
      printReport(report, `The ${collectionCalled(name).words.index}`, WORDS_MENDED);
    printVectors(vectors);
    for (const name of strayed) print(`The ${collectionCalled(name).words.index} ${OTHERS}`);
    if (model !== null) print(`damaged: ${model}; \`onpoint embed train\` makes a new one, and all vectors after it.`);
  });
}

/** Queries are embedded by what embedded the documents: without it whole vectors answer nobody. Null where it is whole. */
async function faultOfModel({ config }: Context, version: string): Promise<string | null> {
  if (!isTrained(version)) return null;
  try {
    await (await openEmbedders(config).open(version)).close();
    return null;
  } catch (thrown) {
    if (thrown instanceof OnpointError && thrown.code === "corrupt") return thrown.message;
    throw thrown;
  }
}

type Reports = {
  readonly opinions: IndexReport;
  /** Of the other collections. */
  readonly followed: ReadonlyMap<FollowedCollection["name"], CollectionReport>;
  /** Null while none are made. */
  readonly vectors: VectorsReport | null;
  /** Indexes of words whose stamp is not the one that the records have; a server makes such a one anew at once. */
  readonly strayed?: readonly CollectionName[];
};

const OTHERS =
  "is not known to be of these records as they are now: its stamp is damaged, or it was made of others or of an earlier state. Start the server, and it builds the index again.";

/** Undefined while a server holds the indexes; a cluster's can be read beside it. */
async function verifyHere(context: Context, db: Db): Promise<Reports | undefined> {
  const lock = await tryLockUnserved(context.config);
  if (lock === undefined && !isCluster(context.config)) return undefined;
  try {
    const indexes = await openIndexes(context, { db });
    try {
      const opinions = await verifyIndex(db, indexes.opinions);
      const followed = new Map<FollowedCollection["name"], CollectionReport>();
      for (const { followed: one } of plainCollections())
        followed.set(one.name, await verifyCollection(one, db, indexes[one.name]));
      return {
        opinions,
        followed,
        vectors: await verifyVectorsHere(context, db),
        strayed: isCluster(context.config) ? [] : await strayedHere(db, indexes),
      };
    } finally {
      await indexes.close();
    }
  } finally {
    await lock?.release();
  }
}

async function strayedHere(db: Db, { stamps }: Indexes): Promise<CollectionName[]> {
  const strayed: CollectionName[] = [];
  for (const { name, projection } of collections()) {
    const isAny = (await projectionPosition(db, projection)) > 0;
    if (isAny && !(await indexStamp(db, name, stamps?.[name]).fits(db))) strayed.push(name);
  }
  return strayed;
}

async function verifyVectorsHere(context: Context, db: Db): Promise<VectorsReport | null> {
  const seat = new VectorSeat(context, openEmbedders(context.config), { isLeading: () => true, db });
  try {
    const indexes = indexesBy(seat.calls, { keepStamps: isOnCluster(context.config) });
    return await verifyVectors(db, vectorSources(context.log), indexes);
  } finally {
    await seat.close();
  }
}

async function verifyInServer(context: Context, db: Db): Promise<Reports> {
  for (const index of reportedIndexes()) await forgetReport(db, index);
  await askServer(context.config, db, "verify");
  const opinions = await takeReport(db);
  const followed = new Map<FollowedCollection["name"], CollectionReport>();
  for (const {
    followed: { name },
  } of plainCollections())
    followed.set(name, await takeReport<CollectionReport>(db, name));
  return {
    opinions,
    followed,
    vectors: await takeReport<VectorsReport | null>(db, "vectors"),
  };
}

/** `behind`: whole in itself, and while changes are to follow it cannot agree with the records. */
type IndexState = "whole" | "behind" | "outdated" | "wrong";
const BY_WEIGHT: readonly IndexState[] = ["whole", "behind", "outdated", "wrong"];

const EXIT_BY_STATE: Record<IndexState, number> = {
  whole: EXIT.ok,
  behind: EXIT.failed,
  outdated: EXIT.failed,
  wrong: EXIT.corrupt,
};
const STATE_IN_WORDS: Record<Exclude<IndexState, "wrong">, string> = {
  whole: "is whole and holds what the records ask for.",
  behind: "is whole and behind the records, so the two cannot be compared; a running server follows them.",
  outdated:
    "was built by the rules of another version, so words may not be found; a running server builds it again, and so does `onpoint index rebuild`.",
};
const WORDS_MENDED = "`onpoint index rebuild` builds it again.";
const VECTORS_MENDED =
  "a running server remakes what is damaged. To have all of it made anew, stop the server, remove the folder `vectors` of the data directory, and start it again.";

function stateOf({ blocks, records }: IndexReport | CollectionReport): IndexState {
  if (blocks.faults.length > 0) return "wrong";
  if (records.ok) return "whole";
  if (records.rules !== undefined) return "outdated";
  return records.lag > 0 ? "behind" : "wrong";
}

function printReport(report: IndexReport | CollectionReport, what: string, mended: string): void {
  const { blocks, records } = report;
  print(
    table(
      ["", ""],
      [
        ["documents", count(blocks.documents)],
        ["words", count(blocks.terms)],
        ["postings", count(blocks.postings)],
        ["damaged parts", count(blocks.faults.length)],
        ["in the records", count(records.expected)],
        ["missing", count(records.missing)],
        ["surplus", count(records.surplus)],
        ["changes to follow", count(records.lag)],
      ],
    ),
  );
  for (const fault of blocks.faults) print(`damaged: ${JSON.stringify(fault)}`);
  const state = stateOf(report);
  print(`${what} ${state === "wrong" ? `is not what the records ask for; ${mended}` : STATE_IN_WORDS[state]}`);
}

function printVectors(vectors: VectorsReport | null): void {
  if (vectors === null) return print("There are no vectors yet.");
  for (const report of vectors.collections) {
    const what = `The index of vectors of ${report.collection} (${vectors.version})`;
    printReport(report, what, VECTORS_MENDED);
    if (!report.belongs) print(`${what} was made of other records, or of an earlier state of these.`);
  }
}
