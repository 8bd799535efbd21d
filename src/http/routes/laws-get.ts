import { decodeLawsGet, encodeLawsGet } from "#contracts/http-v1/codec/laws-get.ts";
import { lawsGet } from "#contracts/http-v1/operations.ts";
import type { LawAddressOf } from "#research/address.ts";
import { timed } from "../context.ts";
import type { Services } from "../services.ts";
import { apiRoute } from "./route.ts";
import type { Route } from "./route.ts";

export function lawsGetRoute({ research }: Services, addressOf: LawAddressOf): Route {
  return apiRoute(lawsGet, async (wire, c) => {
    const answer = await timed(c, "lookup", async () => research.laws.get(c.get("principal"), decodeLawsGet(wire)));
    if (answer.status === "not_found") c.status(404);
    return encodeLawsGet(answer, addressOf);
  });
}
