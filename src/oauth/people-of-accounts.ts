import type { Accounts } from "#accounts/accounts.ts";
import { principalOfUser } from "#accounts/plans/principal-of-user.ts";
import { checkSession } from "#accounts/sessions/sessions.ts";
import { userById } from "#accounts/users/users.ts";
import type { User } from "#accounts/users/users.ts";
import type { People } from "./people.ts";

/** The people of the accounts. A suspended one is nobody, for every application that was let in before too. */
export function peopleOfAccounts(
  accounts: Accounts,
  /** The token of a session in the cookies of a browser. */
  sessionToken: (cookies: string | undefined) => string | undefined,
): People {
  const open = async (id: string): Promise<User | undefined> => {
    const user = await userById(accounts.db, id);
    return user?.suspendedAt === null ? user : undefined;
  };
  return {
    find: async (id) => {
      const user = await open(id);
      return user && { id: user.id, name: user.name, email: user.email, isEmailVerified: true };
    },
    signedIn: async (cookies, address) => {
      const token = sessionToken(cookies);
      const signedIn = token === undefined ? undefined : await checkSession(accounts, token, address);
      return signedIn?.lacksFactor === true ? undefined : signedIn?.user;
    },
    principal: async (id) => principalOfUser(accounts.db, id),
  };
}
