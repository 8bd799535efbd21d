import type { HttpConfig } from "../config.ts";
import { requirePage } from "../page-wanted.ts";
import { helpPage } from "../pages/help-page.ts";
import { respond } from "../respond.ts";
import type { Route } from "./route.ts";

/** How the pages are used. */
export function helpRoute(config: HttpConfig): Route {
  return {
    method: "get",
    path: "/help",
    handle: async (c) => {
      requirePage(c, config);
      c.header("Cache-Control", "no-store");
      const isSignedIn = c.get("principal").kind === "user";
      return respond(c, "text/html; charset=utf-8", helpPage({ isSignedIn }));
    },
  };
}
