import { decodeDocketKey } from "#contracts/http-v1/codec/dockets.ts";
import { encodeDocketsGet } from "#contracts/http-v1/codec/dockets-get.ts";
import { docketsGet } from "#contracts/http-v1/operations.ts";
import type { Addresses } from "#research/address.ts";
import { timed } from "../context.ts";
import type { Services } from "../services.ts";
import { apiRoute } from "./route.ts";
import type { Route } from "./route.ts";

export function docketsGetRoute({ research }: Services, addresses: Addresses): Route {
  return apiRoute(docketsGet, async (wire, c) => {
    const answer = await timed(c, "lookup", async () =>
      research.dockets.get(c.get("principal"), decodeDocketKey(wire)),
    );
    if (answer.status === "not_found") c.status(404);
    return encodeDocketsGet(answer, addresses);
  });
}
