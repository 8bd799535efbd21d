import { once } from "#base/once.ts";
import type { OpenApiDocument } from "#contracts/http-v1/openapi.ts";
import { docsPage } from "../pages/docs-page.ts";
import { respond } from "../respond.ts";
import type { Route } from "./route.ts";

export function docsRoute(document: () => OpenApiDocument): Route {
  const page = once(() => docsPage(document()));
  return {
    method: "get",
    path: "/docs",
    handle: async (c) => {
      c.header("Cache-Control", "public, max-age=300");
      return respond(c, "text/html; charset=utf-8", page());
    },
  };
}
