import { encodeCourt } from "#contracts/http-v1/codec/courts.ts";
import { encodeWarnings } from "#contracts/http-v1/codec/warnings.ts";
import { courtGet } from "#contracts/http-v1/operations.ts";
import type { CourtGetRequest } from "#contracts/http-v1/schema/courts.ts";
import { courtById, resolveCourt, type Court } from "#courts/courts.ts";
import { noSuchCourt, noSuchCourtId } from "#research/court-faults.ts";
import { apiRoute, type Route } from "./route.ts";

type Named = { readonly courts: readonly Court[]; readonly warning?: string };

export const courtGetRoute: Route = apiRoute(courtGet, async (request) => {
  const named = lookUp(request);
  const courts = new Map(named.flatMap((each) => each.courts).map((court) => [court.id, court]));
  return {
    courts: [...courts.values()].map(encodeCourt),
    ...encodeWarnings(named.flatMap((each) => each.warning ?? [])),
  };
});

/** An id names one court exactly; a name or abbreviation goes through the variants and can name several. */
function lookUp({ court_ids, court_abbreviations, names }: CourtGetRequest): readonly Named[] {
  if (court_ids !== undefined) return court_ids.map(byId);
  if (court_abbreviations !== undefined)
    return court_abbreviations.map((text) => byName(text, (court) => court.abbreviation));
  return (names ?? []).map((text) => byName(text, (court) => court.fullName));
}

function byId(id: string): Named {
  const court = courtById(id);
  if (court !== undefined) return { courts: [court] };
  return { courts: [], warning: noSuchCourtId(id) };
}

function byName(text: string, nameOf: (court: Court) => string): Named {
  const found = resolveCourt(text);
  return found.ok
    ? { courts: found.value }
    : { courts: [], warning: noSuchCourt(text, found.error.suggestions, nameOf) };
}
