import { once } from "#base/once.ts";
import type { Route } from "./route.ts";
import { respond } from "../respond.ts";

/** The OpenAPI document, readable without a key: a client has to know how to ask for one. */
export function openApiRoute(document: () => unknown): Route {
  const body = once(() => JSON.stringify(document(), null, 2));
  return {
    method: "get",
    path: "/openapi.json",
    handle: async (c) => {
      c.header("Cache-Control", "public, max-age=300");
      c.header("Access-Control-Allow-Origin", "*");
      return respond(c, "application/json", body());
    },
  };
}
