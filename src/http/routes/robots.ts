import type { HttpConfig } from "../config.ts";
import { tellTimings } from "../context.ts";
import type { Route } from "./route.ts";

/** What search engines may read: the pages of decisions and laws, where those are open to anyone; never lists of results. */
export function robotsRoute({ readerPages }: HttpConfig): Route {
  const lines =
    readerPages === "open" ? ["Disallow: /*?", "Disallow: /account", "Disallow: /downloads"] : ["Disallow: /"];
  const text = ["User-agent: *", ...lines, ""].join("\n");
  return {
    method: "get",
    path: "/robots.txt",
    handle: (c) => {
      c.header("Content-Type", "text/plain; charset=utf-8");
      c.header("Cache-Control", "public, max-age=300");
      tellTimings(c);
      return c.body(text);
    },
  };
}
