import { once } from "#base/once.ts";
import type { OpenApiDocument } from "#contracts/http-v1/openapi.ts";
import type { HttpConfig } from "../config.ts";
import { docsPage } from "../pages/docs-page.ts";
import { respond } from "../respond.ts";
import type { Route } from "./route.ts";

export function docsRoute(document: () => OpenApiDocument, { pages }: Pick<HttpConfig, "pages">): Route {
  const page = once(() => docsPage(document(), { hasPages: pages !== "off" }));
  return {
    method: "get",
    path: "/docs",
    handle: async (c) => {
      c.header("Cache-Control", "public, max-age=300");
      return respond(c, "text/html; charset=utf-8", page());
    },
  };
}
