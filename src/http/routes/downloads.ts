import { HttpProblem } from "../problem.ts";
import { respond } from "../respond.ts";
import type { Services } from "../services.ts";
import type { Route } from "./route.ts";

/** A signed download, which needs no key: whoever was given the address may use it until it runs out. */
export function downloadsRoute({ research }: Services): Route {
  return {
    method: "get",
    path: "/downloads/:token",
    handle: async (c) => {
      const file = await research.dockets.report(c.req.param("token") ?? "");
      if (file === undefined) {
        throw new HttpProblem("not_found", "no download has this address, or it has run out", {
          hint: "Ask again for the docket: each answer has a new address, which lasts an hour.",
        });
      }
      c.header("Cache-Control", "private, no-store");
      c.header("Content-Disposition", `attachment; filename="${file.fileName}"`);
      // A court's page comes from elsewhere: whoever opens it must not run it as ours.
      c.header("Content-Security-Policy", "sandbox; default-src 'none'");
      return respond(c, file.mediaType, file.text);
    },
  };
}
