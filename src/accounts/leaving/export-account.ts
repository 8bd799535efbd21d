import { OnpointError } from "#base/errors.ts";
import { snapshot } from "#db/connection.ts";
import { auditEvents } from "../audit/audit.ts";
import type { Accounts } from "../accounts.ts";
import { keysOf } from "../keys/account-keys.ts";
import { passkeysOf } from "../passkeys/passkeys.ts";
import { subscriptionOf } from "../plans/subscriptions.ts";
import { secondFactorState } from "../second-factor/held-factors.ts";
import { listSessions } from "../sessions/sessions.ts";
import { organizationsOf } from "../teams/organizations.ts";
import { teamsOf } from "../teams/teams.ts";
import { userById } from "../users/users.ts";

/** Lines of the audit and of the ledger in one export: more than a person makes in years. */
const LINES_MAX = 100_000;

/** Everything that is held of an account, for its owner: plain values that become JSON. No secret is among them. */
export async function exportAccount(accounts: Accounts, userId: string): Promise<Readonly<Record<string, unknown>>> {
  const sessions = await listSessions(accounts, userId);
  return snapshot(accounts.db, async (view) => {
    const user = await userById(view, userId);
    if (user === undefined) throw new OnpointError("not_found", "there is no such account");
    const ledger = await view
      .selectFrom("ledger")
      .selectAll()
      .where((row) => row.or([row("payer_id", "=", userId), row("spender_id", "=", userId)]))
      .orderBy("id", "desc")
      .limit(LINES_MAX)
      .execute();
    return {
      user,
      secondFactor: await secondFactorState(view, userId),
      passkeys: await passkeysOf(view, userId),
      subscription: await subscriptionOf(view, userId),
      sessions,
      browsers: await view
        .selectFrom("known_browsers")
        .select(["created_at", "seen_at"])
        .where("user_id", "=", userId)
        .orderBy("created_at")
        .execute(),
      keys: await keysOf(view, { userId }),
      organizations: await organizationsOf(view, userId),
      teams: await teamsOf(view, userId),
      audit: await auditEvents(view, { userId, limit: LINES_MAX }),
      ledger,
    };
  });
}
