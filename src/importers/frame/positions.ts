import { OnpointError } from "#base/errors.ts";
import type { Db, Reader, Trx } from "#db/connection.ts";
import { countsOfText, textOfCounts } from "./counts.ts";
import type { PartCounts } from "./counts.ts";

export type Position = { row: number; readonly counts: PartCounts };

export type Run = { readonly id: number; readonly resumed: boolean; readonly startedAt: string };

/** The interrupted run of this source over this input, else a new one. */
export async function beginRun(db: Db, source: string, input: string, now: Date): Promise<Run> {
  const open = await db
    .selectFrom("import_runs")
    .select(["id", "started_at"])
    .where("source", "=", source)
    .where("input", "=", input)
    .where("finished_at", "is", null)
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (open !== undefined) return { id: open.id, resumed: true, startedAt: open.started_at };
  const startedAt = now.toISOString();
  const { id } = await db
    .insertInto("import_runs")
    .values({ source, input, started_at: startedAt, finished_at: null, counts: "{}" })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, resumed: false, startedAt };
}

/** Whether nothing was ever brought in but, and not to its end, from one source. */
export async function isWithoutImports(db: Reader, except: string): Promise<boolean> {
  const other = await db
    .selectFrom("import_runs")
    .select("id")
    .where((run) => run.or([run("source", "!=", except), run("finished_at", "is not", null)]))
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

/** How many runs there were, and how many are under way or were interrupted. */
export async function importsBegun(db: Reader): Promise<{ readonly unfinished: number; readonly finished: number }> {
  const { begun, finished } = await db
    .selectFrom("import_runs")
    .select((run) => [run.fn.countAll<number>().as("begun"), run.fn.count<number>("finished_at").as("finished")])
    .executeTakeFirstOrThrow();
  return { unfinished: begun - finished, finished };
}

/** How far each part of a run has come, by part key. */
export async function positionsOf(
  db: Db,
  run: Run,
  source: string,
  kinds: readonly string[],
): Promise<Map<string, Position>> {
  const prefix = keyPrefix(run);
  const rows = await db
    .selectFrom("import_positions")
    .select(["file_key", "position", "counts"])
    .where("source", "=", source)
    .where("file_key", "like", `${prefix}%`)
    .execute();
  return new Map(
    rows.map(({ file_key, position, counts }) => [
      file_key.slice(prefix.length),
      { row: position, counts: countsOfText(counts, kinds) },
    ]),
  );
}

/** Makes sure that nobody else has moved a part's position, before anything is written beside the records. */
export async function checkPosition(
  trx: Trx,
  run: Run,
  source: string,
  partKey: string,
  before: number | undefined,
): Promise<void> {
  const held = await trx
    .selectFrom("import_positions")
    .select("position")
    .where("source", "=", source)
    .where("file_key", "=", keyPrefix(run) + partKey)
    .executeTakeFirst();
  if (held?.position !== before) throw alreadyRunning();
}

/** Moves a part's position from `before`. Two imports of one input at once would meet here, and the later one stops. */
export async function savePosition(
  trx: Trx,
  run: Run,
  source: string,
  partKey: string,
  before: number | undefined,
  position: Position,
): Promise<void> {
  const file_key = keyPrefix(run) + partKey;
  const counts = textOfCounts(position.counts);
  if (before === undefined) {
    const inserted = await trx
      .insertInto("import_positions")
      .values({ source, file_key, position: position.row, counts })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows === 1n) return;
  } else {
    const updated = await trx
      .updateTable("import_positions")
      .set({ position: position.row, counts })
      .where("source", "=", source)
      .where("file_key", "=", file_key)
      .where("position", "=", before)
      .executeTakeFirst();
    if (updated.numUpdatedRows === 1n) return;
  }
  throw alreadyRunning();
}

function alreadyRunning(): OnpointError {
  return new OnpointError("conflict", "another import of the same input is running", {
    hint: "let it finish; nothing is lost",
  });
}

export async function finishRun(trx: Trx, run: Run, source: string, counts: PartCounts, now: Date): Promise<void> {
  const { rows, raw_bytes, tallies, rejected, sums } = counts;
  await trx
    .deleteFrom("import_positions")
    .where("source", "=", source)
    .where("file_key", "like", `${keyPrefix(run)}%`)
    .execute();
  await trx
    .updateTable("import_runs")
    .set({
      finished_at: now.toISOString(),
      counts: JSON.stringify({ rows, raw_bytes, ...tallies, rejected, ...sums }),
    })
    .where("id", "=", run.id)
    .execute();
}

function keyPrefix(run: Run): string {
  return `${run.id}/`;
}
