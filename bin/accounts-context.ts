import type { Accounts } from "#accounts/accounts.ts";
import { AT_THE_MACHINE, OPERATOR_ID } from "#accounts/audit/audit.ts";
import type { By } from "#accounts/users/admins.ts";
import { withDatabase } from "./context.ts";
import type { Context } from "./context.ts";
import { openServedAccounts } from "./serving/accounts-seat.ts";
import { placeOf } from "./serving/place.ts";

/** Who changes accounts by a command. */
export const BY_OPERATOR: By = { actorId: OPERATOR_ID, origin: AT_THE_MACHINE };

/** Opens the accounts for one command; letters it causes are sent before it ends. */
export async function withAccounts<Value>(
  context: Context,
  work: (accounts: Accounts) => Promise<Value>,
): Promise<Value> {
  return withDatabase(context, async (db) => {
    const accounts = openServedAccounts(context, db, { authUrl: await authUrlOf(context) });
    try {
      return await work(accounts);
    } finally {
      await accounts.close();
    }
  });
}

/** Where people sign in; without a public address, what a server with these settings listens on. */
export async function authUrlOf({ config }: Context): Promise<string> {
  return (await placeOf(config)).authUrl;
}
