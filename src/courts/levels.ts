import type { Court } from "./model.ts";
import { JURISDICTIONS } from "./model.ts";
import { allCourts } from "./registry.ts";

type IsOfLevel = (court: Court) => boolean;

const isFederal: IsOfLevel = ({ jurisdiction }) => jurisdiction.startsWith("Federal");
const isState: IsOfLevel = ({ jurisdiction }) => /^(?:State|U\.S\. Territory)/u.test(jurisdiction);
const isCommon: IsOfLevel = (court) => isFederal(court) || isState(court);

/** Courts of one level, in the words of those who search; beside them stand the jurisdictions by their own names. */
const LEVELS: Readonly<Record<string, IsOfLevel>> = {
  supreme: (court) => isCommon(court) && court.level === "high",
  appeals: (court) => isCommon(court) && court.level === "intermediate",
  trial: (court) => isCommon(court) && (court.level === "trial" || court.level === "limited"),
  circuit: ({ jurisdiction, level }) => jurisdiction === "Federal Appellate" && level === "intermediate",
  district: ({ jurisdiction }) => jurisdiction === "Federal District",
  bankruptcy: ({ jurisdiction }) => jurisdiction.startsWith("Federal Bankruptcy"),
  federal: ({ jurisdiction }) => /^(?:Federal|Military)/u.test(jurisdiction),
  state: ({ jurisdiction }) => jurisdiction.startsWith("State"),
  territory: ({ jurisdiction }) => jurisdiction === "U.S. Territory",
  tribal: ({ jurisdiction }) => jurisdiction.startsWith("Tribal"),
  military: ({ jurisdiction }) => jurisdiction.startsWith("Military"),
};

const ALSO: Readonly<Record<string, string>> = {
  high: "supreme",
  highest: "supreme",
  appellate: "appeals",
  appeal: "appeals",
  intermediate: "appeals",
  circuits: "circuit",
  districts: "district",
  states: "state",
  territorial: "territory",
  low: "trial",
};

let byWord: ReadonlyMap<string, readonly string[]> | undefined;

/** The ids of the courts that a word for a level means (`supreme`, `appeals`, `State Trial`); undefined for another. */
export function courtsOfLevel(typed: string): readonly string[] | undefined {
  const word = typed.trim().toLowerCase();
  return levels().get(ALSO[word] ?? word);
}

/** The word for exactly these courts. */
export function courtLevelOf(courtIds: readonly string[]): string | undefined {
  for (const [word, ids] of levels()) {
    if (ids.length === courtIds.length && ids.every((id, index) => id === courtIds[index])) {
      return /^\w+$/u.test(word) ? word : `"${word}"`;
    }
  }
  return undefined;
}

function levels(): ReadonlyMap<string, readonly string[]> {
  byWord ??= readLevels();
  return byWord;
}

function readLevels(): ReadonlyMap<string, readonly string[]> {
  const jurisdictions = JURISDICTIONS.filter((name) => !Object.hasOwn(LEVELS, name.toLowerCase()));
  return new Map([
    ...Object.entries(LEVELS).map(([word, isOfLevel]) => [word, idsOf(isOfLevel)] as const),
    ...jurisdictions.map((name) => [name.toLowerCase(), idsOf(({ jurisdiction }) => jurisdiction === name)] as const),
  ]);
}

function idsOf(isOfLevel: IsOfLevel): readonly string[] {
  return allCourts()
    .filter(isOfLevel)
    .map(({ id }) => id);
}
