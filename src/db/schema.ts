import type { Migration } from "kysely/migration";
import type { Check } from "./check.ts";
import type { StoredContents } from "./stored-contents.ts";

/**
 * The tables, as Kysely sees them: those of this folder here, those of every other folder where it declares them
 * (`tables.ts`), by adding to this interface. Portable column types only: text, integer (a yes/no is 0 or 1), blob.
 * Moments are ISO 8601 UTC text; dates are `YYYY-MM-DD` text; both sort as text.
 */
export interface Database {
  outbox: OutboxTable;
  counters: CountersTable;
  projections: ProjectionsTable;
  unread_records: UnreadRecordsTable;
  events: EventsTable;
}

export type TableName = keyof Database;

export type PrimaryKeys = { readonly [Table in TableName]: readonly (keyof Database[Table] & string)[] };

/** What the whole of the records is made of, put together from all folders in one place. */
export type Schema = {
  /**
   * Every table with its primary key, parents before the tables that refer to them: the order in which rows can be
   * written, which a copy of the whole database follows.
   */
  readonly primaryKeys: PrimaryKeys;
  /** Tables whose key `id` the database numbers. */
  readonly numbered: readonly TableName[];
  /** Tables in which a migration writes rows, such as a plan that everybody has: a restored copy brings its own. */
  readonly seeded: readonly TableName[];
  /** In order; a name never changes once a release has carried it. */
  readonly migrations: Readonly<Record<string, Migration>>;
  /**
   * Migrations that only add, so that programs of before can go on reading and writing beside this one. Every other one
   * stops them.
   */
  readonly additive: readonly string[];
  /** What must hold between rows. */
  readonly checks: readonly Check[];
  /** What is stored with a sum of its own. */
  readonly contents: readonly StoredContents[];
};

export function tablesOf({ primaryKeys }: Schema): readonly TableName[] {
  return Object.keys(primaryKeys) as TableName[];
}

export const SEQUENCE_TABLES = {
  outbox: ["seq"],
  counters: ["name"],
  projections: ["name"],
  unread_records: ["reader", "record_id"],
  events: ["seq"],
} as const satisfies Partial<PrimaryKeys>;

/** One line per change of a record, written in the record's own transaction; projections follow it by `seq`. */
type OutboxTable = {
  seq: number;
  kind: string;
  record_id: string;
  /** `upsert` or `delete`. */
  op: string;
};

/** Sequences handed out inside transactions, so that a rollback leaves no gap and numbers become visible in order. */
type CountersTable = { name: string; value: number };

type ProjectionsTable = { name: string; position: number; updated_at: string };

/** Records that a reader passes over, until it reads them again (`unread.ts`). */
type UnreadRecordsTable = { reader: string; kind: string; record_id: string; reason: string; noted_at: string };

/** Something that happened, written in the transaction in which it did and kept for a time (`events.ts`). */
type EventsTable = {
  seq: number;
  kind: string;
  record_id: string;
  happened_at: string;
  /** JSON: what the kind declares. */
  detail: string;
};
