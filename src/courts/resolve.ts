import { err, ok } from "#base/result.ts";
import type { Result } from "#base/result.ts";

import type { Court } from "./model.ts";
import { courtKey } from "./names.ts";
import { NAME_CHARS_MAX, narrow, recogniseCourt } from "./recognise.ts";
import { keys } from "./registry.ts";

export type CourtNotFound = {
  /** Courts that may be meant, nearest first, at most five. */
  readonly suggestions: readonly Court[];
};

export type ResolveOptions = {
  /** Year of the decision: picks among courts that bore one name at different times. */
  readonly year?: number | undefined;
  /** The state's name, or `Federal`: leaves out the courts of others. */
  readonly state?: string | undefined;
};

/**
 * The court or courts a text names: an id, a full name, a Bluebook abbreviation or a usual variant (`CA9`,
 * `Ninth Circuit`, `District Court, S.D. New York`, with or without a division or a county after it). More than
 * one court comes back only when the text fits them equally. `recogniseCourt` tells also how it was understood.
 */
export function resolveCourt(text: string, options: ResolveOptions = {}): Result<readonly Court[], CourtNotFound> {
  const found = recogniseCourt(text, { state: options.state, date: options.year?.toString() });
  return found.ok ? ok(found.courts) : err({ suggestions: found.candidates });
}

export type NamedCourt = {
  readonly name: string;
  readonly abbreviation?: string | undefined;
  /** The state, or `United States` for the federal courts. */
  readonly jurisdictionName?: string | undefined;
  /** Date of the decision, `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  readonly date?: string | undefined;
};

/**
 * The one court an importer's source means, or null when no court or several fit. The name decides; where it fits
 * several courts, the abbreviation and the date choose.
 */
export function resolveCourtNamed(source: NamedCourt): Court | null {
  const { name, abbreviation = "", jurisdictionName = "", date } = source;
  for (const state of statesOf(jurisdictionName)) {
    const found = recogniseCourt(name.slice(0, NAME_CHARS_MAX), { state, date });
    const named = found.ok ? found.courts : [];
    const abbreviated = (keys().byKey.get(courtKey(abbreviation)) ?? []).filter(
      (court) => court.state === (state ?? court.state),
    );
    const both = named.filter((court) => abbreviated.includes(court));
    for (const choice of [named, both, named.length === 0 ? abbreviated : []]) {
      const narrowed = narrow(choice, date);
      if (narrowed.length === 1) return narrowed[0] ?? null;
    }
  }
  return null;
}

/** Where to look, in order; reporters file the federal court of appeals of the capital under the District. */
function statesOf(jurisdictionName: string): (string | undefined)[] {
  if (jurisdictionName === "") return [undefined];
  if (jurisdictionName === "United States" || jurisdictionName === "U.S.") return ["Federal"];
  return jurisdictionName === "District of Columbia" ? [jurisdictionName, "Federal"] : [jurisdictionName];
}

/** Reads what looking up names needs, so that no request waits for it. */
export function prepareCourtNames(): void {
  recogniseCourt("no court is called this");
}
