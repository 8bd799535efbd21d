import type { Court, CourtsFound, CourtsRequest } from "#research/courts.ts";
import type { CourtGetRequest, CourtGetResponse, CourtListResponse, CourtRecord } from "../schema/courts.ts";
import { encodeWarnings } from "./warnings.ts";

/** The schema has seen to it that exactly one is given. */
export function decodeCourtGet({ court_ids, court_abbreviations, names }: CourtGetRequest): CourtsRequest {
  if (court_ids !== undefined) return { by: "id", given: court_ids };
  if (court_abbreviations !== undefined) return { by: "abbreviation", given: court_abbreviations };
  return { by: "name", given: names ?? [] };
}

export function encodeCourtGet({ courts, notes }: CourtsFound): CourtGetResponse {
  return { courts: courts.map(encodeCourt), ...encodeWarnings(notes.map(({ message }) => message)) };
}

export function encodeCourtList(courts: readonly Court[]): CourtListResponse {
  return { courts: courts.map(encodeCourt) };
}

function encodeCourt(court: Court): CourtRecord {
  return {
    id: court.id,
    full_name: court.fullName,
    court_abbreviation: court.abbreviation,
    jurisdiction: court.jurisdiction,
    state: court.state,
    in_use: court.inUse,
    federal_records_court_id: court.federalRecordsCourtId,
  };
}
