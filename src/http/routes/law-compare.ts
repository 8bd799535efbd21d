import { OnpointError } from "#base/errors.ts";
import { addressesOf } from "#research/address.ts";
import type { HttpConfig } from "../config.ts";
import { timed } from "../context.ts";
import { comparePage } from "../pages/compare-page.ts";
import { HttpProblem } from "../problem.ts";
import { respond } from "../respond.ts";
import type { Services } from "../services.ts";
import { READER } from "./law-page.ts";
import type { Route } from "./route.ts";

export const COMPARE_ADDRESS = "/laws/:collection/:path/compare";
const ADDRESSES = addressesOf("../../..");

/** The public page of what changed between two versions of a law. */
export function lawCompareRoute({ research }: Services, { pages }: Pick<HttpConfig, "pages">): Route {
  return {
    method: "get",
    path: COMPARE_ADDRESS,
    handle: async (c) => {
      const [from = "", to = ""] = [c.req.query("from"), c.req.query("to")];
      const compared = await timed(c, "compare", async () =>
        research.laws.compare(READER, { from, to }).catch((thrown: unknown) => refused(thrown)),
      );
      const { collection, path } = c.req.param();
      const isHere = [compared.from, compared.to].some(({ version }) => version.path === path);
      if (!isHere || compared.to.collection.id !== collection)
        throw new HttpProblem("not_found", "no law has this address");
      c.header("Cache-Control", "public, max-age=300");
      const page = comparePage({ compared, addresses: ADDRESSES, isSearched: pages !== "off" });
      return respond(c, "text/html; charset=utf-8", page);
    },
  };
}

/** Ids that are none, or of two laws: the page of the law has those that can be compared. */
function refused(thrown: unknown): never {
  if (!(thrown instanceof OnpointError) || thrown.code !== "invalid_input") throw thrown;
  throw new HttpProblem("not_found", "these are not two versions of one law", {
    hint: "Choose two versions on the page of the law.",
    cause: thrown,
  });
}
