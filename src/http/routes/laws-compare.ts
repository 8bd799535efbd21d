import { decodeLawsCompare, encodeLawsCompare } from "#contracts/http-v1/codec/laws-compare.ts";
import { lawsCompare } from "#contracts/http-v1/operations.ts";
import type { LawAddressOf } from "#research/address.ts";
import type { Services } from "../services.ts";
import { apiRoute } from "./route.ts";
import type { Route } from "./route.ts";

export function lawsCompareRoute({ research }: Services, addressOf: LawAddressOf): Route {
  return apiRoute(lawsCompare, async (wire, c) =>
    encodeLawsCompare(await research.laws.compare(c.get("principal"), decodeLawsCompare(wire)), addressOf),
  );
}
