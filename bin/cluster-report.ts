import { messageOf } from "#base/errors.ts";
import type { Reader } from "#db/connection.ts";
import { openEmbedders } from "#embedding/embedders.ts";
import { hasVectors } from "#embedding/embedder.ts";
import { clusterReport } from "#index/opensearch/cluster-report.ts";
import type { ClusterReport, IndexReport } from "#index/opensearch/cluster-report.ts";
import type { CollectionSchema } from "#index/schema.ts";
import { collections, embeddedCollections } from "#projections/collections.ts";
import { collectionStatus } from "#projections/collection-status.ts";
import type { FollowedCollection } from "#projections/followed-collection.ts";
import { indexStatus } from "#projections/status.ts";
import { collectionVectors } from "#search/collection-vectors.ts";
import { clusterOptions } from "./index-files.ts";
import type { ClusterConfig } from "./index-files.ts";
import { bytes, count } from "./terminal.ts";

export type Line = { readonly what: string; readonly state: string; readonly ok: boolean };

/** An index that is looked for, and how many documents the records ask for; undefined while changes are to follow. */
type Wanted = { readonly what: string; readonly schema: CollectionSchema; readonly documents: number | undefined };

/** What the search cluster is and holds, against the records; without these what it holds alone. */
export async function clusterLines(config: ClusterConfig, db: Reader | undefined): Promise<readonly Line[]> {
  const wanted = [...(await wantedWords(db)), ...(await wantedVectors(config))];
  const { urls, ca, prefix } = clusterOptions(config);
  try {
    const report = await clusterReport(
      { urls, ca, prefix },
      wanted.map(({ schema }) => schema),
    );
    const indexes = report.indexes.map((index, at) => indexLine(wanted[at] as Wanted, index));
    const lacks = [...vectorsLine(report), ...settingLines(report), ...blockLines(report)];
    return [clusterLine(report), ...lacks, ...indexes, ...othersLine(report)];
  } catch (thrown) {
    return [{ what: "search cluster", state: messageOf(thrown), ok: false }];
  }
}

async function wantedWords(db: Reader | undefined): Promise<readonly Wanted[]> {
  const wanted = collections().map(async ({ words, schema, followed }): Promise<Wanted> => {
    if (followed !== undefined) return { what: words.index, schema, documents: await documentsOf(followed, db) };
    const status = db && (await indexStatus(db));
    return { what: "index of opinions", schema, documents: status?.lag === 0 ? status.indexed : undefined };
  });
  return Promise.all(wanted);
}

async function documentsOf(
  { projection, pagesOfDocuments }: FollowedCollection,
  db: Reader | undefined,
): Promise<number | undefined> {
  if (db === undefined || (await collectionStatus(db, projection)).lag > 0) return undefined;
  let documents = 0;
  for await (const ids of pagesOfDocuments(db)) documents += ids.length;
  return documents;
}

async function wantedVectors(config: ClusterConfig): Promise<readonly Wanted[]> {
  const newest = await openEmbedders(config).newest();
  if (!hasVectors(newest)) return [];
  return embeddedCollections().map(({ name, schema: ofWords }) => {
    const schema = collectionVectors(ofWords, newest);
    return { what: `vectors of ${name}`, schema, documents: undefined };
  });
}

function clusterLine({ version, health, nodes, unassignedShards }: ClusterReport): Line {
  const isKnown = /^2\.(?:19|[2-9]\d)\./u.test(version);
  const parts = [
    `OpenSearch ${version}${isKnown ? "" : " (2.19 or later of the 2 line is needed)"}`,
    `${count(nodes)} nodes`,
    health,
  ];
  if (unassignedShards > 0) parts.push(`${count(unassignedShards)} shards are on no node`);
  return { what: "search cluster", state: parts.join(", "), ok: isKnown && health !== "red" };
}

function vectorsLine({ hasVectors: has }: ClusterReport): readonly Line[] {
  if (has) return [];
  return [{ what: "k-NN", state: "the cluster lacks the plugin opensearch-knn, which vectors need", ok: false }];
}

function settingLines({ settings }: ClusterReport): readonly Line[] {
  return settings.map(({ name, value, needed }) => ({
    what: name,
    state: `${count(value)}; set it to ${count(needed)} or more, or long queries are refused as too costly`,
    ok: false,
  }));
}

function blockLines({ blocked }: ClusterReport): readonly Line[] {
  return blocked.map(({ index, block }) => ({
    what: `block of ${index}`,
    state: block.endsWith("read_only_allow_delete")
      ? `${block}: a disk of the cluster is nearly full; OpenSearch removes it when there is room again`
      : `${block}: somebody has set it, and may take it away`,
    ok: false,
  }));
}

function indexLine({ what, documents }: Wanted, { alias, held }: IndexReport): Line {
  if (held === undefined)
    return { what, state: `there is no ${alias} yet; a running server makes and fills it`, ok: true };
  const parts = [`${alias}, ${count(held.documents)} documents, ${bytes(held.size_bytes)}`, shape(held), held.health];
  const isShort = documents !== undefined && documents !== held.documents;
  if (!held.isFilled) parts.push("being filled from the records by a running server");
  else if (isShort) parts.push(`the records ask for ${count(documents)}; \`onpoint index verify\` tells which differ`);
  return { what, state: parts.join(", "), ok: held.health !== "red" && (!held.isFilled || !isShort) };
}

function shape({ shards, copies }: NonNullable<IndexReport["held"]>): string {
  return `${count(shards)} ${shards === 1 ? "shard" : "shards"} with ${count(copies)} more ${copies === 1 ? "copy" : "copies"}`;
}

function othersLine({ others }: ClusterReport): readonly Line[] {
  if (others.length === 0) return [];
  const state = `${others.join(", ")}: of other versions of the program or of the vectors; whoever has none of these running may remove them`;
  return [{ what: "other indexes", state, ok: true }];
}
