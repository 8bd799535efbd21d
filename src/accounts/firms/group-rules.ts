import { OnpointError } from "#base/errors.ts";
import { transaction } from "#db/connection.ts";
import type { Reader, Trx } from "#db/connection.ts";
import type { Accounts } from "../accounts.ts";
import { noteEvent } from "../audit/audit.ts";
import { joinTeam, workForOwnTeam } from "../teams/organizations.ts";
import { roleIn } from "../teams/roles.ts";
import type { By } from "../users/admins.ts";
import { requireSettler } from "./settlers.ts";

/** What who is in a group of the provider is here. Owners are made by owners alone. */
export type GroupRule = { readonly group: string; readonly role: "admin" | "member"; readonly teamId: string | null };

const RULES_MAX = 500;
const GROUP_CHARS_MAX = 256;

/** Sets what a group means, or changes it. Throws `invalid_input`, `forbidden`, `not_found` or `conflict`. */
export async function setGroupRule(
  { db, clock }: Accounts,
  wanted: GroupRule & { readonly organizationId: string },
  by: By,
): Promise<void> {
  const { organizationId, role, teamId } = wanted;
  const group = wanted.group.trim();
  if (group === "" || group.length > GROUP_CHARS_MAX) {
    const message = `has no name, or one of more than ${GROUP_CHARS_MAX} characters`;
    throw new OnpointError("invalid_input", `the group ${message}`, { faults: [{ path: "group", message }] });
  }
  const at = clock();
  await transaction(db, async (trx) => {
    await requireSettler(trx, organizationId, by);
    if (teamId !== null) {
      const team = await trx.selectFrom("teams").select("organization_id").where("id", "=", teamId).executeTakeFirst();
      if (team?.organization_id !== organizationId) throw new OnpointError("not_found", "there is no such team");
    }
    const held = await groupRulesOf(trx, organizationId);
    if (held.length >= RULES_MAX) throw new OnpointError("conflict", `at most ${RULES_MAX} groups are kept`);
    const row = { role, team_id: teamId };
    await trx
      .insertInto("firm_group_rules")
      .values({ organization_id: organizationId, group_name: group, ...row })
      .onConflict((conflict) => conflict.columns(["organization_id", "group_name"]).doUpdateSet(row))
      .execute();
    const detail = { organization: organizationId, group, role, team: teamId };
    await noteEvent(trx, { event: "firm_group_set", at, actorId: by.actorId, origin: by.origin, detail });
  });
}

export async function removeGroupRule(
  { db, clock }: Accounts,
  { organizationId, group }: { readonly organizationId: string; readonly group: string },
  by: By,
): Promise<void> {
  const at = clock();
  await transaction(db, async (trx) => {
    await requireSettler(trx, organizationId, by);
    await trx
      .deleteFrom("firm_group_rules")
      .where("organization_id", "=", organizationId)
      .where("group_name", "=", group)
      .execute();
    const detail = { organization: organizationId, group };
    await noteEvent(trx, { event: "firm_group_removed", at, actorId: by.actorId, origin: by.origin, detail });
  });
}

export async function groupRulesOf(db: Reader, organizationId: string): Promise<GroupRule[]> {
  const rows = await db
    .selectFrom("firm_group_rules")
    .selectAll()
    .where("organization_id", "=", organizationId)
    .orderBy("group_name")
    .execute();
  return rows.map(({ group_name, role, team_id }) => ({
    group: group_name,
    role: role === "admin" ? "admin" : "member",
    teamId: team_id,
  }));
}

/**
 * Brings the role and the teams of a member to what their groups mean. Without a rule nothing is touched; of teams only
 * those that some rule names; an owner stays one.
 */
export async function applyGroups(
  trx: Trx,
  wanted: {
    readonly organizationId: string;
    readonly userId: string;
    readonly groups: readonly string[];
    readonly at: Date;
  },
): Promise<void> {
  const { organizationId, userId, groups, at } = wanted;
  const rules = await groupRulesOf(trx, organizationId);
  const held = await roleIn(trx, organizationId, userId);
  if (rules.length === 0 || held === undefined) return;
  const own = rules.filter(({ group }) => groups.includes(group));
  const role = own.some((rule) => rule.role === "admin") ? "admin" : "member";
  if (held !== "owner" && held !== role) {
    await trx
      .updateTable("organization_members")
      .set({ role })
      .where("organization_id", "=", organizationId)
      .where("user_id", "=", userId)
      .execute();
    if (role === "member") await workForOwnTeam(trx, organizationId, userId);
  }
  const teams = new Set(own.flatMap(({ teamId }) => teamId ?? []));
  for (const teamId of teams) await joinTeam(trx, { teamId, userId, role: "member", at });
  const others = rules.flatMap(({ teamId }) => (teamId === null || teams.has(teamId) ? [] : [teamId]));
  if (others.length === 0) return;
  await trx.deleteFrom("team_members").where("user_id", "=", userId).where("team_id", "in", others).execute();
  await trx
    .updateTable("users")
    .set({ team_id: null })
    .where("id", "=", userId)
    .where("team_id", "in", others)
    .execute();
}
