import { allCourts, recogniseCourt } from "#courts/courts.ts";
import type { Court } from "#courts/courts.ts";
import { respelled } from "../courts.ts";
import type { Note } from "../note.ts";

/** The courts that a text names, with a note where it is spelled otherwise, or why it names none. */
export type CourtsNamed = { readonly courts: readonly Court[]; readonly respelled?: Note } | { readonly unknown: Note };

const REGION =
  /^(?:the\s+)?(?<circuit>\d{1,2}(?:st|nd|rd|th|d)|d\.?\s?c\.?|fed(?:\.|eral)?)\s*cir(?:\.|cuit)?\s+region$/iu;
const OF_REGION: ReadonlySet<string> = new Set([
  "Federal Appellate",
  "Federal District",
  "Federal Bankruptcy",
  "Federal Bankruptcy Panel",
]);
const CANDIDATES_MAX = 5;

/**
 * A region is a circuit with its district and bankruptcy courts. A name that fits one court at several times stands for
 * all of them; one that fits courts of different names is not understood.
 */
export function courtsNamed(text: string): CourtsNamed {
  const circuit = circuitOf(text);
  if (circuit !== undefined) {
    const courts = allCourts().filter((court) => court.circuit === circuit && OF_REGION.has(court.jurisdiction));
    return courts.length === 0 ? unknown(text, []) : { courts };
  }
  const found = recogniseCourt(text);
  if (!found.ok) return unknown(text, found.candidates);
  const [first, ...others] = found.courts;
  if (others.every(({ abbreviation, state }) => abbreviation === first?.abbreviation && state === first.state))
    return { courts: found.courts, ...respelled(text, found) };
  return several(text, found.courts);
}

function circuitOf(text: string): string | undefined {
  const written = REGION.exec(text.trim())?.groups?.["circuit"]?.toLowerCase();
  if (written === undefined) return undefined;
  if (written.startsWith("fed")) return "federal";
  return written.startsWith("d") ? "dc" : String(Number.parseInt(written, 10));
}

function unknown(given: string, near: readonly Court[]): CourtsNamed {
  const meant = namesOf(near);
  const hint = meant.length === 0 ? "" : `; did you mean ${meant.join(" or ")}?`;
  return {
    unknown: { message: `no court is called ${given}${hint}`, reason: { code: "no_such_court", given, meant } },
  };
}

function several(given: string, courts: readonly Court[]): CourtsNamed {
  const meant = namesOf(courts);
  const message = `${given} may be ${meant.join(" or ")}${courts.length > meant.length ? ` or ${courts.length - meant.length} more` : ""}; name one`;
  return { unknown: { message, reason: { code: "several_courts", given, meant } } };
}

function namesOf(courts: readonly Court[]): string[] {
  return [...new Set(courts.map(({ fullName }) => fullName))].slice(0, CANDIDATES_MAX);
}
