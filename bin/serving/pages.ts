import type { Accounts } from "#accounts/accounts.ts";
import { hasUsers } from "#accounts/users/users.ts";
import type { PagesAccess } from "#http/config.ts";
import type { PeopleOfPages } from "#http/services.ts";
import { peopleOfAccounts } from "#oauth/people-of-accounts.ts";
import { sessionCookie } from "#web/session-cookie.ts";
import type { Config } from "../settings.ts";
import { isLoopback } from "./place.ts";

/** Whoever reaches loopback has the machine; beyond it the first account closes the pages to strangers. */
export function pagesAccess({ pages, readerPages }: Pick<Config, "pages" | "readerPages">, host: string): PagesAccess {
  if (readerPages === "closed") return "off";
  return pages ?? (isLoopback(host) ? "open" : "by-accounts");
}

export function peopleOfPages(accounts: Accounts, authUrl: string): PeopleOfPages {
  const people = peopleOfAccounts(accounts, sessionCookie(authUrl).read);
  let exist = false;
  return {
    signedIn: async (cookies, address) => {
      const person = await people.signedIn(cookies, address);
      return person === undefined ? undefined : people.principal(person.id);
    },
    exist: async () => {
      exist ||= await hasUsers(accounts.db);
      return exist;
    },
  };
}
