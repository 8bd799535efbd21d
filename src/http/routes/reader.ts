import { courtById } from "#courts/courts.ts";
import { readDecision } from "#opinions/store/read-decision.ts";
import { closedPage } from "../pages/closed-page.ts";
import { opinionPage } from "../pages/opinion-page.ts";
import { HttpProblem } from "../problem.ts";
import { respond } from "../respond.ts";
import type { Services } from "../services.ts";
import type { Route } from "./route.ts";

const ADDRESS = "/opinions/:number/:slug";
/** The largest number a decision can have: SQLite and JSON agree up to here. */
const PUBLIC_NUMBER = /^[1-9]\d{0,14}$/u;

/**
 * The public page of a decision. Only its full address is public: a number without a name, or an opinion's id,
 * is not found; another name leads to the right one, since captions get corrected.
 */
export function readerRoute(services: Services): Route {
  return {
    method: "get",
    path: ADDRESS,
    handle: async (c) => {
      const number = c.req.param("number") ?? "";
      const opinions = PUBLIC_NUMBER.test(number) ? await readDecision(services.db, Number(number)) : [];
      const [first] = opinions;
      if (first === undefined) throw new HttpProblem("not_found", "no decision has this address");
      if (c.req.param("slug") !== first.slug) return c.redirect(`./${first.slug}`, 308);
      c.header("Cache-Control", "public, max-age=300");
      const court = courtById(first.courtId);
      return respond(c, "text/html; charset=utf-8", opinionPage(first, opinions, court?.fullName ?? first.courtId));
    },
  };
}

/** Where decisions are confidential: the same answer at every address, so that it does not tell which are held. */
export function closedReaderRoute(): Route {
  const page = closedPage();
  return {
    method: "get",
    path: ADDRESS,
    handle: async (c) => {
      c.status(404);
      c.header("Cache-Control", "no-store");
      return respond(c, "text/html; charset=utf-8", page);
    },
  };
}
