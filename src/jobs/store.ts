import type { Clock } from "#base/clock.ts";
import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Reader, Trx } from "#db/connection.ts";

/** What there is to do, when, and what it needs to know. */
export type JobAsked = {
  /** Asking again under an id that waits changes nothing; one that was done is done again. */
  readonly id: string;
  readonly kind: string;
  readonly payload?: unknown;
  readonly dueAt: Date;
};

/** Asks for a job in the transaction that makes it needed. */
export async function askJob(trx: Reader, { id, kind, payload = null, dueAt }: JobAsked, clock: Clock): Promise<void> {
  const row = {
    kind,
    payload: JSON.stringify(payload),
    state: "waiting",
    due_at: dueAt.toISOString(),
    leased_by: null,
    leased_until: null,
    attempts: 0,
    error: null,
    result: null,
    updated_at: clock().toISOString(),
  } as const;
  await trx
    .insertInto("jobs")
    .values({ id, ...row })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row).where("jobs.state", "=", "done"))
    .execute();
}

/** A job that is ours for a time. */
export type LeasedJob = {
  readonly id: string;
  readonly kind: string;
  readonly payload: unknown;
  readonly attempt: number;
  readonly owner: string;
};

export type Lease = { readonly owner: string; readonly lease_ms: number };

/**
 * Takes the job that has been due longest and that nobody has in hand. Whoever dies with one loses it when the lease
 * ends; the attempt counts, so that a job that kills its process is parked too.
 */
export async function takeJob(
  db: Db,
  kinds: readonly string[],
  { owner, lease_ms }: Lease,
  clock: Clock,
): Promise<LeasedJob | undefined> {
  if (kinds.length === 0) return undefined;
  const now = clock();
  const moment = now.toISOString();
  const due = db
    .selectFrom("jobs")
    .select("id")
    .where("state", "=", "waiting")
    .where("due_at", "<=", moment)
    .where("kind", "in", kinds)
    .where((row) => row.or([row("leased_until", "is", null), row("leased_until", "<=", moment)]))
    .orderBy("due_at")
    .orderBy("id")
    .limit(1);
  // Looking costs no write; most of the time there is nothing to do.
  const found = await due.executeTakeFirst();
  if (found === undefined) return undefined;
  const row = await db
    .updateTable("jobs")
    .set(({ eb }) => ({
      leased_by: owner,
      leased_until: new Date(now.getTime() + lease_ms).toISOString(),
      attempts: eb("attempts", "+", 1),
      updated_at: moment,
    }))
    .where("id", "=", found.id)
    .where("state", "=", "waiting")
    .where("due_at", "<=", moment)
    .where((row) => row.or([row("leased_until", "is", null), row("leased_until", "<=", moment)]))
    .returning(["id", "kind", "payload", "attempts"])
    .executeTakeFirst();
  if (row === undefined) return takeJob(db, kinds, { owner, lease_ms }, clock);
  return { id: row.id, kind: row.kind, payload: JSON.parse(row.payload) as unknown, attempt: row.attempts, owner };
}

/** Keeps a job for longer; false where another has it by now. */
export async function keepJob(db: Db, { id, owner }: LeasedJob, lease_ms: number, clock: Clock): Promise<boolean> {
  const leased_until = new Date(clock().getTime() + lease_ms).toISOString();
  const kept = await db
    .updateTable("jobs")
    .set({ leased_until })
    .where("id", "=", id)
    .where("leased_by", "=", owner)
    .executeTakeFirst();
  return kept.numUpdatedRows > 0n;
}

/** Notes that a job is done; `again` is when it is to be done next. */
export async function finishJob(
  trx: Trx,
  job: LeasedJob,
  { result, again }: { readonly result: unknown; readonly again: Date | undefined },
  clock: Clock,
): Promise<void> {
  const now = clock().toISOString();
  await put(trx, job, {
    state: again === undefined ? "done" : "waiting",
    due_at: again?.toISOString() ?? now,
    attempts: 0,
    error: null,
    result: result === undefined ? null : JSON.stringify(result),
    updated_at: now,
  });
}

const ERROR_CHARS_MAX = 2_000;

/** Notes that it failed: it is tried again at a moment, or parked where none is given. */
export async function failJob(
  db: Db,
  job: LeasedJob,
  { error, again }: { readonly error: string; readonly again: Date | undefined },
  clock: Clock,
): Promise<void> {
  const now = clock().toISOString();
  await transaction(db, async (trx) =>
    put(trx, job, {
      state: again === undefined ? "parked" : "waiting",
      due_at: again?.toISOString() ?? now,
      error: error.slice(0, ERROR_CHARS_MAX),
      updated_at: now,
    }),
  );
}

/** Gives a job back that was stopped, not by its own fault. */
export async function giveBackJob(db: Db, job: LeasedJob, clock: Clock): Promise<void> {
  const now = clock().toISOString();
  await db
    .updateTable("jobs")
    .set({ leased_by: null, leased_until: null, attempts: job.attempt - 1, updated_at: now })
    .where("id", "=", job.id)
    .where("leased_by", "=", job.owner)
    .execute();
}

type Outcome = {
  readonly state: "waiting" | "parked" | "done";
  readonly due_at: string;
  readonly attempts?: number;
  readonly error: string | null;
  readonly result?: string | null;
  readonly updated_at: string;
};

async function put(trx: Trx, { id, owner }: LeasedJob, outcome: Outcome): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable("jobs")
    .set({ ...outcome, leased_by: null, leased_until: null })
    .where("id", "=", id)
    .where("leased_by", "=", owner)
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new OnpointError("conflict", `the job ${id} is in other hands: it took longer than it was leased for`);
}

/** What an operator is to look at. */
export type TroubledJob = {
  readonly id: string;
  readonly isParked: boolean;
  /** Attempts in a row that have failed. */
  readonly attempts: number;
  readonly error: string;
  readonly updatedAt: string;
};

/** Jobs that are parked, and those that fail again and again. */
export async function troubledJobs(
  db: Reader,
  { attemptsMin }: { readonly attemptsMin: number },
): Promise<TroubledJob[]> {
  const rows = await db
    .selectFrom("jobs")
    .select(["id", "state", "attempts", "error", "updated_at"])
    .where("error", "is not", null)
    .where((row) => row.or([row("state", "=", "parked"), row("attempts", ">=", attemptsMin)]))
    .where("state", "<>", "done")
    .orderBy("id")
    .execute();
  return rows.map(({ id, state, attempts, error, updated_at }) => {
    return { id, isParked: state === "parked", attempts, error: error ?? "", updatedAt: updated_at };
  });
}

/** Parked jobs, or the one of this id, are to be tried again; answers their ids. */
export async function retryParked(db: Db, clock: Clock, id?: string): Promise<string[]> {
  const now = clock().toISOString();
  let parked = db
    .updateTable("jobs")
    .set({ state: "waiting", due_at: now, attempts: 0, updated_at: now })
    .where("state", "=", "parked");
  if (id !== undefined) parked = parked.where("id", "=", id);
  return (await parked.returning("id").execute()).map((row) => row.id).toSorted();
}

/** Forgets jobs that were done before a moment. */
export async function forgetJobsDoneBefore(db: Reader, moment: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("jobs")
    .where("state", "=", "done")
    .where("updated_at", "<", moment.toISOString())
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** What fails again and again without being a job: by a name of its own; null takes it back. */
export async function noteTrouble(
  db: Db,
  name: string,
  trouble: { readonly attempts: number; readonly error: string } | null,
  clock: Clock,
): Promise<void> {
  const id = `${TURN}: ${name}`;
  if (trouble === null) {
    await db.deleteFrom("jobs").where("id", "=", id).where("kind", "=", TURN).execute();
    return;
  }
  const now = clock().toISOString();
  const told = { attempts: trouble.attempts, error: trouble.error.slice(0, ERROR_CHARS_MAX), updated_at: now };
  await db
    .insertInto("jobs")
    .values({
      id,
      kind: TURN,
      payload: "null",
      state: "waiting",
      due_at: now,
      leased_by: null,
      leased_until: null,
      result: null,
      ...told,
    })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(told))
    .execute();
}

const TURN = "turn";

/** Names of turns of which trouble is noted. */
export async function turnsInTrouble(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom("jobs").select("id").where("kind", "=", TURN).execute();
  return rows.map(({ id }) => id.slice(`${TURN}: `.length));
}
