import { assetAt } from "#web/assets.ts";
import { tellTimings } from "../context.ts";
import { passOn } from "../pass-on.ts";
import { nothingAnswers } from "../problem.ts";
import type { HttpConfig } from "../config.ts";
import type { Route } from "./route.ts";

/** The style sheet, the scripts and the sign of the pages; browsers also ask for the sign at an address of old. */
export function assetRoutes({ baseUrl }: Pick<HttpConfig, "baseUrl">): readonly Route[] {
  const at = (path: string, fileAt: (asked: string) => string): Route => ({
    method: "get",
    path,
    handle: (c) => {
      const file = assetAt(fileAt(c.req.path));
      if (file === undefined) throw nothingAnswers(c.req.path, baseUrl);
      tellTimings(c);
      return passOn(c, file);
    },
  });
  return [at("/assets/:version/:name", (path) => path), at("/favicon.ico", () => "/assets/0/icon.svg")];
}
