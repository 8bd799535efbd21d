import { encodeCitationsCheck } from "#contracts/http-v1/codec/citations-check.ts";
import { citationsCheck } from "#contracts/http-v1/operations.ts";
import { timed } from "../context.ts";
import type { Services } from "../services.ts";
import { apiRoute, type Route } from "./route.ts";

export function citationsCheckRoute(services: Services, baseUrl: string): Route {
  return apiRoute(citationsCheck, async ({ text }, c) => {
    const checked = await timed(c, "check", async () => services.citator.check(text));
    return encodeCitationsCheck(checked, baseUrl);
  });
}
