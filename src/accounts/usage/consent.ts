import { OnpointError } from "#base/errors.ts";
import { kindOfId } from "#base/ids.ts";
import { transaction } from "#db/connection.ts";
import type { Trx } from "#db/connection.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent, OPERATOR_ID } from "../audit/audit.ts";
import { MICROUSD_MAX } from "../plans/plans.ts";
import { requireStanding } from "../teams/roles.ts";
import type { By } from "../users/admins.ts";
import { spendersOf } from "./payers.ts";
import { holdPayer, memberCapsOf } from "./room.ts";

type ByOwner = By & { readonly payerId: string };

/**
 * Opts into on-demand use up to a cap a month, or out with null. For a user of their own, for an admin of the team, or
 * for the operator. What is held at that moment is still settled. Throws `forbidden`, `not_found` or `invalid_input`.
 */
export async function setOnDemand(
  { db, clock }: Accounts,
  { payerId, cap_microusd, actorId, origin }: ByOwner & { readonly cap_microusd: number | null },
): Promise<void> {
  if (cap_microusd !== null) requireCap(cap_microusd);
  const at = clock();
  await transaction(db, async (trx) => {
    await requireMaster(trx, payerId, actorId);
    await holdPayer(trx, payerId);
    const opted_in_at = cap_microusd === null ? null : at.toISOString();
    await trx
      .updateTable("payers")
      .set({ opted_in_at, cap_microusd: cap_microusd ?? 0 })
      .where("id", "=", payerId)
      .execute();
    const event = cap_microusd === null ? "on_demand_off" : "on_demand_on";
    const detail = { payer: payerId, cap_microusd };
    await noteEvent(trx, { event, at, actorId, userId: whoseAccount(payerId, actorId), origin, detail });
  });
}

/** Sets what each member of a team, or one of them, may spend a month; null: no cap but the team's. */
export async function setMemberCap(
  { db, clock }: Accounts,
  wanted: ByOwner & { readonly spenderId?: string; readonly cap_microusd: number | null },
): Promise<void> {
  const { payerId, spenderId, cap_microusd, actorId, origin } = wanted;
  if (cap_microusd !== null) requireCap(cap_microusd);
  const at = clock();
  await transaction(db, async (trx) => {
    await requireMaster(trx, payerId, actorId);
    if (spenderId !== undefined && actorId !== OPERATOR_ID) await requireSpender(trx, payerId, spenderId);
    await holdPayer(trx, payerId);
    if (spenderId === undefined) {
      await trx.updateTable("payers").set({ member_cap_microusd: cap_microusd }).where("id", "=", payerId).execute();
    } else await setOneCap(trx, payerId, spenderId, cap_microusd);
    const detail = { payer: payerId, member: spenderId ?? null, cap_microusd };
    const userId = whoseAccount(spenderId ?? payerId, actorId);
    await noteEvent(trx, { event: "member_cap_set", at, actorId, userId, origin, detail });
  });
}

async function setOneCap(trx: Trx, payer_id: string, spender_id: string, cap_microusd: number | null): Promise<void> {
  await trx.deleteFrom("member_caps").where("payer_id", "=", payer_id).where("spender_id", "=", spender_id).execute();
  if (cap_microusd !== null)
    await trx.insertInto("member_caps").values({ payer_id, spender_id, cap_microusd }).execute();
}

async function requireMaster(trx: Trx, payerId: string, actorId: string): Promise<void> {
  if (actorId === OPERATOR_ID || actorId === payerId) return;
  if (kindOfId(payerId) === "team") {
    await requireStanding(trx, { teamId: payerId, userId: actorId, wanted: "admin" });
    return;
  }
  throw new OnpointError("forbidden", "nobody opts in for another");
}

/**
 * Caps are for who spends for the team, or has one from when they did: else rows for nobody could be made without end,
 * and lines into the audit of strangers.
 */
async function requireSpender(trx: Trx, teamId: string, spenderId: string): Promise<void> {
  const { own } = await memberCapsOf(trx, teamId);
  const spenders = await spendersOf(trx, teamId);
  if (own.has(spenderId) || spenders.some(({ id }) => id === spenderId)) return;
  throw new OnpointError("not_found", "nobody of this team and none of its keys has this id");
}

/** Whose account an event concerns: the one person it is about, or who did it for a team. */
function whoseAccount(aboutId: string, actorId: string): string | null {
  if (kindOfId(aboutId) === "user") return aboutId;
  return actorId === OPERATOR_ID ? null : actorId;
}

function requireCap(cap: number): void {
  if (Number.isSafeInteger(cap) && cap >= 0 && cap <= MICROUSD_MAX) return;
  const message = "must be dollars from nothing to a billion";
  throw new OnpointError("invalid_input", `the cap ${message}`, { faults: [{ path: "cap", message }] });
}
