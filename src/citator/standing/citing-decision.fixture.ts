import type { CitingDecision } from "./citing-decision.ts";

let count = 0;

/** A decision of the Ninth Circuit that does no more than cite, unless a test says otherwise. */
export function citing(given: Partial<CitingDecision>): CitingDecision {
  count += 1;
  return {
    workId: `work-${count}`,
    opinionId: `opinion-${count}`,
    courtId: "ca9",
    date: "1990-01-01",
    citation: `Alder v. Birch, ${count} F.3d 1`,
    treatment: "Cited",
    voice: "court",
    authoritative: true,
    scope: "whole",
    manner: "sentence",
    chance: 99,
    reason: null,
    told: null,
    ...given,
  };
}
