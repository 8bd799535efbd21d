import { MADE_OF } from "./completeness.ts";
import type { ProjectionName, ProjectionState, RecordKind } from "./completeness.ts";

/** What the records are called in sentences. */
export const CALLED: Readonly<Record<RecordKind, string>> = {
  opinions: "opinions",
  laws: "provisions of law",
  filings: "filings of trial courts",
  dockets: "dockets",
};

/** What each is for, in the passive voice: `4 of 6 opinions can be searched`. */
const DOES: Readonly<Record<ProjectionName, string>> = {
  opinions: "can be searched",
  laws: "can be searched",
  filings: "can be searched",
  citator: "have been read for what they cite",
  "opinion vectors": "can be found by meaning",
  "filing vectors": "can be found by meaning",
};

const SO: Readonly<Record<ProjectionName, string>> = {
  opinions: "this answer may be incomplete",
  laws: "this answer may be incomplete",
  filings: "this answer may be incomplete",
  citator: "who cites a decision, and how it stands, may be incomplete",
  "opinion vectors": "this answer may be incomplete",
  "filing vectors": "this answer may be incomplete",
};

/** What an answer says of it, for the person who asked. */
export function missingInWords(name: ProjectionName, state: ProjectionState): string {
  const so = SO[name];
  const what = CALLED[MADE_OF[name]];
  if (state.standing === "elsewhere") return `${sentence(name)} does not follow the records held: ${so}.`;
  if (state.standing === "damaged")
    return `A part of ${nameOf(name)} was damaged and is being brought back from the records, so ${so}.`;
  if (state.standing === "outdated")
    return `${sentence(name)} was built by another version of the program and is being built again, so ${so}.`;
  if (state.pending > 0 && state.has < state.held)
    return `${count(state.has)} of ${count(state.held)} ${what} ${DOES[name]} so far; the others are still being read in, so ${so}.`;
  return `Changes of the ${what} held are still being read in, so ${so}.`;
}

/** The same for the person who looks after the service, with what is in the way. */
export function stateInWords(
  name: ProjectionName,
  { standing, lag, pending, held, has, reason }: ProjectionState,
): string {
  const behind = `${count(lag)} changes behind the records`;
  const numbers = pending > 0 ? `${count(has)} of ${count(held)} ${CALLED[MADE_OF[name]]}, ${behind}` : behind;
  const why = reason === undefined ? "" : `: ${reason}`;
  switch (standing) {
    case "whole":
      return lag === 0 ? "up to date" : `has all records, ${behind}`;
    case "following":
      return numbers;
    case "stopped":
      return `${numbers}${why}`;
    case "filling":
      return `is being filled from the records: ${numbers}${why}`;
    case "elsewhere":
      return `does not follow these records${why}`;
    case "damaged":
      return `was damaged and is being brought back from the records: ${numbers}${why}`;
    case "outdated":
      return `was built by the rules of another version and is being built again: ${numbers}${why}`;
  }
}

export function nameOf(name: ProjectionName): string {
  switch (name) {
    case "citator":
      return "the citator";
    case "opinion vectors":
      return "the vectors of opinions";
    case "filing vectors":
      return "the vectors of filings";
    case "opinions":
    case "laws":
    case "filings":
      return `the search index of ${name}`;
  }
}

function sentence(name: ProjectionName): string {
  const words = nameOf(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
