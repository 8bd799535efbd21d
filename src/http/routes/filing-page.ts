import { VISITOR } from "#accounts/principal.ts";
import type { Addresses } from "#research/address.ts";
import { closedPage } from "../pages/closed-page.ts";
import { filingPage } from "../pages/filing-page.ts";
import { HttpProblem } from "../problem.ts";
import { respond } from "../respond.ts";
import type { Services } from "../services.ts";
import type { Route } from "./route.ts";

const ADDRESS = "/filings/:id/:slug";

/** The public page of a filing; another name leads to the right one, since captions get corrected. */
export function filingPageRoute({ research }: Services, addresses: Addresses): Route {
  return {
    method: "get",
    path: ADDRESS,
    handle: async (c) => {
      const filing = await research.dockets.filing(VISITOR, c.req.param("id") ?? "");
      if (filing === undefined) throw new HttpProblem("not_found", "no filing has this address");
      if (c.req.param("slug") !== filing.slug) return c.redirect(`./${filing.slug}`, 308);
      c.header("Cache-Control", "public, max-age=300");
      return respond(
        c,
        "text/html; charset=utf-8",
        filingPage(filing, filing.docket === null ? null : addresses.docket(filing.docket)),
      );
    },
  };
}

/** Where pages are closed: the same answer at every address, so that it does not tell which are held. */
export function closedFilingPageRoute(): Route {
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
