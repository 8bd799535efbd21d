import type { ProjectionState } from "./completeness.ts";

/** What an answer says of it, for the person who asked. */
export function missingInWords({ words, ...state }: ProjectionState): string {
  const { called, records: what, does, so } = words;
  if (state.standing === "elsewhere") return `${sentence(called)} does not follow the records held: ${so}.`;
  if (state.standing === "damaged")
    return `A part of ${called} was damaged and is being brought back from the records, so ${so}.`;
  if (state.standing === "outdated")
    return `${sentence(called)} was built by another version of the program and is being built again, so ${so}.`;
  if (state.pending > 0 && state.has < state.held)
    return `${count(state.has)} of ${count(state.held)} ${what} ${does} so far; the others are still being read in, so ${so}.`;
  return `Changes of the ${what} held are still being read in, so ${so}.`;
}

/** The same for the person who looks after the service, with what is in the way. */
export function stateInWords({ words, standing, lag, pending, held, has, reason }: ProjectionState): string {
  const behind = `${count(lag)} changes behind the records`;
  const numbers = pending > 0 ? `${count(has)} of ${count(held)} ${words.records}, ${behind}` : behind;
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

function sentence(called: string): string {
  return called.charAt(0).toUpperCase() + called.slice(1);
}

function count(value: number): string {
  return value.toLocaleString("en-US");
}
