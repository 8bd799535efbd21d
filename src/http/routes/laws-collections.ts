import { decodeLawsCollections, encodeLawsCollections } from "#contracts/http-v1/codec/laws-collections.ts";
import { lawsCollections } from "#contracts/http-v1/operations.ts";
import { lawsCollectionsQuery } from "#contracts/http-v1/schema/laws-collections.ts";
import { readParameters } from "../parameters.ts";
import type { Services } from "../services.ts";
import { apiRoute } from "./route.ts";
import type { Route } from "./route.ts";

export function lawsCollectionsRoute({ research }: Services): Route {
  return apiRoute(lawsCollections, async (_body, c) => {
    const asked = decodeLawsCollections(readParameters(c, lawsCollectionsQuery));
    return encodeLawsCollections(await research.laws.collections(c.get("principal"), asked));
  });
}
