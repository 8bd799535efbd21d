import { VISITOR } from "#accounts/principal.ts";
import type { Addresses } from "#research/address.ts";
import { filingPage } from "../pages/filing-page.ts";
import { HttpProblem } from "../problem.ts";
import { respond } from "../respond.ts";
import type { Services } from "../services.ts";
import type { Route } from "./route.ts";

export const FILING_ADDRESS = "/filings/:id/:slug";

/** The public page of a filing; another name leads to the right one, since captions get corrected. */
export function filingPageRoute({ research }: Services, addresses: Addresses): Route {
  return {
    method: "get",
    path: FILING_ADDRESS,
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
