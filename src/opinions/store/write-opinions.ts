import type { Selectable } from "kysely";
import type { Reader, Trx } from "#db/connection.ts";
import type { NewEvent } from "#db/events.ts";
import { upsertRows } from "#db/rows.ts";
import type { Database } from "#db/schema.ts";
import { CLEANING_VERSION } from "../cleaning-version.ts";
import { clusterIdOf, opinionIdOf } from "../ids.ts";
import type { OpinionWrite } from "./record.ts";
import { textSum } from "./text-sums.ts";

export type Tally = { added: number; updated: number; unchanged: number; removed: number };

/** Of the opinions updated: how many have other words, the same words marked up otherwise, or another record alone. */
export type OpinionChanges = { text: number; markup: number; record: number };

export type WrittenOpinions = {
  readonly changed: readonly string[];
  /** What became of each of them. */
  readonly events: readonly NewEvent<"opinion_added" | "opinion_changed">[];
  /** The decisions that the changed opinions belong to, or did before. */
  readonly clusterIds: readonly string[];
  readonly tally: Tally;
  readonly changes: OpinionChanges;
  readonly orphans: readonly OpinionWrite[];
};

type Row = ReturnType<typeof opinionRow>;
type Texts = Selectable<Database["opinion_texts"]>;
type Placed = { readonly row: Row; readonly texts: Texts };

/**
 * Writes opinions of decisions that are held. One that comes out as it is held already is no change, whatever its
 * source says otherwise and by whichever rules it was cleaned; only what is kept of that is brought up to date.
 */
export async function writeOpinions(trx: Trx, writes: readonly OpinionWrite[]): Promise<WrittenOpinions> {
  const tally: Tally = { added: 0, updated: 0, unchanged: 0, removed: 0 };
  const changes: OpinionChanges = { text: 0, markup: 0, record: 0 };
  if (writes.length === 0) return { changed: [], events: [], clusterIds: [], tally, changes, orphans: [] };
  const present = await clustersPresent(trx, [...new Set(writes.map(clusterOf))]);
  const orphans = writes.filter((write) => !present.has(clusterOf(write)));
  const named = writes.filter((write) => present.has(clusterOf(write))).map(placedOf);
  const placed = lastOfEach(named, ({ row }) => row.id);
  const held = await heldRows(
    trx,
    placed.map(({ row }) => row.id),
  );
  const changed: Placed[] = [];
  const events: NewEvent<"opinion_added" | "opinion_changed">[] = [];
  const restamped: Row[] = [];
  const resummed: Texts[] = [];
  for (const one of placed) {
    const before = held.get(one.row.id);
    const change = before === undefined ? undefined : changeOf(before, one);
    if (before === undefined) tally.added++;
    else if (change !== undefined) changes[change]++;
    if (before === undefined || change !== undefined) {
      changed.push(one);
      events.push(eventOf(one.row, change));
      continue;
    }
    if (STAMPS.some((column) => before[column] !== one.row[column])) restamped.push(one.row);
    if (before.text_sum !== one.texts.text_sum) resummed.push(one.texts);
  }
  tally.updated = changed.length - tally.added;
  tally.unchanged = named.length - changed.length;
  await upsertRows(
    trx,
    "opinions",
    ["id"],
    changed.map(({ row }) => row),
  );
  await upsertRows(
    trx,
    "opinion_texts",
    ["opinion_id"],
    changed.map(({ texts }) => texts),
  );
  await upsertRows(trx, "opinions", ["id"], restamped);
  await upsertRows(trx, "opinion_texts", ["opinion_id"], resummed);
  const clusterIds = changed.flatMap(({ row }) => [row.cluster_id, held.get(row.id)?.cluster_id ?? []].flat());
  return { changed: changed.map(({ row }) => row.id), events, clusterIds, tally, changes, orphans };
}

function eventOf({ id, cluster_id: clusterId }: Row, change: keyof OpinionChanges | undefined) {
  return change === undefined
    ? ({ kind: "opinion_added", recordId: id, detail: { clusterId } } as const)
    : ({ kind: "opinion_changed", recordId: id, detail: { clusterId, what: change } } as const);
}

/** What is kept of how an opinion came about; no reader of the records is told it. */
const STAMPS = ["content_hash", "cleaning_version", "text_account"] as const;

type Held = Selectable<Database["opinions"]> & Texts;

async function heldRows(trx: Trx, ids: readonly string[]): Promise<Map<string, Held>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom("opinions")
    .innerJoin("opinion_texts", "opinion_texts.opinion_id", "opinions.id")
    .selectAll("opinions")
    .selectAll("opinion_texts")
    .where("opinions.id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function changeOf(before: Held, { row, texts }: Placed): keyof OpinionChanges | undefined {
  if (before.text !== texts.text) return "text";
  if (before.html !== texts.html || Buffer.compare(before.offset_map, texts.offset_map) !== 0) return "markup";
  const { content_hash: _, cleaning_version: __, text_account: ___, ...told } = row;
  const columns = Object.keys(told) as (keyof typeof told)[];
  return columns.some((column) => before[column] !== told[column]) ? "record" : undefined;
}

function placedOf(write: OpinionWrite): Placed {
  const { draft } = write;
  const id = opinionIdOf(draft.source, draft.sourceId);
  const { html, text, offsetMap } = draft.text;
  const texts = { html, text, offset_map: offsetMap };
  return { row: opinionRow(id, write), texts: { opinion_id: id, ...texts, text_sum: textSum(texts) } };
}

function clusterOf({ draft }: OpinionWrite): string {
  return clusterIdOf(draft.source, draft.clusterSourceId);
}

function opinionRow(id: string, write: OpinionWrite) {
  const { draft, contentHash, account } = write;
  return {
    id,
    source: draft.source,
    source_id: draft.sourceId,
    cluster_id: clusterOf(write),
    ordinal: draft.ordinal,
    type: draft.type,
    author: draft.author,
    joined_by: draft.joinedBy,
    judges: listed(draft.judges),
    per_curiam: draft.perCuriam ? (1 as const) : (0 as const),
    en_banc: draft.enBanc ? (1 as const) : (0 as const),
    publish_status: draft.publishStatus,
    precedential_note: draft.precedentialNote,
    pagination_citation: draft.paginationCitation,
    text_source: draft.textSource,
    text_chars: draft.text.text.length,
    content_hash: contentHash,
    cleaning_version: CLEANING_VERSION,
    text_account: account === undefined ? null : JSON.stringify(account),
  };
}

/** How opinions that are held came about. */
export type HeldCleaning = { readonly contentHash: string; readonly cleaningVersion: number };

export async function heldCleanings(db: Reader, ids: readonly string[]): Promise<Map<string, HeldCleaning>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("opinions")
    .select(["id", "content_hash", "cleaning_version"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, { contentHash: row.content_hash, cleaningVersion: row.cleaning_version }]));
}

async function clustersPresent(trx: Trx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await trx.selectFrom("clusters").select("id").where("id", "in", ids).execute();
  return new Set(rows.map(({ id }) => id));
}

export function listed(names: readonly string[]): string | null {
  return names.length === 0 ? null : names.join(", ");
}

export function lastOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
