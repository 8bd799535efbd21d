import { decodeCiting, encodeCiting } from "#contracts/http-v1/codec/citing.ts";
import { opinionsCiting } from "#contracts/http-v1/operations.ts";
import { courtById } from "#courts/courts.ts";
import type { Fault } from "#base/errors.ts";
import { timed } from "../context.ts";
import { noSuchCourtId } from "#research/court-faults.ts";
import { HttpProblem } from "../problem.ts";
import type { Services } from "../services.ts";
import { apiRoute, type Route } from "./route.ts";

export function opinionsCitingRoute(services: Services, baseUrl: string): Route {
  return apiRoute(opinionsCiting, async (wire, c) => {
    requireCourts(wire.court_ids ?? []);
    const request = decodeCiting(wire);
    const page = await timed(c, "citator", async () => services.citator.citing(request));
    if (page === undefined) {
      throw new HttpProblem("not_found", `no opinion is held under the id ${request.opinionId}`);
    }
    return encodeCiting(request.opinionId, page, baseUrl);
  });
}

/** A filter passed over in silence gives an answer to another question. */
function requireCourts(ids: readonly string[]): void {
  const faults = ids.flatMap((id, index): Fault[] =>
    courtById(id) === undefined ? [{ path: `court_ids.${index}`, message: noSuchCourtId(id) }] : [],
  );
  const [first] = faults;
  if (first !== undefined) throw new HttpProblem("invalid_input", `${first.path}: ${first.message}`, { faults });
}
