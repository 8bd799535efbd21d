import { decodeCiting, encodeCiting } from "#contracts/http-v1/codec/citing.ts";
import { opinionsCiting } from "#contracts/http-v1/operations.ts";
import type { AddressOf } from "#research/address.ts";
import { timed } from "../context.ts";
import type { Services } from "../services.ts";
import { apiRoute } from "./route.ts";
import type { Route } from "./route.ts";

export function opinionsCitingRoute({ research }: Services, addressOf: AddressOf): Route {
  return apiRoute(opinionsCiting, async (wire, c) => {
    const request = decodeCiting(wire);
    const page = await timed(c, "citator", async () => research.citing(c.get("principal"), request));
    return encodeCiting(request.opinionId, page, addressOf);
  });
}
