import type { Analysis, Proposition, Source } from "#analysis/model.ts";
import { isSeparate, sectionLabel } from "#analysis/sections.ts";
import { QUOTE_WORDS_MAX } from "#analysis/model.ts";
import { mayTell } from "./answer.ts";
import { isIn, sectionAskedOf } from "./features.ts";
import { bestClauses } from "./long-sentence.ts";
import { propositionOf, readable, speakerOf } from "./proposition.ts";
import type { Question } from "./question.ts";
import type { Ranking } from "./ranking.ts";
import { roleOf } from "./role.ts";
import type { Unit } from "./units.ts";

/** A sentence that may answer, with its quote. */
export type Candidate = {
  readonly proposition: Proposition;
  /** In one line. */
  readonly words: string;
  readonly speaker: string;
  /** Of a separate opinion that is not asked for. */
  readonly isAside: boolean;
};

export type Candidates = {
  /** What is asked, in its own words. */
  readonly parts: readonly string[];
  /** Best first. */
  readonly candidates: readonly Candidate[];
  /** What is answered where nobody chooses. */
  readonly withoutModel: Analysis;
};

const CANDIDATES_MAX = 16;
/** With the question and what is said of the task about 1,700 tokens. */
const WORDS_MAX = 900;

/** The sentences likeliest to answer, the parts of the question taking turns, as many as there is room for. */
export function candidatesOf(
  question: Question,
  units: readonly Unit[],
  rankings: readonly Ranking[],
  kind: Source["kind"],
): Candidate[] {
  const about = sectionAskedOf(question.text);
  const orders = rankings.map((ranking) =>
    [...units.keys()]
      .filter((at) => units[at] !== undefined && mayTell(units[at]))
      .toSorted((one, other) => (ranking[other] ?? 0) - (ranking[one] ?? 0))
      .slice(0, CANDIDATES_MAX),
  );
  const taken = new Set<number>();
  const candidates: Candidate[] = [];
  let words = 0;
  for (let turn = 0; turn < CANDIDATES_MAX; turn += 1) {
    for (const [asked, order] of orders.entries()) {
      const at = order[turn];
      const unit = at === undefined ? undefined : units[at];
      if (at === undefined || unit === undefined || taken.has(at) || candidates.length >= CANDIDATES_MAX) continue;
      const terms = question.parts[asked]?.terms ?? [];
      const cut =
        unit.words <= QUOTE_WORDS_MAX
          ? { start: unit.start, end: unit.end, isTruncated: false }
          : bestClauses(unit, terms);
      const room = Math.min(unit.words, QUOTE_WORDS_MAX);
      if (cut === undefined || words + room > WORDS_MAX) continue;
      taken.add(at);
      words += room;
      const quote = { partId: unit.part.id, ...cut, text: unit.part.text.slice(cut.start, cut.end) };
      candidates.push({
        proposition: {
          proposition: propositionOf(unit, kind),
          quote,
          section: unit.isFront ? "head of the decision" : sectionLabel(unit.section),
          role: roleOf(unit),
          score: 1 / (1 + Math.exp(-(rankings[asked]?.[at] ?? 0) / 3)),
        },
        words: readable(quote.text),
        speaker: speakerOf(unit.section, kind, unit.isFront),
        isAside: isSeparate(unit.section) && (about === null || !isIn(unit, about)),
      });
    }
  }
  return candidates;
}
