import { VISITOR } from "#accounts/principal.ts";
import type { Addresses } from "#research/address.ts";
import { docketChoicePage, docketPage } from "../pages/docket-page.ts";
import { HttpProblem } from "../problem.ts";
import { respond } from "../respond.ts";
import type { Services } from "../services.ts";
import type { Route } from "./route.ts";

const HTML = "text/html; charset=utf-8";
export const DOCKET_ADDRESS = "/dockets/:court/:number/:slug";
const ENTRIES_PER_PAGE = 200;
const PAGE = /^[1-9]\d{0,5}$/u;

/** The public page of a docket; another name leads to the right one, since captions get corrected. */
export function docketPageRoute({ research }: Services, addresses: Addresses): Route {
  return {
    method: "get",
    path: DOCKET_ADDRESS,
    handle: async (c) => {
      const { court = "", number = "", slug = "" } = c.req.param();
      const found = await research.dockets.at(VISITOR, court, number);
      const called = found.filter((view) => view.slug === slug);
      const [view, ...others] = called.length > 0 ? called : found;
      if (view === undefined) throw new HttpProblem("not_found", "no docket has this address");
      c.header("Cache-Control", "public, max-age=300");
      if (others.length > 0) return respond(c, HTML, docketChoicePage([view, ...others]));
      if (view.slug !== slug) return c.redirect(`./${view.slug}`, 308);
      const pages = Math.max(1, Math.ceil(view.docket.coverage.entries / ENTRIES_PER_PAGE));
      const given = c.req.query("page") ?? "1";
      const page = PAGE.test(given) ? Number(given) : Number.NaN;
      if (!(page <= pages)) throw new HttpProblem("not_found", `this docket has ${pages} pages of entries`);
      const entries = await research.dockets.sheet(VISITOR, view, (page - 1) * ENTRIES_PER_PAGE, ENTRIES_PER_PAGE);
      const months = await research.dockets.months(VISITOR, view);
      return respond(c, HTML, docketPage({ view, entries, months, page, pages, filingAddress: addresses.filing }));
    },
  };
}
