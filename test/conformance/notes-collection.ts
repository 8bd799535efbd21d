/** A collection that the program does not know, notes as JSON, one a line: all there is of it stands here. */
import { sql } from "kysely";
import type { Reader } from "#db/connection.ts";
import { appendOutbox } from "#db/outbox.ts";
import type { CollectionKind } from "#db/outbox.ts";
import { DERIVATIONS } from "#derivations/derivations.ts";
import type { Batch } from "#importers/frame/batches.ts";
import { linePart } from "#importers/input/line-part.ts";
import type { ReadyBatch, Sink } from "#importers/frame/sink.ts";
import type { Row } from "#importers/frame/source.ts";
import { importOneKind } from "#importers/one-kind.ts";
import type { OneKindOptions, OneKindReport } from "#importers/one-kind.ts";
import type { IndexDocument } from "#index/index.ts";
import type { PlainCollection } from "#projections/collection.ts";
import { documentsInTime } from "#projections/followed-collection.ts";
import { followedRecords } from "#projections/followed-records.ts";
import type { SearchedCollection } from "#search/collections/collection.ts";
import { textsOfWhole } from "#search/collections/texts-of-whole.ts";
import { readFilingQuery } from "#search/query/filing-query.ts";
import { readOfCollection } from "#search/query/parse.ts";

declare module "#completeness/completeness.ts" {
  interface CollectionNames {
    readonly notes: true;
  }
}
type Note = { id: string; title: string; body: string; topic: string; day: string };
export const NOTE_KIND: CollectionKind = "collection/note";

async function notesOf(db: Reader, ids: readonly string[]): Promise<readonly Note[]> {
  if (ids.length === 0) return [];
  return (await sql<Note>`select * from notes where id in (${sql.join(ids)}) order by id`.execute(db)).rows;
}

type Item = Row & { readonly note: Note };
const SINK: Sink<Item, ReadyBatch<Item>> = {
  kinds: ["notes"],
  batchesAhead: 1,
  prepare: async (batch: Batch<Item>) => ({ batch, rejects: [] }),
  write: async (trx, { batch: { items } }) => {
    for (const { id, title, body, topic, day } of items.map(({ note }) => note))
      await sql`insert into notes values (${id}, ${title}, ${body}, ${topic}, ${day})
        on conflict (id) do update set title = excluded.title, body = excluded.body`.execute(trx);
    await appendOutbox(
      trx,
      items.map(({ note }) => ({ kind: NOTE_KIND, recordId: note.id, op: "upsert" })),
    );
    return { tallies: { notes: { added: items.length, updated: 0, unchanged: 0, removed: 0 } } };
  },
};
const none = async (): Promise<void> => undefined;
/** What is new is added, what is there already is replaced. */
export async function importNotes(path: string, options: OneKindOptions): Promise<OneKindReport<"notes">> {
  const part = await linePart(path, (lines) =>
    lines.map(({ line, bytes, text }): Item => {
      const note = JSON.parse(text ?? "") as Note;
      return { place: { file: path, row: line }, sourceId: note.id, bytes, rejects: [], note };
    }),
  );
  const prepared = { source: "notes", parts: [part], notes: [], finish: none, close: none };
  return importOneKind("notes", { prepared, sink: SINK, limits: { items_max: 10, raw_bytes_max: 10_000 } }, options);
}

async function told(db: Reader, ids: readonly string[], field: "title" | "body"): Promise<Map<string, string>> {
  return new Map((await notesOf(db, ids)).map((note) => [note.id, note[field]]));
}
const SEARCHED: SearchedCollection = {
  name: "notes",
  schema: {
    name: "notes",
    k1: 1.2,
    fields: [
      { name: "name", weight: 4, b: 0.3 },
      { name: "body", weight: 1, b: 0.75, isMain: true },
    ],
    columns: [
      { name: "topic", kind: "keyword" },
      { name: "day", kind: "date" },
    ],
  },
  texts: textsOfWhole(
    async (db, ids) => told(db, ids, "body"),
    async (db, ids) => told(db, ids, "title"),
  ),
  vectors: "note vectors",
  read: readOfCollection(readFilingQuery),
  fields: { what: "notes", known: new Set(["name", "body"]), offered: "name and body", filters: "topic" },
  facets: [{ column: "topic" }],
  sorts: { newest: [{ column: "day", order: "falling" }] },
};
const documentsOf = ({ id, title, body, topic, day }: Note): readonly IndexDocument[] => [
  { id, texts: { name: title, body }, values: { topic, day } },
];
const followed = followedRecords({
  name: "notes",
  kind: "note",
  projection: "note-index",
  rules: { terms: DERIVATIONS.terms.number, documents: 1 },
  idsAfter: async (db, after, limit) => {
    const { rows } = await sql<Note>`select id from notes where id > ${after} order by id limit ${limit}`.execute(db);
    return rows.map(({ id }) => id);
  },
  documentsOf: async (db, ids) => documentsInTime(await notesOf(db, ids), ({ id }) => [id], documentsOf),
  unitsAtOnce: 10,
});
export const NOTES: PlainCollection & SearchedCollection = {
  ...SEARCHED,
  ...followed,
  kinds: [NOTE_KIND],
  count: async (db) => Number((await sql<{ n: number }>`select count(*) as n from notes`.execute(db)).rows[0]?.n),
  isOneToOne: true,
  words: { index: "index of notes", held: "notes", records: "notes" },
  followed,
};
