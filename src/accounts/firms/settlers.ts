import { OnpointError } from "#base/errors.ts";
import type { Reader } from "#db/connection.ts";
import { OPERATOR_ID } from "../audit/audit.ts";
import { requireRole } from "../teams/roles.ts";
import type { By } from "../users/admins.ts";

/**
 * Who settles how the people of an organization sign in: its owners, administrators of the service, and whoever works
 * at its machine. Throws `not_found` or `forbidden`.
 */
export async function requireSettler(db: Reader, organizationId: string, { actorId }: By): Promise<void> {
  const organization = await db
    .selectFrom("organizations")
    .select("id")
    .where("id", "=", organizationId)
    .executeTakeFirst();
  if (organization === undefined) throw new OnpointError("not_found", "there is no such organization");
  if (await isKeeper(db, actorId)) return;
  await requireRole(db, { organizationId, userId: actorId, wanted: "owner" });
}

/** Whether somebody looks after the service as a whole. */
export async function isKeeper(db: Reader, actorId: string): Promise<boolean> {
  if (actorId === OPERATOR_ID) return true;
  const user = await db
    .selectFrom("users")
    .select(["is_admin", "suspended_at"])
    .where("id", "=", actorId)
    .executeTakeFirst();
  return user?.is_admin === 1 && user.suspended_at === null;
}
