import { decodeCourtGet, encodeCourtGet } from "#contracts/http-v1/codec/courts.ts";
import { courtGet } from "#contracts/http-v1/operations.ts";
import type { Services } from "../services.ts";
import { apiRoute } from "./route.ts";
import type { Route } from "./route.ts";

export function courtGetRoute({ research }: Services): Route {
  return apiRoute(courtGet, async (wire, c) =>
    encodeCourtGet(research.courts(c.get("principal"), decodeCourtGet(wire))),
  );
}
