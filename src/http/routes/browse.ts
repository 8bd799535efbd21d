import { addressesOf } from "#research/address.ts";
import type { HttpConfig } from "../config.ts";
import type { AppContext } from "../context.ts";
import { requirePage } from "../page-wanted.ts";
import { pageIn } from "../parameters.ts";
import { codePage, codesPage, courtPage, courtsPage } from "../pages/browse-pages.ts";
import { HttpProblem } from "../problem.ts";
import { respond } from "../respond.ts";
import type { Services } from "../services.ts";
import type { Route } from "./route.ts";

const HTML = "text/html; charset=utf-8";
const LISTED = 50;
/** As they are from the pages below a list. */
const ADDRESSES = addressesOf("..");

/** What is on file, to be looked through without a question: courts and codes, and a page of each. */
export function browseRoutes({ research }: Services, config: HttpConfig): readonly Route[] {
  const at = (path: string, page: (c: AppContext) => Promise<string>): Route => ({
    method: "get",
    path,
    handle: async (c) => {
      requirePage(c, config);
      c.header("Cache-Control", "no-store");
      return respond(c, HTML, await page(c));
    },
  });
  return [
    at("/courts", async (c) => courtsPage(await research.holdings(c.get("principal")).courts(), frame(c, "./"))),
    at("/courts/:id", async (c) => {
      const [from, to] = [yearIn(c.req.query("from")), yearIn(c.req.query("to"))];
      const page = pageIn(c.req.query("page"));
      const asked = { courtId: c.req.param("id") ?? "", from, to, page, pageSize: LISTED };
      const sheet = await research.holdings(c.get("principal")).court(asked);
      if (sheet === undefined) throw new HttpProblem("not_found", "no court has this address");
      return courtPage({ sheet, from, to, page, addresses: ADDRESSES }, frame(c, "../"));
    }),
    at("/codes", async (c) => codesPage(await research.laws.collections(c.get("principal"), {}), frame(c, "./"))),
    at("/codes/:id", async (c) => {
      const principal = c.get("principal");
      const held = await research.laws.collections(principal, {});
      const code = held.find(({ collection }) => collection.id === c.req.param("id"));
      if (code === undefined) throw new HttpProblem("not_found", "no code has this address");
      const tops = await research.laws.tops(principal, code.collection.id);
      return codePage(code, tops, { ...frame(c, "../"), addresses: ADDRESSES });
    }),
  ];
}

function frame(c: AppContext, root: string): { readonly root: string; readonly isSignedIn: boolean } {
  return { root, isSignedIn: c.get("principal").kind === "user" };
}

function yearIn(given: string | undefined): number | undefined {
  return /^[12]\d{3}$/u.test(given ?? "") ? Number(given) : undefined;
}
