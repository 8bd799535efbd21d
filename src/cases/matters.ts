import type { Reader, Trx } from "#db/connection.ts";
import { inParts } from "#db/parts.ts";
import { mattersOf } from "./matter.ts";
import type { MatterMember } from "./matter.ts";

/** The days on which something of these cases was decided, by case: the folder that has the decisions knows. */
export type DecisionDays = (db: Reader, caseIds: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;

/**
 * Brings the matters of changed cases up to date, inside the transaction that changed them. `formerMatters` are matters
 * that have just lost a case. Returns the cases whose matter is now another.
 */
export async function reassignMatters(
  trx: Trx,
  caseIds: readonly string[],
  daysOf: DecisionDays,
  formerMatters: readonly string[] = [],
): Promise<string[]> {
  const matters = new Set([...formerMatters, ...(await mattersInReach(trx, caseIds))]);
  const members = await membersOf(trx, [...matters], daysOf);
  const assigned = mattersOf(members.map(({ member }) => member));
  const moved: string[] = [];
  for (const { member, matterId } of members) {
    const matter = assigned.get(member.id);
    if (matter === undefined || matter === matterId) continue;
    await trx.updateTable("cases").set({ matter_id: matter }).where("id", "=", member.id).execute();
    moved.push(member.id);
  }
  return moved;
}

/** The matters of the cases that share a docket number with another, and those that have other cases already. */
async function mattersInReach(trx: Trx, caseIds: readonly string[]): Promise<string[]> {
  const matters = new Set<string>();
  for (const ids of inParts(caseIds)) {
    const sharing = await trx
      .selectFrom("case_dockets as own_docket")
      .innerJoin("cases as own", "own.id", "own_docket.case_id")
      .innerJoin("case_dockets as other_docket", "other_docket.docket_key", "own_docket.docket_key")
      .innerJoin("cases as other", (join) =>
        join.onRef("other.id", "=", "other_docket.case_id").onRef("other.court_id", "=", "own.court_id"),
      )
      .whereRef("other.id", "!=", "own.id")
      .where("own.id", "in", ids)
      .select(["own.matter_id as held", "other.matter_id as shared"])
      .distinct()
      .execute();
    const joined = await trx
      .selectFrom("cases as own")
      .innerJoin("cases as other", "other.matter_id", "own.matter_id")
      .whereRef("other.id", "!=", "own.id")
      .where("own.id", "in", ids)
      .select("own.matter_id")
      .distinct()
      .execute();
    for (const { held, shared } of sharing) matters.add(held).add(shared);
    for (const { matter_id } of joined) matters.add(matter_id);
  }
  return [...matters];
}

async function membersOf(
  trx: Trx,
  matterIds: readonly string[],
  daysOf: DecisionDays,
): Promise<{ readonly member: MatterMember; readonly matterId: string }[]> {
  const members: { member: MatterMember; matterId: string }[] = [];
  for (const ids of inParts(matterIds)) {
    const rows = await trx
      .selectFrom("cases")
      .select(["id", "matter_id", "court_id", "caption", "date_filed", "date_terminated"])
      .where("matter_id", "in", ids)
      .orderBy("id")
      .execute();
    const caseIds = rows.map(({ id }) => id);
    const decided = await daysOf(trx, caseIds);
    const keys = new Map<string, string[]>();
    for (const part of inParts(caseIds)) {
      const dockets = await trx
        .selectFrom("case_dockets")
        .select(["case_id", "docket_key"])
        .where("case_id", "in", part)
        .execute();
      for (const { case_id, docket_key } of dockets) keys.set(case_id, [...(keys.get(case_id) ?? []), docket_key]);
    }
    for (const row of rows) {
      const days = [row.date_filed, row.date_terminated, ...(decided.get(row.id) ?? [])];
      members.push({
        matterId: row.matter_id,
        member: {
          id: row.id,
          courtId: row.court_id,
          docketKeys: keys.get(row.id) ?? [],
          caption: row.caption,
          days: days.filter((day) => day !== null),
        },
      });
    }
  }
  return members;
}
