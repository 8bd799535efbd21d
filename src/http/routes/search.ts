import { OnpointError } from "#base/errors.ts";
import { decodeSearch, encodeSearch } from "#contracts/http-v1/codec/search.ts";
import { search } from "#contracts/http-v1/operations.ts";
import { timed } from "../context.ts";
import { malformedQuery } from "../problem.ts";
import type { Services } from "../services.ts";
import { apiRoute, type Route } from "./route.ts";

export function searchRoute(services: Services, baseUrl: string): Route {
  return apiRoute(search, async (wire, c) => {
    const request = decodeSearch(wire);
    const response = await timed(c, "search", async () => services.search.search(request).catch(refuse));
    return encodeSearch(response, baseUrl);
  });
}

/** A query that cannot be read is malformed rather than a wrong value; everything else keeps its kind. */
function refuse(thrown: unknown): never {
  const isAboutQuery =
    thrown instanceof OnpointError &&
    thrown.code === "invalid_input" &&
    thrown.faults.length > 0 &&
    thrown.faults.every((fault) => fault.path === "query");
  throw isAboutQuery ? malformedQuery(thrown) : thrown;
}
