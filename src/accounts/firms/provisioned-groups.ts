import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Reader, Trx } from "#db/connection.ts";
import { isUniqueViolation } from "#db/failures.ts";
import type { Database } from "#db/schema.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import { applyGroups } from "./group-rules.ts";
import type { Provider } from "./provisioned-users.ts";

/** A group as an organization's provider keeps it. What it means here is a rule of its name. */
export type ProvisionedGroup = {
  readonly id: string;
  readonly displayName: string;
  readonly externalId: string | null;
  readonly memberIds: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type WantedGroup = Pick<ProvisionedGroup, "displayName" | "externalId" | "memberIds">;

const GROUPS_MAX = 2000;
export const GROUP_MEMBERS_MAX = 10_000;
const NAME_CHARS_MAX = 256;

/** Throws `conflict` for a name that is there, `invalid_input` for a member whom the provider has not named. */
export async function addGroup(
  { db, clock }: Accounts,
  provider: Provider,
  wanted: WantedGroup,
): Promise<ProvisionedGroup> {
  const { organizationId } = provider;
  const at = clock();
  return transaction(db, async (trx) => {
    const held = await trx
      .selectFrom("scim_groups")
      .select("id")
      .where("organization_id", "=", organizationId)
      .execute();
    if (held.length >= GROUPS_MAX) throw new OnpointError("conflict", `at most ${GROUPS_MAX} groups are kept`);
    const id = randomUUID();
    const moment = at.toISOString();
    const row = { display_name: readName(wanted.displayName), external_id: wanted.externalId, updated_at: moment };
    await trx
      .insertInto("scim_groups")
      .values({ id, organization_id: organizationId, created_at: moment, ...row })
      .execute()
      .catch(nameTaken);
    await setMembers(trx, organizationId, id, wanted.memberIds);
    await applyTo(trx, organizationId, wanted.memberIds, at);
    await note(trx, provider, id, at);
    return heldGroup(trx, organizationId, id);
  });
}

/** Throws as `addGroup`, and `not_found`. */
export async function changeGroup(
  { db, clock }: Accounts,
  provider: Provider,
  id: string,
  change: (held: ProvisionedGroup) => WantedGroup,
): Promise<ProvisionedGroup> {
  const { organizationId } = provider;
  const at = clock();
  return transaction(db, async (trx) => {
    const held = await heldGroup(trx, organizationId, id);
    const wanted = change(held);
    await trx
      .updateTable("scim_groups")
      .set({
        display_name: readName(wanted.displayName),
        external_id: wanted.externalId,
        updated_at: at.toISOString(),
      })
      .where("id", "=", id)
      .execute()
      .catch(nameTaken);
    await setMembers(trx, organizationId, id, wanted.memberIds);
    await applyTo(trx, organizationId, [...new Set([...held.memberIds, ...wanted.memberIds])], at);
    await note(trx, provider, id, at);
    return heldGroup(trx, organizationId, id);
  });
}

/** What its members were here by it they are no longer. Throws `not_found`. */
export async function removeGroup({ db, clock }: Accounts, provider: Provider, id: string): Promise<void> {
  const { organizationId } = provider;
  const at = clock();
  await transaction(db, async (trx) => {
    const { memberIds } = await heldGroup(trx, organizationId, id);
    await trx.deleteFrom("scim_groups").where("id", "=", id).execute();
    await applyTo(trx, organizationId, memberIds, at);
    await note(trx, provider, id, at);
  });
}

/** Throws `not_found`. */
export async function heldGroup(db: Reader, organizationId: string, id: string): Promise<ProvisionedGroup> {
  const row = await db
    .selectFrom("scim_groups")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (row !== undefined) return groupOf(db, row);
  throw new OnpointError("not_found", "there is no such group");
}

/** In the order of their making; `where` is an equality. */
export async function listGroups(
  db: Reader,
  organizationId: string,
  {
    where,
    offset,
    limit,
  }: {
    readonly where: { readonly field: "displayName" | "externalId" | "id"; readonly value: string } | null;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<{ readonly total: number; readonly groups: readonly ProvisionedGroup[] }> {
  let asked = db.selectFrom("scim_groups").selectAll().where("organization_id", "=", organizationId);
  if (where?.field === "displayName") asked = asked.where("display_name", "=", where.value);
  if (where?.field === "externalId") asked = asked.where("external_id", "=", where.value);
  if (where?.field === "id") asked = asked.where("id", "=", where.value);
  const rows = await asked.orderBy("created_at").orderBy("id").execute();
  const groups: ProvisionedGroup[] = [];
  for (const row of rows.slice(offset, offset + limit)) groups.push(await groupOf(db, row));
  return { total: rows.length, groups };
}

async function groupOf(db: Reader, row: Selectable<Database["scim_groups"]>): Promise<ProvisionedGroup> {
  const members = await db
    .selectFrom("scim_group_members")
    .select("user_id")
    .where("group_id", "=", row.id)
    .orderBy("user_id")
    .execute();
  return {
    id: row.id,
    displayName: row.display_name,
    externalId: row.external_id,
    memberIds: members.map(({ user_id }) => user_id),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

async function setMembers(
  trx: Trx,
  organizationId: string,
  groupId: string,
  memberIds: readonly string[],
): Promise<void> {
  const wanted = [...new Set(memberIds)];
  if (wanted.length > GROUP_MEMBERS_MAX) throw badMember(`a group has at most ${GROUP_MEMBERS_MAX} members`);
  const known = await trx
    .selectFrom("scim_users")
    .select("user_id")
    .where("organization_id", "=", organizationId)
    .where("is_gone", "=", 0)
    .execute();
  const ids = new Set(known.map(({ user_id }) => user_id));
  if (wanted.some((id) => !ids.has(id))) throw badMember("a member is nobody that was made here");
  await trx.deleteFrom("scim_group_members").where("group_id", "=", groupId).execute();
  for (const user_id of wanted)
    await trx.insertInto("scim_group_members").values({ group_id: groupId, user_id }).execute();
}

/** Brings people to what all of their groups together mean. */
async function applyTo(trx: Trx, organizationId: string, userIds: readonly string[], at: Date): Promise<void> {
  for (const userId of userIds) {
    const rows = await trx
      .selectFrom("scim_group_members")
      .innerJoin("scim_groups", "scim_groups.id", "scim_group_members.group_id")
      .select("scim_groups.display_name")
      .where("scim_group_members.user_id", "=", userId)
      .where("scim_groups.organization_id", "=", organizationId)
      .execute();
    await applyGroups(trx, { organizationId, userId, groups: rows.map(({ display_name }) => display_name), at });
  }
}

function readName(typed: string): string {
  const name = typed.trim();
  if (name !== "" && name.length <= NAME_CHARS_MAX) return name;
  const message = `is empty or longer than ${NAME_CHARS_MAX} characters`;
  throw new OnpointError("invalid_input", `the displayName ${message}`, { faults: [{ path: "displayName", message }] });
}

function nameTaken(thrown: unknown): never {
  throw isUniqueViolation(thrown) ? new OnpointError("conflict", "there is a group of this name already") : thrown;
}

function badMember(message: string): OnpointError {
  return new OnpointError("invalid_input", message, { faults: [{ path: "members", message }] });
}

async function note(trx: Trx, { organizationId, origin }: Provider, group: string, at: Date): Promise<void> {
  const detail = { organization: organizationId, group, by: "scim" };
  await noteEvent(trx, { event: "firm_group_changed", at, actorId: `scim:${organizationId}`, origin, detail });
}
