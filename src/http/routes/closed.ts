import { homeOf } from "../config.ts";
import type { HttpConfig } from "../config.ts";
import { closedPage } from "../pages/closed-page.ts";
import { respond } from "../respond.ts";
import type { Route } from "./route.ts";

/** Where documents are confidential: the same answer at every address of one, so that it does not tell which are held. */
export function closedRoutes(config: Pick<HttpConfig, "baseUrl">, paths: readonly string[]): readonly Route[] {
  const page = closedPage(homeOf(config));
  return paths.map((path) => ({
    method: "get",
    path,
    handle: async (c) => {
      c.status(404);
      c.header("Cache-Control", "no-store");
      return respond(c, "text/html; charset=utf-8", page);
    },
  }));
}
