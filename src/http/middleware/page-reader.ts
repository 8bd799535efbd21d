import { VISITOR } from "#accounts/principal.ts";
import type { Principal } from "#accounts/principal.ts";
import { signInFirst } from "#web/portal/addresses.ts";
import { homeOf } from "../config.ts";
import type { HttpConfig } from "../config.ts";
import { addressOf } from "../context.ts";
import type { AppMiddleware } from "../context.ts";
import type { Limiter } from "../limiter.ts";
import { wantsPage } from "../page-wanted.ts";
import type { PeopleOfPages } from "../services.ts";
import { pageRateLimit, rateLimit } from "./rate-limit.ts";

export type PageReaders = {
  readonly people: PeopleOfPages | undefined;
  readonly config: HttpConfig;
  readonly limiter: Limiter;
};

/**
 * Finds out as whom a browser asks, and counts its requests: those of a person who is signed in as that person's, all
 * others by their address. Where only people who are signed in may ask, others are led to where they sign in and from
 * there back. What does not ask for a page goes on unseen.
 */
export function pageReader({ people, config, limiter }: PageReaders): AppMiddleware {
  const byAddress = pageRateLimit(config.pageLimit, limiter, config.trustProxy);
  const byPerson = config.rateLimit === null ? undefined : rateLimit(config.rateLimit, limiter, "this account");
  const signIn = config.authUrl === config.baseUrl ? homeOf(config).slice(0, -1) : config.authUrl;
  return async (c, next) => {
    if (!wantsPage(c)) return next();
    const person = await people?.signedIn(c.req.header("cookie"), addressOf(c, config.trustProxy));
    if (person === undefined && (await isForPeopleAlone(config, people))) {
      c.header("Cache-Control", "no-store");
      c.header("Vary", "Accept");
      const { pathname, search } = new URL(c.req.url);
      return c.redirect(`${signIn}${signInFirst(readable(pathname, search))}`, 303);
    }
    const reader: Principal = person ?? VISITOR;
    c.set("principal", reader);
    if (person === undefined) return byAddress(c, next);
    return byPerson === undefined ? next() : byPerson(c, next);
  };
}

async function isForPeopleAlone({ pages }: HttpConfig, people: PeopleOfPages | undefined): Promise<boolean> {
  if (pages === "by-accounts") return (await people?.exist()) === true;
  return pages === "signed-in";
}

/** An address in the letters that the page to sign in on takes. */
function readable(path: string, search: string): string {
  const asked = new URLSearchParams(search).toString();
  return asked === "" ? path : `${path}?${asked}`;
}
