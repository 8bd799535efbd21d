import { OnpointError } from "#base/errors.ts";
import type { Reader } from "#db/connection.ts";

/**
 * Refuses who has to sign in with their firm. Asked once it is known who it is, so that nobody learns where a stranger
 * works. Throws `forbidden`.
 */
export async function requireOwnSignIn(db: Reader, userId: string): Promise<void> {
  if (await mayBypassFirm(db, userId)) return;
  throw new OnpointError("forbidden", "your organization has its people sign in with the firm", {
    hint: "Write your e-mail address under “Sign in with your firm”. An owner whom the organization has named may use a password.",
  });
}

/** Whether somebody may sign in here itself: no organization of theirs forbids it, or they are its named owner, or look after the service. */
export async function mayBypassFirm(db: Reader, userId: string): Promise<boolean> {
  const rows = await db
    .selectFrom("organization_members")
    .innerJoin("firm_connections", "firm_connections.organization_id", "organization_members.organization_id")
    .innerJoin("users", "users.id", "organization_members.user_id")
    .select(["firm_connections.break_glass_id", "organization_members.role", "users.is_admin"])
    .where("organization_members.user_id", "=", userId)
    .where("firm_connections.is_enforced", "=", 1)
    .execute();
  return rows.every((row) => row.is_admin === 1 || (row.break_glass_id === userId && row.role === "owner"));
}
