import { decodeDocketsEntries, encodeDocketsEntries } from "#contracts/http-v1/codec/dockets-entries.ts";
import { docketsEntries } from "#contracts/http-v1/operations.ts";
import type { Addresses } from "#research/address.ts";
import { timed } from "../context.ts";
import type { Services } from "../services.ts";
import { apiRoute } from "./route.ts";
import type { Route } from "./route.ts";

export function docketsEntriesRoute({ research }: Services, addresses: Addresses): Route {
  return apiRoute(docketsEntries, async (wire, c) => {
    const asked = decodeDocketsEntries(wire);
    const answer = await timed(c, "lookup", async () => research.dockets.entries(c.get("principal"), asked));
    if (answer.status === "not_found") c.status(404);
    return encodeDocketsEntries(answer, addresses);
  });
}
