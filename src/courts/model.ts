/** What the public contract calls a court's jurisdiction; the closed list of docs/api. */
export const JURISDICTIONS = [
  "Federal Appellate",
  "Federal District",
  "Federal Bankruptcy",
  "Federal Bankruptcy Panel",
  "Federal Special",
  "Military Appellate",
  "State Supreme",
  "State Appellate",
  "State Trial",
  "State Special",
  "State Attorney General",
  "U.S. Territory",
  "Tribal Supreme",
  "Tribal Appellate",
  "Tribal Trial",
  "Tribal",
  "Committee",
  "International",
] as const;
export type Jurisdiction = (typeof JURISDICTIONS)[number];

/** Place in its own system. `limited` is a trial court of limited jurisdiction, `other` an office, agency or committee. */
export const COURT_LEVELS = ["high", "intermediate", "trial", "limited", "other"] as const;
export type CourtLevel = (typeof COURT_LEVELS)[number];

export const CIRCUITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "dc", "federal"] as const;
export type Circuit = (typeof CIRCUITS)[number];

export type Court = {
  /** CourtListener's slug, or one made in the same manner. Never changes. */
  readonly id: string;
  readonly fullName: string;
  /** As the Bluebook prints it in a citation's parenthesis; unique except between courts of different times. */
  readonly abbreviation: string;
  readonly jurisdiction: Jurisdiction;
  /** The state's or territory's name, `Federal`, or `International`. */
  readonly state: string;
  readonly level: CourtLevel;
  /** False when the court was renamed, merged or abolished. */
  readonly inUse: boolean;
  /** First and last day, `YYYY-MM-DD`, where known. */
  readonly startDate: string | null;
  readonly endDate: string | null;
  /** The court's code in the federal records system (PACER), for example `nysd`. */
  readonly federalRecordsCourtId: string | null;
  /** Ids of the courts that review its decisions; several where review depends on the matter or the party. */
  readonly appealsTo: readonly string[];
  /** The circuit a federal court stands in. */
  readonly circuit: Circuit | null;
  /** Id of the court of which this one is a division, district or county seat. */
  readonly partOf: string | null;
  /** Other names and abbreviations in use now or formerly. */
  readonly variants: readonly string[];
};

/** Whether the court sat on a day or in a year (`YYYY` or `YYYY-MM-DD`); unknown ends are open. */
export function satAt(court: Court, date: string): boolean {
  const length = date.length;
  if (court.startDate !== null && court.startDate.slice(0, length) > date) return false;
  return court.endDate === null || court.endDate.slice(0, length) >= date;
}
