import type { InTurn } from "#base/in-turn.ts";
import { decodeOpinionsGet, encodeOpinionsGet } from "#contracts/http-v1/codec/opinions.ts";
import { opinionsGet } from "#contracts/http-v1/operations.ts";
import type { AddressOf } from "#research/address.ts";
import { timed } from "../context.ts";
import type { Services } from "../services.ts";
import { apiRoute } from "./route.ts";
import type { Route } from "./route.ts";

export function opinionsGetRoute({ research }: Services, addressOf: AddressOf, inTurn: InTurn): Route {
  return apiRoute(
    opinionsGet,
    async (wire, c) => {
      const found = await research.opinions(c.get("principal"), decodeOpinionsGet(wire), async (part, work) =>
        timed(c, part, work),
      );
      return encodeOpinionsGet(found, addressOf);
    },
    { inTurn, isLarge: (wire) => wire.include_content || wire.include_detailed_treatments },
  );
}
