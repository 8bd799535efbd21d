import { decodeLawsSearch, encodeLawsSearch } from "#contracts/http-v1/codec/laws-search.ts";
import { lawsSearch } from "#contracts/http-v1/operations.ts";
import type { LawAddressOf } from "#research/address.ts";
import { timed } from "../context.ts";
import type { Services } from "../services.ts";
import { apiRoute } from "./route.ts";
import type { Route } from "./route.ts";

export function lawsSearchRoute({ research }: Services, addressOf: LawAddressOf): Route {
  return apiRoute(lawsSearch, async (wire, c) => {
    const asked = decodeLawsSearch(wire);
    const { signal } = c.req.raw;
    const found = await timed(c, "search", async () => research.laws.search(c.get("principal"), asked, signal));
    return encodeLawsSearch(asked, found, addressOf);
  });
}
