import { VISITOR } from "#accounts/principal.ts";
import { closedPage } from "../pages/closed-page.ts";
import { opinionPage } from "../pages/opinion-page.ts";
import { HttpProblem } from "../problem.ts";
import { respond } from "../respond.ts";
import type { Services } from "../services.ts";
import type { Route } from "./route.ts";

const ADDRESS = "/opinions/:number/:slug";

/**
 * The public page of a decision. Only its full address is public: a number without a name, or an opinion's id,
 * is not found; another name leads to the right one, since captions get corrected.
 */
export function readerRoute({ research }: Services): Route {
  return {
    method: "get",
    path: ADDRESS,
    handle: async (c) => {
      const decision = await research.decision(VISITOR, c.req.param("number") ?? "");
      if (decision === undefined) throw new HttpProblem("not_found", "no decision has this address");
      const { slug } = decision.first;
      if (c.req.param("slug") !== slug) return c.redirect(`./${slug}`, 308);
      c.header("Cache-Control", "public, max-age=300");
      return respond(c, "text/html; charset=utf-8", opinionPage(decision));
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
