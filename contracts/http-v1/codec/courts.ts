import type { Court } from "#research/courts.ts";
import type { CourtRecord } from "../schema/courts.ts";

export function encodeCourt(court: Court): CourtRecord {
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
