import type { Reader } from "#db/connection.ts";
import { listQuery } from "#db/list-query.ts";
import { inParts } from "#db/parts.ts";
import { stretchReader } from "#db/stretches.ts";
import type { ReadStretches } from "#db/stretches.ts";
import { lawKeysCited } from "#citations/laws/law-key.ts";
import { inOrder } from "../currency.ts";
import { lawNodeIdOf } from "../ids.ts";
import { underPath } from "../paths.ts";
import type { LawChain, LawPlace, LawStanding, LawText, LawVersion } from "../model.ts";
import { STANDING_COLUMNS, standingOf, versionOf } from "./rows.ts";

const selectVersions = listQuery((db, ids) => db.selectFrom("law_versions").selectAll().where("id", "in", ids));
const selectChains = listQuery((db, nodeIds) =>
  db.selectFrom("law_versions").selectAll().where("node_id", "in", nodeIds),
);
const selectStandings = listQuery((db, nodeIds) =>
  db.selectFrom("law_versions").select(STANDING_COLUMNS).where("node_id", "in", nodeIds),
);
const selectVersionIds = listQuery((db, nodeIds) =>
  db.selectFrom("law_versions").select("id").where("node_id", "in", nodeIds),
);
const selectNodeIds = listQuery((db, ids) =>
  db.selectFrom("law_versions").select("node_id").distinct().where("id", "in", ids),
);
const selectPlainTexts = listQuery((db, ids) =>
  db.selectFrom("law_texts").select(["version_id", "text"]).where("version_id", "in", ids),
);
const selectTexts = listQuery((db, ids) => db.selectFrom("law_texts").selectAll().where("version_id", "in", ids));
const selectNodesAtPaths = listQuery((db, paths) =>
  db.selectFrom("law_versions").select(["node_id", "collection_id"]).distinct().where("path", "in", paths),
);
const selectNodesByCitation = listQuery((db, keys) =>
  db.selectFrom("law_versions").select(["node_id", "collection_id"]).distinct().where("citation_key", "in", keys),
);
const selectNodesOfKeys = listQuery((db, keys) =>
  db.selectFrom("law_versions").select(["citation_key", "node_id"]).distinct().where("citation_key", "in", keys),
);
const selectNodesByRegister = listQuery((db, keys) =>
  db.selectFrom("law_versions").select(["node_id", "collection_id"]).distinct().where("register_key", "in", keys),
);

/** These versions, those that are held, in the order asked. */
export async function versionsById(db: Reader, ids: readonly string[]): Promise<LawVersion[]> {
  const rows = new Map<string, LawVersion>();
  for (const part of inParts(ids)) for (const row of await selectVersions(db, part)) rows.set(row.id, versionOf(row));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** The chains of these nodes, those that are held, in the order asked, each oldest first. */
export async function chainsOf(db: Reader, nodeIds: readonly string[]): Promise<LawChain[]> {
  const versions: LawVersion[] = [];
  for (const part of inParts(nodeIds)) {
    for (const row of await selectChains(db, part)) versions.push(versionOf(row));
  }
  const byNode = Map.groupBy(versions, ({ nodeId }) => nodeId);
  return nodeIds.flatMap((nodeId) => {
    const held = byNode.get(nodeId);
    const collectionId = held?.[0]?.collectionId;
    return held === undefined || collectionId === undefined ? [] : [{ nodeId, collectionId, versions: inOrder(held) }];
  });
}

/** How the versions of each of these nodes stand in time, oldest first, by node. */
export async function standingsIn(db: Reader, nodeIds: readonly string[]): Promise<Map<string, LawStanding[]>> {
  const rows: LawStanding[] = [];
  for (const part of inParts(nodeIds)) for (const row of await selectStandings(db, part)) rows.push(standingOf(row));
  return chainsIn(rows);
}

/** Versions by their node, oldest first. */
export function chainsIn(standings: readonly LawStanding[]): Map<string, LawStanding[]> {
  const byNode = Map.groupBy(standings, ({ nodeId }) => nodeId);
  return new Map([...byNode].map(([nodeId, versions]) => [nodeId, inOrder(versions)]));
}

/** The nodes of these versions, of those that are held. */
export async function nodesOfVersions(db: Reader, ids: readonly string[]): Promise<string[]> {
  const nodeIds = new Set<string>();
  for (const part of inParts(ids)) for (const { node_id } of await selectNodeIds(db, part)) nodeIds.add(node_id);
  return [...nodeIds];
}

/** The words of these versions. */
export async function textsOf(db: Reader, versionIds: readonly string[]): Promise<Map<string, LawText>> {
  const texts = new Map<string, LawText>();
  for (const part of inParts(versionIds)) {
    for (const { version_id, html, text, notes_html } of await selectTexts(db, part)) {
      texts.set(version_id, { versionId: version_id, html, text, notesHtml: notes_html });
    }
  }
  return texts;
}

/** The plain text of these versions. */
export async function plainTextsOf(db: Reader, versionIds: readonly string[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const part of inParts(versionIds)) {
    for (const { version_id, text } of await selectPlainTexts(db, part)) texts.set(version_id, text);
  }
  return texts;
}

/** Stretches of the plain texts of versions, by the version's id. */
export const textStretches: ReadStretches = stretchReader("law_texts", "version_id");

/** The nodes of which some version stands or stood at a path, in all collections or in some. */
export async function nodesAtPath(db: Reader, path: string, collectionIds?: readonly string[]): Promise<string[]> {
  return nodeIdsIn(await selectNodesAtPaths(db, [path]), collectionIds);
}

/** Whether any version stands or stood at a path or below it, in all collections or in some. */
export async function holdsPath(db: Reader, path: string, collectionIds: readonly string[] = []): Promise<boolean> {
  const { from, before } = underPath(path);
  let versions = db.selectFrom("law_versions").select("id").limit(1);
  if (collectionIds.length > 0) versions = versions.where("collection_id", "in", collectionIds);
  const at = await versions.where("path", "=", path).executeTakeFirst();
  if (at !== undefined) return true;
  const below = await versions.where("path", ">=", from).where("path", "<", before).executeTakeFirst();
  return below !== undefined;
}

/** The nodes of which some version bears or bore a citation, by its key. */
export async function nodesByCitationKey(
  db: Reader,
  key: string,
  collectionIds?: readonly string[],
): Promise<string[]> {
  return nodeIdsIn(await selectNodesByCitation(db, [key]), collectionIds);
}

/** The nodes of which some version bears or bore each of these citations, by its key, in all collections. */
export async function nodesOfCitationKeys(db: Reader, keys: readonly string[]): Promise<Map<string, string[]>> {
  const nodes = new Map<string, string[]>();
  for (const part of inParts([...new Set(keys)])) {
    for (const { citation_key, node_id } of await selectNodesOfKeys(db, part)) {
      if (citation_key !== null) nodes.set(citation_key, [...(nodes.get(citation_key) ?? []), node_id]);
    }
  }
  return nodes;
}

const ENTRIES_MAX = 5_000;

/** What a code prints in the place of provisions that are repealed, omitted or reserved, by the beginning of their keys. */
export async function tombstonesUnder(
  db: Reader,
  stem: string,
  collectionIds?: readonly string[],
): Promise<LawVersion[]> {
  const rows = await db
    .selectFrom("law_versions")
    .selectAll()
    .where("citation_key", ">=", stem)
    .where("citation_key", "<", `${stem}\uffff`)
    .where("is_tombstone", "=", 1)
    .orderBy("citation_key")
    .limit(ENTRIES_MAX)
    .execute();
  return rows
    .filter(({ collection_id }) => collectionIds?.includes(collection_id) ?? true)
    .map((row) => versionOf(row));
}

/** Whether any provision is held whose citation begins so. */
export async function isAnyUnder(db: Reader, stem: string): Promise<boolean> {
  const row = await db
    .selectFrom("law_versions")
    .select("id")
    .where("citation_key", ">=", stem)
    .where("citation_key", "<", `${stem}\uffff`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The nodes of which some version bears or bore one of the citations that texts cite under these keys (`citedLawKey`). */
export async function nodesCitedUnder(db: Reader, keys: readonly string[]): Promise<string[]> {
  const nodeIds = new Set<string>();
  for (const part of inParts([...new Set(keys.flatMap(lawKeysCited))])) {
    for (const select of [selectNodesByCitation, selectNodesByRegister])
      for (const { node_id } of await select(db, part)) nodeIds.add(node_id);
  }
  return [...nodeIds];
}

/** The same by register citation. */
export async function nodesByRegisterKey(
  db: Reader,
  key: string,
  collectionIds?: readonly string[],
): Promise<string[]> {
  return nodeIdsIn(await selectNodesByRegister(db, [key]), collectionIds);
}

function nodeIdsIn(
  rows: readonly { readonly node_id: string; readonly collection_id: string }[],
  collectionIds: readonly string[] | undefined,
): string[] {
  return rows
    .filter(({ collection_id }) => collectionIds?.includes(collection_id) ?? true)
    .map(({ node_id }) => node_id)
    .toSorted();
}

/** Nodes in the order of their ids, from after one of them: a rebuild walks through all. */
export async function nodeIdsAfter(db: Reader, afterId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("law_nodes")
    .select("id")
    .where("id", ">", afterId)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The ids of every version of these nodes. */
export async function versionIdsOf(db: Reader, nodeIds: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const part of inParts(nodeIds)) for (const { id } of await selectVersionIds(db, part)) ids.push(id);
  return ids;
}

/** Where provisions stand as they are held last, by the source's own names. */
export async function placesHeld(
  db: Reader,
  collectionId: string,
  sourceIds: readonly string[],
): Promise<Map<string, LawPlace>> {
  const names = new Map(sourceIds.map((sourceId) => [lawNodeIdOf(collectionId, sourceId), sourceId]));
  const places = new Map<string, LawPlace>();
  for (const { nodeId, versions } of await chainsOf(db, [...names.keys()])) {
    const [sourceId, last] = [names.get(nodeId), versions.at(-1)];
    if (sourceId !== undefined && last !== undefined) {
      places.set(sourceId, { path: last.path, sortOrder: last.sortOrder });
    }
  }
  return places;
}

/** How many provisions are held, each in however many versions. */
export async function countProvisions(db: Reader): Promise<number> {
  const { provisions } = await db
    .selectFrom("law_nodes")
    .select(({ fn }) => fn.countAll<number>().as("provisions"))
    .executeTakeFirstOrThrow();
  return provisions;
}

/** How many versions of provisions are held. */
export async function countVersions(db: Reader): Promise<number> {
  const { versions } = await db
    .selectFrom("law_versions")
    .select(({ fn }) => fn.countAll<number>().as("versions"))
    .executeTakeFirstOrThrow();
  return versions;
}
