import type { TextSpan } from "../model.ts";
import { quotedRuns } from "../quoted.ts";
import type { Section } from "../voices.ts";

export type CourtLevel = "high" | "appeals" | "trial";

/** How an opinion ends: what it does to the judgment under review, and where it says so. */
export type Disposition = {
  readonly act: "reverse" | "vacate" | "affirm";
  readonly isDivided: boolean;
  /** The level of the court whose judgment it speaks of, where it says so. */
  readonly of: CourtLevel | null;
  readonly words: string;
  readonly sentence: TextSpan;
};

const DONE: Readonly<Record<string, Disposition["act"]>> = {
  vacate: "vacate",
  vacated: "vacate",
  "set aside": "vacate",
  reverse: "reverse",
  reversed: "reverse",
  affirm: "affirm",
  affirmed: "affirm",
};

const JUDGMENT =
  "(?:judgments?|orders?|decisions?|decrees?|convictions?|sentences?|court of appeals|court below|district court|rulings?|awards?)";
const PASSIVE = new RegExp(
  `\\b${JUDGMENT}\\b[^;.?“”"]{0,220}?\\b(?:is|are|must be|should be|must therefore be|will be|therefore|accordingly)\\b(?! to be)[^;.?“”"]{0,60}?\\b(vacated|reversed|affirmed|set aside)\\b`,
  "giu",
);
const ACTIVE = new RegExp(
  `\\bwe (?:(?!may|might|can|could|would|do|did|have|had|should)\\w+,? ){0,4}?(vacate|reverse|affirm)\\b(?: and remand|,? [^;.]{0,60}?${JUDGMENT}|\\.|,)`,
  "giu",
);
/** Its subject stands far before: `We grant the petition for certiorari, vacate the judgment of`, `and therefore reverse the judgment of`. */
const JOINED = new RegExp(
  `\\b(?:certiorari,|therefore,?|accordingly,?|thus) (?:and )?(vacate|reverse|affirm)(?: and remand)? (?:the|its) (?:\\w+ ){0,3}?${JUDGMENT}`,
  "giu",
);
const BARE =
  /(?:\bis\s+|(?=[jodvra])(?<=[.;:”"\n]\s*|^\s*))(?:judgments? |order |decree )?(vacated|reversed|affirmed)\b(?=[^a-z]{0,3}(?:and remanded|and (?:case )?remanded|with (?:directions|instructions|costs)|per|in part|insofar|\.|,|$))/gimu;

/** The end of an opinion in which its disposition is looked for; footnotes may stand behind it. */
const END_CHARS = 60_000;

/** The last disposition of the court's own part; undefined when there is none. */
export function dispositionOf(
  text: string,
  sentences: readonly TextSpan[],
  sections: readonly Section[],
): Disposition | undefined {
  const court = sections.find((section) => section.voice === "court");
  if (court === undefined) return undefined;
  const from = Math.max(court.start, court.end - END_CHARS);
  const end = text.slice(from, court.end);
  const isQuoted = quotedRuns(end);
  const found = [PASSIVE, ACTIVE, JOINED, BARE].flatMap((expression) =>
    [...end.matchAll(expression)]
      .map((match) => ({ at: match.index, words: match[0], done: match[1] ?? "" }))
      .filter(({ at, words }) => !isQuoted(at + words.length - 1)),
  );
  const last = found.toSorted(
    (one, other) => other.at + other.words.length - one.at - one.words.length || other.words.length - one.words.length,
  )[0];
  const act = DONE[last?.done.toLowerCase() ?? ""];
  if (last === undefined || act === undefined) return undefined;
  const at = from + last.at + last.words.length - 1;
  const sentence = sentences.findLast((one) => one.start <= at) ?? { start: at, end: at + 1 };
  const around = text.slice(from + last.at, Math.max(at + 1, Math.min(sentence.end, at + 160)));
  const acts = new Set(
    [...around.matchAll(/\b(vacated|reversed|affirmed)\b/giu)].map((match) => DONE[match[1]?.toLowerCase() ?? ""]),
  );
  // What is affirmed in part is gone in part.
  const isMixed = acts.has("affirm") && acts.size > 1;
  const isDivided = isMixed || /\bin part\b|\binsofar\b/iu.test(around);
  const gravest = isMixed ? (acts.has("reverse") ? "reverse" : "vacate") : act;
  return { act: gravest, isDivided, of: courtIn(around), words: around, sentence };
}

/** The court named first in the words of a disposition. */
function courtIn(words: string): CourtLevel | null {
  const match =
    /(?<appeals>court of (?:criminal |civil )?appeals|\bcircuit\b|appellate (?:division|court))|(?<high>supreme (?:judicial )?court|highest court)|(?<trial>district court|trial court|circuit court|superior court)/iu.exec(
      words,
    );
  if (match?.groups?.["appeals"] !== undefined) return "appeals";
  if (match?.groups?.["high"] !== undefined) return "high";
  return match?.groups?.["trial"] === undefined ? null : "trial";
}
