import { accepts } from "hono/accepts";
import { nothingAnswers } from "../problem.ts";
import type { Route } from "./route.ts";

/** Where a person begins who types the bare address; a program is told that nothing answers here. */
export function rootRoute(baseUrl: string): Route {
  return {
    method: "get",
    path: "/",
    handle: (c) => {
      const wanted = accepts(c, {
        header: "Accept",
        supports: ["application/json", "text/html"],
        default: "application/json",
      });
      c.header("Vary", "Accept");
      if (wanted !== "text/html") throw nothingAnswers(c.req.path, baseUrl);
      c.header("Cache-Control", "no-store");
      return c.redirect("./docs", 302);
    },
  };
}
