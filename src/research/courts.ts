import { OnpointError } from "#base/errors.ts";
import type { Fault } from "#base/errors.ts";
import { courtById, courtsOfSimilarId, recogniseCourt, resolveCourt, respelledAs } from "#courts/courts.ts";
import type { Court, Recognised } from "#courts/courts.ts";
import type { Note } from "./note.ts";

export type { Court };

/** How a court may be named: an id names one exactly, an abbreviation or full name can name several. */
export type CourtNaming = "id" | "abbreviation" | "name";

export type CourtsRequest = { readonly by: CourtNaming; readonly given: readonly string[] };

/** Each court once, in the order asked for; a note for each text that names none, or was read as spelled otherwise. */
export type CourtsFound = { readonly courts: readonly Court[]; readonly notes: readonly Note[] };

export function findCourts({ by, given }: CourtsRequest): CourtsFound {
  const named = given.map((text) => courtsCalled(by, text));
  const courts = new Map(named.flatMap((each) => each.courts).map((court) => [court.id, court]));
  return { courts: [...courts.values()], notes: named.flatMap(({ unknown, respelled }) => unknown ?? respelled ?? []) };
}

type Called = { readonly courts: readonly Court[]; readonly unknown?: Note; readonly respelled?: Note };

/** The courts a text names. For an id, a name or abbreviation given in its place is understood, and so is a slip. */
function courtsCalled(by: CourtNaming, given: string): Called {
  if (by !== "id") {
    const found = recogniseCourt(given);
    if (found.ok) return { courts: found.courts, ...respelled(given, found) };
    return { courts: [], unknown: noSuchCourt(given, found.candidates.map(NAME_OF[by])) };
  }
  const court = courtById(given);
  if (court !== undefined) return { courts: [court] };
  const named = resolveCourt(given);
  const meant = named.ok ? named.value : courtsOfSimilarId(given);
  return { courts: [], unknown: noSuchCourt(given, meant.map(NAME_OF.id)) };
}

/** The note that a name is not spelled as it was read, where that is so. */
export function respelled(given: string, found: Recognised): { readonly respelled?: Note } {
  const message = respelledAs(found);
  if (message === undefined) return {};
  return {
    respelled: { message, reason: { code: "court_respelled", given, read: found.corrections.map(({ read }) => read) } },
  };
}

const NAME_OF: Readonly<Record<CourtNaming, (court: Court) => string>> = {
  id: ({ id }) => id,
  abbreviation: ({ abbreviation }) => abbreviation,
  name: ({ fullName }) => fullName,
};

/** With the courts it may have meant, under the kind of name the caller used. */
function noSuchCourt(given: string, names: readonly string[]): Note {
  const meant = [...new Set(names)];
  const message = `no court is called ${given}${meant.length === 0 ? "" : `; did you mean ${meant.join(" or ")}?`}`;
  return { message, reason: { code: "no_such_court", given, meant } };
}

/** The courts one text names. @throws OnpointError `invalid_input` at `path` when there is none */
export function requireCourts(
  by: CourtNaming,
  given: string,
  path: string,
): { readonly courts: readonly Court[]; readonly respelled?: Note } {
  const { courts, unknown, respelled: also } = courtsCalled(by, given);
  if (unknown !== undefined) throw refusal([{ path, ...unknown }]);
  return { courts, ...(also && { respelled: also }) };
}

/**
 * A filter passed over in silence gives an answer to another question.
 * @throws OnpointError `invalid_input` with a fault for each id that names no court
 */
export function requireCourtIds(ids: readonly string[], path: string): void {
  const faults = ids.flatMap((id, index) => {
    const { unknown } = courtsCalled("id", id);
    return unknown === undefined ? [] : [{ path: `${path}[${index}]`, ...unknown }];
  });
  if (faults.length > 0) throw refusal(faults);
}

function refusal(faults: readonly Fault[]): OnpointError {
  return new OnpointError("invalid_input", faults[0]?.message ?? "no such court", { faults });
}
