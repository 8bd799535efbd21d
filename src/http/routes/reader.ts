import { VISITOR } from "#accounts/principal.ts";
import { addressesOf } from "#research/address.ts";
import type { Lines } from "#research/decision.ts";
import type { HttpConfig } from "../config.ts";
import { timed } from "../context.ts";
import { laterTreatmentOf } from "../later-treatment.ts";
import { pageIn } from "../parameters.ts";
import { closedPage } from "../pages/closed-page.ts";
import { opinionPage } from "../pages/opinion-page.ts";
import { HttpProblem } from "../problem.ts";
import { respond } from "../respond.ts";
import type { Services } from "../services.ts";
import type { Route } from "./route.ts";

const ADDRESS = "/opinions/:number/:slug";

/** As they are from the page of a decision, under whatever name a browser knows this service. */
const ADDRESSES = addressesOf("../..");

/** More than any quotation runs over. */
const LINES_MAX = 1_000;

/** `12-15`, as the addresses of quotations have it. */
function linesIn(given: string | undefined): Lines | undefined {
  const [, from, to] = /^([1-9]\d{0,6})-([1-9]\d{0,6})$/u.exec(given ?? "") ?? [];
  if (from === undefined || to === undefined) return undefined;
  const first = Number(from);
  return { first, last: Math.min(Number(to), first + LINES_MAX) };
}

/**
 * The public page of a decision. Only its full address is public: a number without a name, or an opinion's id,
 * is not found; another name leads to the right one, since captions get corrected.
 */
export function readerRoute(services: Services, { pages, baseUrl }: Pick<HttpConfig, "pages" | "baseUrl">): Route {
  const { research } = services;
  return {
    method: "get",
    path: ADDRESS,
    handle: async (c) => {
      const decision = await research.decision(VISITOR, c.req.param("number") ?? "");
      if (decision === undefined) throw new HttpProblem("not_found", "no decision has this address");
      const { slug } = decision.first;
      if (c.req.param("slug") !== slug) return c.redirect(`./${slug}`, 308);
      const relied = await timed(c, "authorities", async () => research.reliedOn(VISITOR, decision.opinions));
      const later = await timed(c, "citator", async () =>
        laterTreatmentOf(services, VISITOR, decision.first.id, pageIn(c.req.query("cited-by"))),
      );
      c.header("Cache-Control", "public, max-age=300");
      const isSearched = pages !== "off";
      const lines = linesIn(c.req.query("lines"));
      const printed = { address: `${baseUrl}${c.req.path}`, day: new Date().toISOString().slice(0, 10) };
      const page = opinionPage({ decision, later, relied, lines, addresses: ADDRESSES, isSearched, printed });
      return respond(c, "text/html; charset=utf-8", page);
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
