import { VISITOR } from "#accounts/principal.ts";
import { addressesOf } from "#research/address.ts";
import type { Lines } from "#research/decision.ts";
import type { HttpConfig } from "../config.ts";
import { timed } from "../context.ts";
import { citersIn, laterTreatmentOf } from "../later-treatment.ts";
import { pageIn } from "../parameters.ts";
import { opinionFile } from "../exports/opinion-file.ts";
import { opinionPage } from "../pages/opinion-page.ts";
import { tellingsOf } from "../pages/opinion-text.ts";
import { HttpProblem } from "../problem.ts";
import { respond } from "../respond.ts";
import type { Services } from "../services.ts";
import type { Route } from "./route.ts";

export const DECISION_ADDRESS = "/opinions/:number/:slug";

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
  const courtIds = new Set(research.allCourts().map(({ id }) => id));
  return {
    method: "get",
    path: DECISION_ADDRESS,
    handle: async (c) => {
      const decision = await research.decision(VISITOR, c.req.param("number") ?? "");
      if (decision === undefined) throw new HttpProblem("not_found", "no decision has this address");
      const { slug } = decision.first;
      if (c.req.param("slug") !== slug) return c.redirect(`./${slug}`, 308);
      const relied = await timed(c, "authorities", async () => research.reliedOn(VISITOR, decision.opinions));
      const later = await timed(c, "citator", async () =>
        laterTreatmentOf(services, VISITOR, {
          opinionId: decision.first.id,
          page: pageIn(c.req.query("cited-by")),
          shown: citersIn((name) => c.req.query(name), courtIds),
        }),
      );
      c.header("Cache-Control", "public, max-age=300");
      const printed = { address: `${baseUrl}${c.req.path}`, day: new Date().toISOString().slice(0, 10) };
      if (c.req.query("file") === "docx") {
        const { read } = tellingsOf(decision);
        const { type, body } = opinionFile({ decision, opinions: read, standing: later.standing, retrieved: printed });
        c.header("Content-Disposition", `attachment; filename="${slug.slice(0, 80)}.docx"`);
        return respond(c, type, body);
      }
      const related = await timed(c, "case", async () => research.related(VISITOR, decision));
      const isSearched = pages !== "off";
      const lines = linesIn(c.req.query("lines"));
      const parts = { decision, later, related, relied, lines, addresses: ADDRESSES };
      const page = opinionPage({ ...parts, isSearched, printed });
      return respond(c, "text/html; charset=utf-8", page);
    },
  };
}
