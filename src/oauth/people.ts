import type { Principal } from "#accounts/principal.ts";

/** What an application may learn of a person who lets it. */
export type Person = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isEmailVerified: boolean;
};

/** What the authorization server asks of the accounts. */
export type People = {
  /** A person who may sign in now; undefined for one who is gone or shut out. */
  readonly find: (id: string) => Promise<Person | undefined>;
  /**
   * Who is signed in to the service itself in the browser that sends these cookies, with all that their organization asks
   * for; where it asks from is looked at if it is told.
   */
  readonly signedIn: (
    cookies: string | undefined,
    address?: string | null,
  ) => Promise<{ readonly id: string } | undefined>;
  /** As whom an application asks that this person let in; undefined for one who is gone or shut out. */
  readonly principal: (id: string) => Promise<Principal | undefined>;
};
