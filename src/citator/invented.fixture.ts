import { beginReading, finishReading } from "./read-opinion.ts";
import type { CitedDecision, OpinionText } from "./read-opinion.ts";

/** Three invented decisions that the sentences under test speak of by name. */
const CITED =
  "The rule was laid down in Alder v. Birch, 310 U.S. 101 (1940), and stated again in Cedar v. Dogwood, 320 U.S. 202 (1943). Elm v. Fir, 330 U.S. 303 (1947), came last.\n\n";

/** Without learned weights each feature says what its words say. */
const NOTHING_LEARNED = {};

/** Everything the reader keeps of the decisions cited in an invented opinion of the Supreme Court, judged by words alone. */
export function readInvented(text: string, given: Partial<OpinionText> = {}): CitedDecision[] {
  const opinion = { text, type: "lead", courtId: "scotus", caseName: "Rowan v. Spruce", year: 1980, ...given };
  return finishReading(beginReading(opinion), () => undefined, NOTHING_LEARNED, null);
}

/** How the sentences treat the three decisions: `Alder: Overruled (court)`, those that are merely cited left out. */
export function treatmentsIn(sentences: string, type = "lead"): string[] {
  return readInvented(CITED + sentences, { type })
    .filter(({ treatment }) => treatment !== "Cited")
    .map(({ name, treatment, voice }) => `${name?.split(" ")[0]}: ${treatment} (${voice})`);
}
