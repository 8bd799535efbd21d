import type { Reader, Trx } from "#db/connection.ts";
import { STATUSES } from "../plans/plans.ts";
import { holderOf, subscriptionOf } from "../plans/subscriptions.ts";
import { hasPlan } from "./spender.ts";

/** Sums of one spender or of all of a payer, in a month, in millionths of a dollar. */
export type Sums = {
  readonly included_used: number;
  readonly included_held: number;
  readonly on_demand_used: number;
  readonly on_demand_held: number;
};

/** What a payer may spend in a month. */
export type Allowance = {
  readonly included_microusd: number;
  readonly isOptedIn: boolean;
  /** Whether the subscription stands so that on-demand use is served at all. */
  readonly mayOptIn: boolean;
  /** On-demand use a month. */
  readonly cap_microusd: number;
};

/** What there is for a spender at this moment; true until the transaction ends. */
export type Room = {
  readonly allowance: Allowance;
  readonly ofPayer: Sums;
  readonly ofSpender: Sums;
  /** All use of this spender a month; null: no cap but the payer's. */
  readonly memberCap_microusd: number | null;
};

const NOTHING: Sums = { included_used: 0, included_held: 0, on_demand_used: 0, on_demand_held: 0 };

/**
 * Holds the payer until the end of the transaction: whatever changes its sums, caps or consent waits. On SQLite every
 * writer waits for every other anyway.
 */
export async function holdPayer(trx: Trx, payerId: string): Promise<void> {
  await trx
    .insertInto("payers")
    .values({ id: payerId, opted_in_at: null, cap_microusd: 0, member_cap_microusd: null })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet((row) => ({ cap_microusd: row.ref("payers.cap_microusd") })),
    )
    .execute();
}

export async function roomOf(
  db: Reader,
  { payerId, spenderId }: { readonly payerId: string; readonly spenderId: string },
  month: string,
): Promise<Room> {
  const sums = await sumsOf(db, payerId, month);
  const payer = await db.selectFrom("payers").selectAll().where("id", "=", payerId).executeTakeFirst();
  const own = await db
    .selectFrom("member_caps")
    .select("cap_microusd")
    .where("payer_id", "=", payerId)
    .where("spender_id", "=", spenderId)
    .executeTakeFirst();
  return {
    allowance: await allowanceOf(db, payerId),
    ofPayer: sumOf(sums.values()),
    ofSpender: sums.get(spenderId) ?? NOTHING,
    memberCap_microusd: own?.cap_microusd ?? payer?.member_cap_microusd ?? null,
  };
}

/** What a payer may spend in any month, as things stand. */
export async function allowanceOf(db: Reader, payerId: string): Promise<Allowance> {
  const payer = await db.selectFrom("payers").selectAll().where("id", "=", payerId).executeTakeFirst();
  const consent = { isOptedIn: payer?.opted_in_at != null, cap_microusd: payer?.cap_microusd ?? 0 };
  if (!hasPlan(payerId)) return { included_microusd: 0, mayOptIn: true, ...consent };
  const { plan, status } = await subscriptionOf(db, await holderOf(db, payerId));
  const { grants, onDemand } = STATUSES[status];
  return { included_microusd: grants ? plan.included_microusd : 0, mayOptIn: onDemand, ...consent };
}

/** What each who spends for a payer may use a month, in millionths of a dollar; null: no cap but the payer's. */
export type MemberCaps = {
  readonly each_microusd: number | null;
  /** Of those who have one of their own. */
  readonly own: ReadonlyMap<string, number>;
};

export async function memberCapsOf(db: Reader, payerId: string): Promise<MemberCaps> {
  const payer = await db
    .selectFrom("payers")
    .select("member_cap_microusd")
    .where("id", "=", payerId)
    .executeTakeFirst();
  const own = await db
    .selectFrom("member_caps")
    .select(["spender_id", "cap_microusd"])
    .where("payer_id", "=", payerId)
    .execute();
  return {
    each_microusd: payer?.member_cap_microusd ?? null,
    own: new Map(own.map(({ spender_id, cap_microusd }) => [spender_id, cap_microusd])),
  };
}

/** The sums of each who has spent, by spender. */
export async function sumsOf(db: Reader, payerId: string, month: string): Promise<ReadonlyMap<string, Sums>> {
  const rows = await db
    .selectFrom("month_sums")
    .selectAll()
    .where("payer_id", "=", payerId)
    .where("month", "=", month)
    .orderBy("spender_id")
    .execute();
  return new Map(rows.map(({ spender_id, payer_id: _payer, month: _month, ...sums }) => [spender_id, sums]));
}

/** What all payers have used in a month, and what is held for what they have asked for. */
export async function sumsOfAll(
  db: Reader,
  month: string,
): Promise<{ readonly used_microusd: number; readonly held_microusd: number }> {
  const row = await db
    .selectFrom("month_sums")
    .select((sums) => [
      sums.fn.sum<number | null>("included_used").as("included_used"),
      sums.fn.sum<number | null>("included_held").as("included_held"),
      sums.fn.sum<number | null>("on_demand_used").as("on_demand_used"),
      sums.fn.sum<number | null>("on_demand_held").as("on_demand_held"),
    ])
    .where("month", "=", month)
    .executeTakeFirst();
  return {
    used_microusd: (row?.included_used ?? 0) + (row?.on_demand_used ?? 0),
    held_microusd: (row?.included_held ?? 0) + (row?.on_demand_held ?? 0),
  };
}

/** Adds to the sums of a spender, inside the transaction that holds the payer. */
export async function addToSums(
  trx: Trx,
  place: { readonly payer_id: string; readonly spender_id: string; readonly month: string },
  added: Partial<Sums>,
): Promise<void> {
  const { payer_id, spender_id, month } = place;
  const more = { ...NOTHING, ...added };
  await trx
    .insertInto("month_sums")
    .values({ payer_id, spender_id, month, ...more })
    .onConflict((conflict) =>
      conflict.columns(["payer_id", "month", "spender_id"]).doUpdateSet((row) => ({
        included_used: row("month_sums.included_used", "+", more.included_used),
        included_held: row("month_sums.included_held", "+", more.included_held),
        on_demand_used: row("month_sums.on_demand_used", "+", more.on_demand_used),
        on_demand_held: row("month_sums.on_demand_held", "+", more.on_demand_held),
      })),
    )
    .execute();
}

export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** Of all who spend for a payer. */
export function sumOf(sums: Iterable<Sums>): Sums {
  return [...sums].reduce(plus, NOTHING);
}

function plus(left: Sums, right: Sums): Sums {
  return {
    included_used: left.included_used + right.included_used,
    included_held: left.included_held + right.included_held,
    on_demand_used: left.on_demand_used + right.on_demand_used,
    on_demand_held: left.on_demand_held + right.on_demand_held,
  };
}
