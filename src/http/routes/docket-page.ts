import { VISITOR } from "#accounts/principal.ts";
import { OnpointError } from "#base/errors.ts";
import type { Addresses } from "#research/address.ts";
import type { HttpConfig } from "../config.ts";
import type { AppContext } from "../context.ts";
import { docketChoicePage, docketPage } from "../pages/docket-page.ts";
import type { SheetAsked } from "../pages/docket-page.ts";
import { HttpProblem } from "../problem.ts";
import { respond } from "../respond.ts";
import type { Services } from "../services.ts";
import type { Route } from "./route.ts";

const HTML = "text/html; charset=utf-8";
export const DOCKET_ADDRESS = "/dockets/:court/:number/:slug";
const ENTRIES_PER_PAGE = 200;
const PAGE = /^[1-9]\d{0,5}$/u;

/** The public page of a docket; another name leads to the right one, since captions get corrected. */
export function docketPageRoute(
  { research }: Services,
  { addresses, pages: access }: Pick<HttpConfig, "pages"> & { readonly addresses: Addresses },
): Route {
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
      const asked = askedOf(c);
      const given = c.req.query("page") ?? "1";
      const page = PAGE.test(given) ? Number(given) : Number.NaN;
      const { entries, total } = Number.isNaN(page)
        ? { entries: [], total: 0 }
        : await sheetOf(view.docket.id, asked, page);
      const pages = Math.max(1, Math.ceil(total / ENTRIES_PER_PAGE));
      if (!(page <= pages)) throw new HttpProblem("not_found", `this docket has ${pages} pages of entries`);
      const months = await research.dockets.months(VISITOR, view);
      const isFirst = page === 1 && Object.values(asked).every((one) => one === "" || one === false);
      const course = isFirst ? await research.dockets.course(VISITOR, view) : undefined;
      const canonical = addresses.docket(view);
      const shown = { filingAddress: addresses.filing, canonical, isSearched: access !== "off" };
      return respond(
        c,
        HTML,
        docketPage({
          view,
          entries,
          months,
          page,
          pages,
          total,
          asked,
          course,
          entriesPerPage: ENTRIES_PER_PAGE,
          ...shown,
        }),
      );
    },
  };

  async function sheetOf(id: string, asked: SheetAsked, page: number) {
    const { text, from, to, heldOnly, isNewestFirst } = asked;
    const days = { ...(from !== "" && { first: from }), ...(to !== "" && { last: to }) };
    const answer = await research.dockets
      .entries(VISITOR, {
        key: { by: "id", id },
        types: [],
        days,
        text,
        heldOnly,
        isNewestFirst,
        page,
        pageSize: ENTRIES_PER_PAGE,
      })
      .catch((thrown: unknown) => {
        // Signs without a word among them are borne by no entry.
        if (thrown instanceof OnpointError && thrown.code === "invalid_input") return undefined;
        throw thrown;
      });
    if (answer?.status !== "found") return { entries: [], total: 0 };
    return { entries: answer.entries, total: answer.pagination.totalResults };
  }
}

/** Which entries the address asks for; what is no day is passed over. */
function askedOf(c: AppContext): SheetAsked {
  const dayIn = (name: string): string => /^\d{4}-\d{2}-\d{2}$/u.exec(c.req.query(name) ?? "")?.[0] ?? "";
  return {
    text: c.req.query("q")?.trim().slice(0, 200) ?? "",
    from: dayIn("from"),
    to: dayIn("to"),
    heldOnly: c.req.query("held") === "yes",
    isNewestFirst: c.req.query("order") === "newest",
  };
}
