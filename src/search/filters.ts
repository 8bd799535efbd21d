import { allCourts, courtById, JURISDICTIONS, resolveCourt } from "#courts/courts.ts";
import { OnpointError } from "#base/errors.ts";
import type { Fault } from "#base/errors.ts";
import { withDivisions } from "./divisions.ts";
import type { Filter } from "#index/filter.ts";
import { opinionFilters } from "./opinions.ts";
import type { SearchFilters } from "./request.ts";

const SUGGESTIONS_MAX = 3;

/**
 * What the engine filters by. Throws `invalid_input` with a fault for every value that names nothing, since a
 * filter passed over in silence gives an answer to another question.
 */
export function engineFilters(filters: SearchFilters): readonly Filter[] {
  const faults = [
    ...courtFaults(filters),
    ...jurisdictionFaults(filters),
    ...stateFaults(filters),
    ...dateFaults(filters),
  ];
  if (faults.length > 0) {
    throw new OnpointError("invalid_input", "a filter names nothing that is held", { faults });
  }
  const { courtIds, jurisdictions, states, publishStatus, dateFiled } = filters;
  return opinionFilters({
    ...(courtIds === undefined ? {} : { courtIds: withDivisions(courtIds) }),
    ...(jurisdictions === undefined ? {} : { jurisdictions }),
    ...(states === undefined ? {} : { states }),
    ...(publishStatus === undefined ? {} : { publishStatus }),
    ...(dateFiled?.start === undefined ? {} : { dateFrom: dateFiled.start }),
    ...(dateFiled?.end === undefined ? {} : { dateTo: dateFiled.end }),
  });
}

function courtFaults({ courtIds = [] }: SearchFilters): Fault[] {
  return courtIds.flatMap((id, index) => {
    if (courtById(id) !== undefined) return [];
    const resolved = resolveCourt(id);
    const near = resolved.ok ? resolved.value : resolved.error.suggestions;
    const ids = near.slice(0, SUGGESTIONS_MAX).map((court) => court.id);
    const message = `no court has the id ${id}${ids.length === 0 ? "" : `; did you mean ${ids.join(", ")}?`}`;
    return [{ path: `courtIds[${index}]`, message, reason: { code: "unknown_court_id", given: id, meant: ids } }];
  });
}

function jurisdictionFaults({ jurisdictions = [] }: SearchFilters): Fault[] {
  return jurisdictions.flatMap((name, index) => {
    if (JURISDICTIONS.some((known) => known === name)) return [];
    const message = `no jurisdiction is called ${name}; there are ${JURISDICTIONS.join(", ")}`;
    const reason = { code: "unknown_jurisdiction", given: name, known: JURISDICTIONS };
    return [{ path: `jurisdictions[${index}]`, message, reason }];
  });
}

let knownStates: ReadonlySet<string> | undefined;

function stateFaults({ states = [] }: SearchFilters): Fault[] {
  knownStates ??= new Set(allCourts().map((court) => court.state));
  return states.flatMap((name, index) => {
    if (knownStates?.has(name) === true) return [];
    const alike = [...(knownStates ?? [])].find((known) => known.toLowerCase() === name.trim().toLowerCase());
    const hint = alike === undefined ? "give a state's full name or Federal" : `did you mean ${alike}?`;
    const reason = { code: "unknown_state", given: name, meant: alike === undefined ? [] : [alike] };
    return [{ path: `states[${index}]`, message: `no court sits in ${name}; ${hint}`, reason }];
  });
}

function dateFaults({ dateFiled }: SearchFilters): Fault[] {
  const { start, end } = dateFiled ?? {};
  if (start === undefined || end === undefined || start <= end) return [];
  const message = `the range starts (${start}) after it ends (${end})`;
  return [{ path: "dateFiled", message, reason: { code: "range_backwards", start, end } }];
}
