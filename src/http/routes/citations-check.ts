import { encodeCitationsCheck } from "#contracts/http-v1/codec/citations-check.ts";
import { citationsCheck } from "#contracts/http-v1/operations.ts";
import type { AddressOf } from "#research/address.ts";
import { timed } from "../context.ts";
import type { Services } from "../services.ts";
import { apiRoute } from "./route.ts";
import type { Route } from "./route.ts";

export function citationsCheckRoute({ research }: Services, addressOf: AddressOf): Route {
  return apiRoute(citationsCheck, async ({ text, include_details }, c) => {
    const checked = await timed(c, "check", async () => research.checkBrief(c.get("principal"), text));
    return encodeCitationsCheck(checked, addressOf, include_details);
  });
}
