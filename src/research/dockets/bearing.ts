import { askedOfLines } from "#dockets/questions/asked-of-lines.ts";
import type { AskedOfLines } from "#dockets/questions/asked-of-lines.ts";
import type { SheetLine } from "./sheet-lines.ts";

/**
 * What is seen of a line for one thing that is asked, and how much it counts: set by hand near what is learned from the
 * building half of the marked questions (docs/decisions/docket-answers.md).
 */
export const BEARING_WEIGHTS = {
  words: 1.5,
  title: 3.5,
  decidesForRulings: 2.5,
  verb: 1.8,
  notOfCourtForRulings: -0.3,
  dayForTime: 1.5,
  counsel: 1.6,
  beside: -0.8,
  rulingOnWhatIsAsked: 1.7,
  lateForOutcome: 1.6,
  endsForOutcome: 2.2,
  day: 2.6,
  names: 1.3,
  motionForMotions: 1.5,
  ofCourtForPapers: -1.5,
  ofTheCourtMeant: 1.5,
} as const;
export type BearingFeature = keyof typeof BEARING_WEIGHTS;
const FEATURES = Object.keys(BEARING_WEIGHTS) as BearingFeature[];

/** The natural logarithm of the least chance that counts. */
const LEAST = -8;

/** It asks of what the part before names. */
const LEANS =
  /^(?:at|by|for|from|in|on|to|under|with)\b|\b(?:it|its|they|them|their|that|those|before|next|after|else|then|other|there|he|she|him|his|her)\b|\bthe decision\b/iu;

/** `and at which docket number`, `and when was it filed`: the line itself says so. */
const OF_PLACE =
  /^(?:(?:at|on|in|under|to|by|for|from)\s+)?(?:what|which|when|where)(?:\s+(?:docket|entry|document|number|date|day|time|is|was|were|it|they|filed|entered|the|that|did|this|be|happen(?:ed)?))*$/iu;

export function isOfThePlaceOfALine(part: string): boolean {
  return OF_PLACE.test(part);
}

export function leansOnTheOneBefore(part: string): boolean {
  return LEANS.test(part);
}

export type PartAsked = {
  readonly part: string;
  /** Of each line, what its words make of it: chances that sum to 1. */
  readonly chances: readonly number[];
};

/**
 * How each line bears on each thing that is asked, as logarithms of shares of the best: 0 is the best line, `LEAST` none.
 * A part without words of its own (`and on what date`) asks of the lines of the one before it, and gets the same list.
 */
export function bearingsOf(asked: readonly PartAsked[], lines: readonly SheetLine[]): (readonly number[])[] {
  const bearings: (readonly number[])[] = [];
  for (const [at, { part, chances }] of asked.entries()) {
    const [before, own] = [asked[at - 1], bearings.at(-1)];
    if (own !== undefined && isOfThePlaceOfALine(part)) {
      bearings.push(own);
      continue;
    }
    const leans = before !== undefined && LEANS.test(part);
    const met = leans ? chances.map((chance, line) => between(chance, before.chances[line] ?? 0)) : chances;
    bearings.push(fromBest(featuresOf(askedOfLines(part, leans ? before.part : ""), lines, met).map(weighed)));
  }
  return bearings;
}

const between = (one: number, other: number): number => Math.sqrt(Math.max(one, 1e-4) * Math.max(other, 1e-4));

function weighed(row: Readonly<Record<BearingFeature, number>>): number {
  return FEATURES.reduce((sum, feature) => sum + row[feature] * BEARING_WEIGHTS[feature], 0);
}

function fromBest(values: readonly number[]): number[] {
  const best = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  return values.map((value) => Math.max(LEAST, value - best));
}

export function featuresOf(
  asked: AskedOfLines,
  lines: readonly SheetLine[],
  chances: readonly number[],
): Record<BearingFeature, number>[] {
  const words = fromBest(chances.map((chance) => Math.max(LEAST, Math.log(Math.max(chance, 1e-9)))));
  const rarity = rarityIn(lines);
  const whole = asked.stems.reduce((sum, stem) => sum + rarity(stem), 0) || 1;
  return lines.map((line, at) => {
    const place = lines.length < 2 ? 0 : at / (lines.length - 1);
    const own = words[at] ?? LEAST;
    const ruledOn = line.refers.filter((other) => other < at).map((other) => words[other] ?? LEAST);
    const isRulingWanted = asked.isOfRulings;
    return {
      words: own,
      title: asked.stems.reduce((sum, stem) => sum + (line.title.has(stem) ? rarity(stem) : 0), 0) / whole,
      decidesForRulings: Number(isRulingWanted && line.decides),
      verb: Number(asked.verbs.some((verb) => line.verbs.has(verb))),
      notOfCourtForRulings: Number(isRulingWanted && !line.isOfCourt),
      dayForTime: Number(asked.isOfTime && line.setsADay),
      counsel: Number(asked.isOfCounsel && line.isOfCounsel),
      beside: Number(line.isBeside && !(asked.isOfTime && line.setsADay)),
      rulingOnWhatIsAsked: isRulingWanted && line.isOfCourt ? Math.max(0, Math.max(LEAST, ...ruledOn) - own) / 4 : 0,
      lateForOutcome: asked.isOfOutcome ? place : 0,
      endsForOutcome: Number(asked.isOfOutcome && line.endsTheCase),
      day: Number(asked.days.some((day) => line.day.includes(day))),
      names:
        asked.names.length === 0 ? 0 : asked.names.filter((name) => line.stems.has(name)).length / asked.names.length,
      motionForMotions: Number(asked.isOfMotions && !isRulingWanted && line.isMotion),
      ofTheCourtMeant: ofTheCourtMeant(asked, line),
      ofCourtForPapers: Number(asked.isOfPapers && !isRulingWanted && line.isOfCourt),
    };
  });
}

function ofTheCourtMeant({ court }: AskedOfLines, { isOfAnAppeal }: SheetLine): number {
  if (court === null || !isOfAnAppeal) return 0;
  return court === "above" ? 1 : -1;
}

/** How much a stem tells among these lines. */
function rarityIn(lines: readonly SheetLine[]): (stem: string) => number {
  const having = new Map<string, number>();
  for (const { stems } of lines) for (const stem of stems) having.set(stem, (having.get(stem) ?? 0) + 1);
  return (stem) => Math.log(1 + lines.length / (1 + (having.get(stem) ?? 0)));
}
