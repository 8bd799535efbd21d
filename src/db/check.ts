import { sql } from "kysely";
import type { RawBuilder } from "kysely";
import { COMPACTED_PLACES } from "./outbox-compaction.ts";
import type { OutboxKind } from "./outbox.ts";
import { snapshot } from "./connection.ts";
import type { Db, Reader } from "./connection.ts";
import { tablesOf } from "./schema.ts";
import type { Schema, TableName } from "./schema.ts";

/** One thing that is not as it should be. A `notice` is odd but harms nothing. */
export type CheckFinding = {
  readonly severity: "problem" | "notice";
  readonly what: string;
  readonly count: number;
  /** A few of the records concerned. */
  readonly examples: readonly string[];
};

export type CheckReport = {
  /** No problem was found; notices do not count. */
  readonly ok: boolean;
  readonly counts: Readonly<Record<TableName, number>>;
  readonly findings: readonly CheckFinding[];
  /** What was looked at, in order. */
  readonly checks: readonly string[];
};

/** What must hold between rows, as the folder that owns them says. */
export type Check = {
  readonly what: string;
  readonly severity: CheckFinding["severity"];
  /** Selects one text column `example`, a row per fault. */
  readonly faults: RawBuilder<{ example: string }>;
};

const EXAMPLES_MAX = 5;
const INTEGRITY_MESSAGES_MAX = 100;

/** Reads everything on one view of the records and tells what does not fit. Takes minutes on a large database. */
export async function checkDatabase(
  db: Db,
  schema: Schema,
  onProgress: (what: string) => void = () => undefined,
): Promise<CheckReport> {
  return snapshot(db, async (view) => {
    const findings: CheckFinding[] = [];
    const checks: string[] = [];
    const look = async (what: string, finding: () => Promise<CheckFinding | undefined>): Promise<void> => {
      onProgress(what);
      checks.push(what);
      const found = await finding();
      if (found !== undefined) findings.push(found);
    };
    if (db.dialect === "sqlite") await look("pages and indexes are whole", async () => integrity(view));
    for (const check of [...schema.checks, ...OWN_CHECKS]) await look(check.what, async () => runCheck(view, check));
    const counts = await countRows(view, schema);
    return { ok: findings.every((finding) => finding.severity === "notice"), counts, findings, checks };
  });
}

/** Rows of every table, or of some. */
export async function countRows(
  view: Reader,
  schema: Schema,
  tables: readonly TableName[] = tablesOf(schema),
): Promise<Record<TableName, number>> {
  const counts: [TableName, number][] = [];
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(view);
    counts.push([table, rows[0]?.count ?? 0]);
  }
  return Object.fromEntries(counts) as Record<TableName, number>;
}

async function integrity(view: Reader): Promise<CheckFinding | undefined> {
  const statement = sql.raw<{ integrity_check: string }>(`PRAGMA integrity_check(${INTEGRITY_MESSAGES_MAX})`);
  const messages = (await statement.execute(view)).rows.map((row) => row.integrity_check);
  if (messages.length === 1 && messages[0] === "ok") return undefined;
  const examples = messages.slice(0, EXAMPLES_MAX);
  return { severity: "problem", what: "the file is damaged", count: messages.length, examples };
}

async function runCheck(view: Reader, { what, severity, faults }: Check): Promise<CheckFinding | undefined> {
  const counted = await sql<{ count: number }>`select count(*) as count from (${faults}) as faults`.execute(view);
  const count = counted.rows[0]?.count ?? 0;
  if (count === 0) return undefined;
  const { rows } = await sql<{
    example: string;
  }>`select example from (${faults}) as faults limit ${EXAMPLES_MAX}`.execute(view);
  return { severity, what: `not so: ${what}`, count, examples: rows.map((row) => row.example) };
}

/** A reference: `parent` may belong to another folder. */
export function hasParent(child: TableName, column: string, parent: TableName): Check {
  const at = sql.ref(`child.${column}`);
  return {
    what: `each row of ${child} belongs to one of ${parent}`,
    severity: "problem",
    faults: sql`select ${at} as example from ${sql.table(child)} as child
      left join ${sql.table(parent)} as parent on parent.id = ${at} where parent.id is null`,
  };
}

export function hasChild(
  parent: TableName,
  child: TableName,
  column: string,
  severity: CheckFinding["severity"],
): Check {
  return {
    what: `each row of ${parent} has its ${child}`,
    severity,
    faults: sql`select parent.id as example from ${sql.table(parent)} as parent
      left join ${sql.table(child)} as child on ${sql.ref(`child.${column}`)} = parent.id where child.${sql.ref(column)} is null`,
  };
}

/** The last word of the outbox on each record. */
const LAST_WORDS = sql`select kind, record_id, op from outbox where seq in (select max(seq) from outbox group by kind, record_id)`;

export function isAnnounced(kind: OutboxKind, table: TableName): Check {
  return {
    what: `the outbox tells of each row of ${table}`,
    severity: "problem",
    faults: sql`select record.id as example from ${sql.table(table)} as record
      left join (${LAST_WORDS}) as word on word.kind = ${kind} and word.record_id = record.id
      where word.op is null or word.op = 'delete'`,
  };
}

export function isThere(kind: OutboxKind, table: TableName): Check {
  return {
    what: `what the outbox last wrote to ${table} is there`,
    severity: "problem",
    faults: sql`select word.record_id as example from (${LAST_WORDS}) as word
      left join ${sql.table(table)} as record on record.id = word.record_id
      where word.kind = ${kind} and word.op = 'upsert' and record.id is null`,
  };
}

/**
 * Projections follow the outbox and cannot be ahead of it. The table holds numbers of other kinds beside their positions
 * (stamps, by which rules something was made), so whoever keeps positions says which rows these are.
 */
export function isWithinOutbox(what: string, arePositions: RawBuilder<boolean>): Check {
  return {
    what,
    severity: "problem",
    faults: sql`select name as example from projections
      where position > (select coalesce(max(seq), 0) from outbox) and ${arePositions}`,
  };
}

/** The counter stands at the last number given out in this column, or beyond. */
export function isCounted(counter: string, table: TableName, column: string): Check {
  return {
    what: `the counter ${counter} stands at the last number given out`,
    severity: "problem",
    faults: sql`select name as example from counters
      where name = ${counter} and value < (select max(${sql.ref(column)}) from ${sql.table(table)})`,
  };
}

const OWN_CHECKS: readonly Check[] = [
  {
    what: "the numbers of the outbox have no gap behind the place up to which it was made smaller",
    severity: "problem",
    faults: sql`select cast(next.seq as text) as example from outbox as next
      left join outbox as previous on previous.seq = next.seq - 1
      where previous.seq is null and next.seq > (select min(seq) from outbox) and next.seq >
        (select coalesce(max(position), 0) from projections where name in (${sql.join(COMPACTED_PLACES)}))`,
  },
  isCounted("outbox", "outbox", "seq"),
  isCounted("events", "events", "seq"),
];
