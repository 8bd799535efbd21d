import { decodeLawsCiting, encodeLawsCiting } from "#contracts/http-v1/codec/laws-citing.ts";
import type { Addresses } from "#contracts/http-v1/codec/laws-citing.ts";
import { lawsCiting } from "#contracts/http-v1/operations.ts";
import { timed } from "../context.ts";
import type { Services } from "../services.ts";
import { apiRoute } from "./route.ts";
import type { Route } from "./route.ts";

export function lawsCitingRoute({ research }: Services, addresses: Addresses): Route {
  return apiRoute(lawsCiting, async (wire, c) => {
    const asked = decodeLawsCiting(wire);
    const citers = await timed(c, "citator", async () => research.laws.citing(c.get("principal"), asked));
    return encodeLawsCiting(citers, addresses);
  });
}
