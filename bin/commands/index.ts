import type { Command } from "commander";
import { systemClock } from "#base/clock.ts";
import { readCitingWords } from "#citator/citing-words.ts";
import { forgetCitator } from "#citator/citator.ts";
import type { Db } from "#db/connection.ts";
import { hasVectors } from "#embedding/embedder.ts";
import { openEmbedders } from "#embedding/embedders.ts";
import { collectionNames, embeddedCollections, plainCollections } from "#projections/collections.ts";
import { createCollectionIndexer } from "#projections/collection-indexing.ts";
import { collectionStatus } from "#projections/collection-status.ts";
import type { CollectionStatus } from "#projections/collection-status.ts";
import type { FollowedCollection } from "#projections/followed-collection.ts";
import { indexStamp } from "#projections/index-stamp.ts";
import { rebuildIndex } from "#projections/rebuild.ts";
import { indexStatus } from "#projections/status.ts";
import { vectorsProjection } from "#projections/vectors/vector-names.ts";
import type { CollectionName } from "#completeness/completeness.ts";
import { openContext, withDatabase } from "../context.ts";
import type { Context } from "../context.ts";
import { catchUp, catchUpCitator } from "../follow.ts";
import { openIndexes } from "../index-files.ts";
import { addAdoptCommand } from "./index-adopt.ts";
import { askServer } from "./index-request.ts";
import { addVerifyCommand } from "./index-verify.ts";
import type { Indexes } from "../index-files.ts";
import { lockIndex, tryLockUnserved } from "../index-lock.ts";
import type { Config } from "../settings.ts";
import { bytes, count, openProgress, print, printJson, table } from "../terminal.ts";

type Json = { readonly json?: boolean };

export function addIndexCommands(program: Command): void {
  const index = program
    .command("index")
    .summary("look after the search index")
    .description(
      "The search index is derived from the records: it follows them automatically and can be rebuilt at any time.",
    );
  addAdoptCommand(index);
  index
    .command("status")
    .summary("how far it has followed the records")
    .option("--json", "print it as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint index status")
    .action(async (options: Json) => {
      const context = openContext("command");
      const { config } = context;
      const status = await withDatabase(context, async (db) => ({
        ...(await indexStatus(db)),
        ...(await statusOfFollowed(db)),
        vectors: await vectorStatus(config, db),
      }));
      if (options.json === true) printJson({ ...status, vectors: asJson(status.vectors) });
      else
        print(
          table(
            ["", ""],
            [
              ["documents", count(status.indexed)],
              ["copies not shown", count(status.copies)],
              ["refused", count(status.skipped)],
              ["changes to follow", count(status.lag)],
              ["last followed", status.updatedAt ?? "never"],
              ...plainCollections().flatMap(({ followed: { name } }) => [
                [`of ${name}: changes to follow`, count(status[name].lag)],
                [`of ${name}: last followed`, status[name].updatedAt ?? "never"],
              ]),
              ...vectorsInWords(status.vectors),
            ],
          ),
        );
    });
  index
    .command("rebuild")
    .summary("build it again from the records")
    .description(
      "Builds a new index beside the old one and puts it in its place. Changes made meanwhile are followed afterwards.\nA server that is running on the data directory does it itself, searches going on.",
    )
    .option("--citator", "also work out all citations and treatments again, first (the server stopped)")
    .option("--json", "print the result as JSON")
    .addHelpText("after", "\nExample:\n  $ onpoint index rebuild")
    .action(async (options: Json & { readonly citator?: boolean }) => rebuild(openContext("command"), options));
  addVerifyCommand(index);
}

type VectorStatus = { readonly version: string; readonly of: ReadonlyMap<CollectionName, CollectionStatus> };

/** Of the newest version; null while there is none. */
async function vectorStatus(config: Config, db: Db): Promise<VectorStatus | null> {
  const newest = await openEmbedders(config).newest();
  if (!hasVectors(newest)) return null;
  const statuses = embeddedCollections().map(
    async ({ name }) => [name, await collectionStatus(db, vectorsProjection(newest.id, name))] as const,
  );
  return { version: newest.id, of: new Map(await Promise.all(statuses)) };
}

function asJson(status: VectorStatus | null): unknown {
  return status && { version: status.version, ...Object.fromEntries(status.of) };
}

function vectorsInWords(status: VectorStatus | null): readonly (readonly [string, string])[] {
  if (status === null) return [["vectors", "none yet"]];
  return [
    ["vectors", status.version],
    ...[...status.of].map(([name, { lag }]) => [`vectors of ${name}: changes to follow`, count(lag)] as const),
  ];
}

async function rebuild(context: Context, options: Json & { readonly citator?: boolean }): Promise<void> {
  const { config, log } = context;
  await withDatabase(context, async (db) => {
    const lock = await (options.citator === true ? lockIndex(config) : tryLockUnserved(config));
    if (lock === undefined) return rebuildInServer(context, db, options);
    try {
      if (options.citator === true) {
        await forgetCitator(db);
        await catchUpCitator(context, db);
      }
      const indexes = await openIndexes(context, { db, term: () => lock.term() });
      try {
        const progress = openProgress("index", (amount) => `${count(amount)} documents`);
        const done = await rebuildIndex({
          db,
          engine: indexes.opinions,
          log,
          clock: systemClock,
          citingWordsOf: readCitingWords,
          stamp: indexStamp(db, "opinions", indexes.stamps?.opinions),
          onProgress: ({ documents }) => progress.update(documents, 0),
        });
        progress.finish();
        const built = new Map<FollowedName, number>();
        for (const { followed } of plainCollections())
          built.set(followed.name, await rebuildCollection(followed, context, db, indexes));
        await catchUp(db, indexes, log);
        const statuses = await Promise.all(collectionNames().map(async (name) => indexes[name].status()));
        const size_bytes = statuses.reduce((sum, status) => sum + status.size_bytes, 0);
        if (options.json === true) printJson({ ...done, ...Object.fromEntries(built), size_bytes });
        else {
          const what = [
            `${count(done.documents)} documents`,
            ...[...built].map(([name, held]) => `${count(held)} ${name}`),
          ];
          print(`Built ${inWords(what)}, ${bytes(size_bytes)}.`);
        }
      } finally {
        await indexes.close();
      }
    } finally {
      await lock.release();
    }
  });
}

type FollowedName = FollowedCollection["name"];

async function statusOfFollowed(db: Db): Promise<Readonly<Record<FollowedName, CollectionStatus>>> {
  const statuses: [FollowedName, CollectionStatus][] = [];
  for (const {
    followed: { name, projection },
  } of plainCollections())
    statuses.push([name, await collectionStatus(db, projection)]);
  return Object.fromEntries(statuses) as Record<FollowedName, CollectionStatus>;
}

/** `a, b and c`. */
function inWords(parts: readonly string[]): string {
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

async function rebuildCollection(
  followed: FollowedCollection,
  { log }: Context,
  db: Db,
  indexes: Indexes,
): Promise<number> {
  const shown = openProgress(`index of ${followed.name}`, (amount) => `${count(amount)} documents`);
  const engine = indexes[followed.name];
  const stamp = indexStamp(db, followed.name, indexes.stamps?.[followed.name]);
  const documents = await createCollectionIndexer({ followed, db, engine, log, stamp }).rebuild((held) =>
    shown.update(held, 0),
  );
  shown.finish();
  return documents;
}

/** The server builds it, and answers searches from the old index meanwhile. */
async function rebuildInServer(context: Context, db: Db, options: Json): Promise<void> {
  await askServer(context.config, db, "rebuild");
  const { indexed } = await indexStatus(db);
  if (options.json === true) printJson({ documents: indexed });
  else print(`The server has built ${count(indexed)} documents.`);
}
