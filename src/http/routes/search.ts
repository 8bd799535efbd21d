import { decodeSearch, encodeSearch } from "#contracts/http-v1/codec/search.ts";
import { search } from "#contracts/http-v1/operations.ts";
import type { AddressOf } from "#research/address.ts";
import { timed } from "../context.ts";
import type { Services } from "../services.ts";
import { apiRoute } from "./route.ts";
import type { Route } from "./route.ts";

export function searchRoute({ research }: Services, addressOf: AddressOf): Route {
  return apiRoute(search, async (wire, c) => {
    const request = decodeSearch(wire);
    const { signal } = c.req.raw;
    const response = await timed(c, "search", async () => research.search(c.get("principal"), request, signal));
    return encodeSearch(response, addressOf);
  });
}
