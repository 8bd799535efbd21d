import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { OnpointError } from "#base/errors.ts";
import { err, ok } from "#base/result.ts";
import type { Result } from "#base/result.ts";
import { transaction } from "#db/connection.ts";
import type { Db, Reader, Trx } from "#db/connection.ts";
import type { Database } from "#db/schema.ts";
import { dollars } from "../plans/money.ts";
import { leftOfMatter } from "../matters/budgets.ts";
import { matterFault } from "../matters/rules.ts";
import { MICROUSD_MAX } from "../plans/plans.ts";
import { addToLedger } from "./ledger.ts";
import { addToSums, holdPayer, monthOf, roomOf } from "./room.ts";
import type { Room } from "./room.ts";
import type { Spender } from "./spender.ts";

/** An amount that is held for something that may cost as much. All amounts are whole millionths of a dollar. */
export type Reservation = {
  readonly id: string;
  /** `settled` when the same thing was paid for already: it is not to be bought again. */
  readonly state: "open" | "settled";
  readonly most_microusd: number;
};

export type WantedReservation = {
  readonly spender: Spender;
  /** Names the one thing that is bought: asked for again under the same name, it is held and paid once. */
  readonly name: string;
  /** What it is, for statements. */
  readonly what: string;
  /** The most that it can cost. */
  readonly most_microusd: number;
  readonly at: Date;
  /** When nobody can be at it any more; null where whoever asks settles or releases it, however late. */
  readonly expiresAt: Date | null;
  /** It is owed already: no rule on matters keeps it from being booked. */
  readonly isOwed?: boolean;
};

/** Why an amount may not be spent, with what would work. */
export type SpendingRefusal = {
  readonly reason: "not_opted_in" | "not_served" | "over_cap" | "over_member_cap" | "no_matter" | "over_matter_budget";
  /** What could be spent still. */
  readonly left_microusd: number;
  readonly message: string;
  readonly hint: string;
};

/** What became of the money: what the payer pays, from what is included and beyond, and what the service bears. */
export type Settlement = {
  readonly included_microusd: number;
  readonly onDemand_microusd: number;
  readonly absorbed_microusd: number;
};

/**
 * Holds an amount if it fits: first from what the plan includes, the rest on demand, under the payer's cap and the
 * spender's. What is held and what is used never pass a cap together, whoever asks at the same time. Call it in the
 * transaction in which the purchase is noted. Throws `invalid_input` for an amount that is none, and `conflict` for a
 * name under which something else is held.
 */
export async function reserve(trx: Trx, wanted: WantedReservation): Promise<Result<Reservation, SpendingRefusal>> {
  const { spender, name, what, most_microusd, at, expiresAt } = wanted;
  requireAmount(most_microusd);
  await holdPayer(trx, spender.payerId);
  const known = await liveReservation(trx, spender.payerId, name);
  if (known !== undefined) return ok(again(known, most_microusd));
  const month = monthOf(at);
  const matter = spender.matter ?? null;
  const notCharged = wanted.isOwed === true ? undefined : await matterRefusal(trx, spender, most_microusd);
  if (notCharged !== undefined) return err(notCharged);
  const split = splitOf(await roomOf(trx, spender, month), most_microusd);
  if (!split.ok) return split;
  const row: ReservationRow = {
    id: randomUUID(),
    payer_id: spender.payerId,
    spender_id: spender.spenderId,
    key_id: spender.keyId,
    what,
    name,
    month,
    state: "open",
    included_microusd: split.value.included,
    on_demand_microusd: split.value.onDemand,
    created_at: at.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    matter,
  };
  await trx.insertInto("reservations").values(row).execute();
  await addToSums(trx, row, { included_held: row.included_microusd, on_demand_held: row.on_demand_microusd });
  await noteIn(trx, row, "reserved", at, { included: row.included_microusd, onDemand: row.on_demand_microusd });
  return ok({ id: row.id, state: "open", most_microusd });
}

/**
 * Books what it did cost in place of what was held. More than was held is the service's loss, not the payer's; so is what
 * comes after the reservation has expired and does not fit any more. Settled twice, it is settled once. Throws
 * `not_found`, or `conflict` for one that was released.
 */
export async function settle(
  trx: Trx,
  { id, cost_microusd, at }: { readonly id: string; readonly cost_microusd: number; readonly at: Date },
): Promise<Settlement> {
  requireAmount(cost_microusd);
  const row = await heldReservation(trx, id);
  if (row.state === "settled" || row.state === "settled_late") return settledBefore(trx, row);
  if (row.state === "released") throw new OnpointError("conflict", "this reservation was released");
  if (row.state === "open") await letGo(trx, row);
  const room = await roomOf(trx, { payerId: row.payer_id, spenderId: row.spender_id }, row.month);
  const settlement = row.state === "open" ? withinHeld(row, room, cost_microusd) : withinRoom(room, cost_microusd);
  const { included_microusd, onDemand_microusd, absorbed_microusd } = settlement;
  await trx
    .updateTable("reservations")
    // Once it has expired, the same may have been reserved anew under its name.
    .set({
      state: row.state === "open" ? "settled" : "settled_late",
      included_microusd,
      on_demand_microusd: onDemand_microusd,
    })
    .where("id", "=", id)
    .execute();
  await addToSums(trx, row, { included_used: included_microusd, on_demand_used: onDemand_microusd });
  const amounts = { included: included_microusd, onDemand: onDemand_microusd, absorbed: absorbed_microusd };
  await noteIn(trx, row, "settled", at, amounts);
  return settlement;
}

/** Lets what was held go: nothing was bought. Twice is once; what was settled stays so, with `conflict`. */
export async function release(trx: Trx, { id, at }: { readonly id: string; readonly at: Date }): Promise<void> {
  const row = await heldReservation(trx, id);
  if (row.state.startsWith("settled")) throw new OnpointError("conflict", "this reservation was settled");
  if (row.state !== "open") return;
  await end(trx, row, "released", at);
}

/** What is held, or was paid, by this payer under this name; undefined where nothing is. */
export async function reservationNamed(db: Reader, payerId: string, name: string): Promise<string | undefined> {
  return (await liveReservation(db, payerId, name))?.id;
}

/**
 * Books a charge that came to light after what was held under a name had been let go, or settled: on the same spender and
 * key, under a name of its own, in the month of `at`. What fits under no cap any more is the service's loss. Booked twice,
 * it is booked once. Throws `not_found` where nothing was ever held under `former`.
 */
export async function bookLate(
  trx: Trx,
  late: {
    readonly payerId: string;
    readonly former: string;
    readonly name: string;
    readonly cost_microusd: number;
    readonly at: Date;
  },
): Promise<void> {
  const { payerId, former, name, cost_microusd, at } = late;
  const row = await trx
    .selectFrom("reservations")
    .selectAll()
    .where("payer_id", "=", payerId)
    .where("name", "=", former)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) throw new OnpointError("not_found", "nothing was held under that name");
  const spender = { payerId, spenderId: row.spender_id, keyId: row.key_id, matter: row.matter };
  const wanted = { spender, name, what: `${row.what} (charged late)`, at, expiresAt: null, isOwed: true };
  const whole = await reserve(trx, { ...wanted, most_microusd: cost_microusd });
  const held = whole.ok ? whole : await reserve(trx, { ...wanted, most_microusd: 0 });
  if (held.ok) await settle(trx, { id: held.value.id, cost_microusd, at });
}

/** Lets everything go whose time is over, which is what a process that died leaves behind. Returns how many. */
export async function expireReservations(db: Db, now: Date): Promise<number> {
  const due = await db
    .selectFrom("reservations")
    .select("id")
    .where("state", "=", "open")
    .where("expires_at", "<=", now.toISOString())
    .execute();
  let expired = 0;
  for (const { id } of due) {
    await transaction(db, async (trx) => {
      const row = await heldReservation(trx, id);
      if (row.state !== "open") return;
      await end(trx, row, "expired", now);
      expired++;
    });
  }
  return expired;
}

type ReservationRow = Selectable<Database["reservations"]>;
type Split = { readonly included: number; readonly onDemand: number };

/** What keeps an amount from being charged to the matter it is asked for; undefined where nothing does. */
async function matterRefusal(
  trx: Trx,
  { payerId, matter = null }: Spender,
  most: number,
): Promise<SpendingRefusal | undefined> {
  const fault = await matterFault(trx, payerId, matter);
  if (fault !== undefined) return { reason: "no_matter", left_microusd: 0, ...fault };
  const left = matter === null ? null : await leftOfMatter(trx, payerId, matter);
  if (left === null || most <= left) return undefined;
  return {
    reason: "over_matter_budget",
    left_microusd: left,
    message: `this may cost ${money(most)}, and ${money(left)} are left of the budget of the matter ${matter ?? ""}`,
    hint: "Whoever looks after the account can raise it.",
  };
}

function splitOf(room: Room, most: number): Result<Split, SpendingRefusal> {
  const { allowance, ofPayer, ofSpender, memberCap_microusd } = room;
  const includedLeft = includedLeftOf(room);
  const onDemandLeft = onDemandLeftOf(room);
  const left = Math.min(includedLeft + onDemandLeft, memberLeftOf(room));
  const included = Math.min(most, includedLeft);
  const onDemand = most - included;
  const refused = (reason: SpendingRefusal["reason"], message: string, hint: string): Result<Split, SpendingRefusal> =>
    err({ reason, left_microusd: left, message, hint });
  if (memberCap_microusd !== null && total(ofSpender) + most > memberCap_microusd) {
    return refused(
      "over_member_cap",
      `this may cost ${money(most)}, more than is left of the cap of this member`,
      "An admin of the team can raise it.",
    );
  }
  if (onDemand === 0) return ok({ included, onDemand });
  if (!allowance.mayOptIn)
    return refused(
      "not_served",
      "the subscription does not stand so that more than is included is served",
      "It has to be active.",
    );
  if (!allowance.isOptedIn) {
    return refused(
      "not_opted_in",
      `this may cost ${money(most)}, and ${money(includedLeft)} are left of what is included`,
      "On-demand use can be opted into; nothing is charged without that.",
    );
  }
  if (ofPayer.on_demand_used + ofPayer.on_demand_held + onDemand > allowance.cap_microusd) {
    return refused(
      "over_cap",
      `this may cost ${money(most)}, and ${money(left)} are left this month`,
      "The spending cap can be raised.",
    );
  }
  return ok({ included, onDemand });
}

/** Never more on demand than was held on demand, though what is included may have become more meanwhile. */
function withinHeld(row: ReservationRow, room: Room, cost: number): Settlement {
  const charged = Math.min(cost, row.included_microusd + row.on_demand_microusd);
  const included = Math.min(charged, Math.max(row.included_microusd, includedLeftOf(room)));
  return { included_microusd: included, onDemand_microusd: charged - included, absorbed_microusd: cost - charged };
}

function withinRoom(room: Room, cost: number): Settlement {
  const charged = Math.min(cost, includedLeftOf(room) + onDemandLeftOf(room), memberLeftOf(room));
  const included = Math.min(charged, includedLeftOf(room));
  return { included_microusd: included, onDemand_microusd: charged - included, absorbed_microusd: cost - charged };
}

function includedLeftOf({ allowance, ofPayer }: Room): number {
  return Math.max(0, allowance.included_microusd - ofPayer.included_used - ofPayer.included_held);
}

function onDemandLeftOf({ allowance, ofPayer }: Room): number {
  if (!allowance.isOptedIn || !allowance.mayOptIn) return 0;
  return Math.max(0, allowance.cap_microusd - ofPayer.on_demand_used - ofPayer.on_demand_held);
}

function memberLeftOf({ memberCap_microusd, ofSpender }: Room): number {
  return memberCap_microusd === null ? Infinity : Math.max(0, memberCap_microusd - total(ofSpender));
}

function total({ included_used, included_held, on_demand_used, on_demand_held }: Room["ofSpender"]): number {
  return included_used + included_held + on_demand_used + on_demand_held;
}

async function liveReservation(db: Reader, payerId: string, name: string): Promise<ReservationRow | undefined> {
  return db
    .selectFrom("reservations")
    .selectAll()
    .where("payer_id", "=", payerId)
    .where("name", "=", name)
    .where("state", "in", ["open", "settled"])
    .executeTakeFirst();
}

function again(row: ReservationRow, most_microusd: number): Reservation {
  const held = row.included_microusd + row.on_demand_microusd;
  if (row.state === "settled") return { id: row.id, state: "settled", most_microusd: held };
  if (held === most_microusd) return { id: row.id, state: "open", most_microusd };
  throw new OnpointError("conflict", "another amount is held under this name");
}

/** A reservation, its payer held: in this order, as `reserve` does it, so that none waits for another. */
async function heldReservation(trx: Trx, id: string): Promise<ReservationRow> {
  const found = await trx.selectFrom("reservations").select("payer_id").where("id", "=", id).executeTakeFirst();
  if (found === undefined) throw new OnpointError("not_found", "there is no such reservation");
  await holdPayer(trx, found.payer_id);
  return trx.selectFrom("reservations").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}

async function settledBefore(trx: Trx, row: ReservationRow): Promise<Settlement> {
  const noted = await trx
    .selectFrom("ledger")
    .select("absorbed_microusd")
    .where("payer_id", "=", row.payer_id)
    .where("month", "=", row.month)
    .where("reservation_id", "=", row.id)
    .where("event", "=", "settled")
    .executeTakeFirstOrThrow();
  const { included_microusd, on_demand_microusd: onDemand_microusd } = row;
  return { included_microusd, onDemand_microusd, absorbed_microusd: noted.absorbed_microusd };
}

async function end(trx: Trx, row: ReservationRow, state: "released" | "expired", at: Date): Promise<void> {
  await letGo(trx, row);
  await trx.updateTable("reservations").set({ state }).where("id", "=", row.id).execute();
  await noteIn(trx, row, state, at, {});
}

async function letGo(trx: Trx, row: ReservationRow): Promise<void> {
  await addToSums(trx, row, { included_held: -row.included_microusd, on_demand_held: -row.on_demand_microusd });
}

async function noteIn(
  trx: Trx,
  row: ReservationRow,
  event: "reserved" | "settled" | "released" | "expired",
  at: Date,
  amounts: { readonly included?: number; readonly onDemand?: number; readonly absorbed?: number },
): Promise<void> {
  const { payer_id: payerId, spender_id: spenderId, key_id: keyId, what, month, id: reservationId, matter } = row;
  await addToLedger(trx, [{ at, month, event, payerId, spenderId, keyId, what, reservationId, matter, ...amounts }]);
}

function requireAmount(amount: number): void {
  if (Number.isSafeInteger(amount) && amount >= 0 && amount <= MICROUSD_MAX) return;
  throw new OnpointError("invalid_input", "an amount wants whole millionths of a dollar, none below nothing");
}

function money(amount: number): string {
  return `$${dollars(amount)}`;
}
