import { decodeRecordsQuote, encodeRecordsQuote } from "#contracts/http-v1/codec/records-quote.ts";
import { recordsQuote } from "#contracts/http-v1/operations.ts";
import { timed } from "../context.ts";
import type { Services } from "../services.ts";
import { apiRoute } from "./route.ts";
import type { Route } from "./route.ts";

export function recordsQuoteRoute({ research }: Services): Route {
  return apiRoute(recordsQuote, async (wire, c) =>
    encodeRecordsQuote(
      await timed(c, "lookup", async () => research.dockets.quote(c.get("principal"), decodeRecordsQuote(wire))),
    ),
  );
}
