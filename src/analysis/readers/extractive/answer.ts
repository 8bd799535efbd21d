import { collapseSpace } from "#text/typography.ts";
import type { Source } from "#analysis/model.ts";
import { isSeparate } from "#analysis/sections.ts";
import { isIn, sectionAskedOf } from "./features.ts";
import { readable, speakerOf } from "./proposition.ts";
import type { Question } from "./question.ts";
import { bestOf } from "./ranking.ts";
import type { Ranking } from "./ranking.ts";
import type { Unit } from "./units.ts";

const SENTENCES_MAX = 3;
/** A sentence this far behind the best of its part is not told with it. */
const BEHIND_MAX = 2;
/** Nor is one that is as seldom right as this, of all sentences that might tell: one that is clearly best stands alone. */
const CHANCE_MIN = 0.08;

const CLOSING_WORDS = "No language model was used; these are the opinion's own words.";

type Told = { readonly at: number; readonly part: number; readonly behind: number };

/**
 * What an opinion says to a question: up to three sentences, the most telling of each part first, with who speaks; its
 * outcome where that is asked; and what it does not answer. Separate opinions speak only where they are asked for.
 */
export function opinionAnswer(
  question: Question,
  units: readonly Unit[],
  rankings: readonly Ranking[],
  isAnswered: readonly boolean[],
  { source, disposition }: { readonly source: Source; readonly disposition: string | null },
): string {
  const told = sentencesFor(question, units, rankings, isAnswered);
  const isOnePart = question.parts.length === 1;
  const said = question.parts.flatMap(({ text }, part) => {
    const own = told.filter((one) => one.part === part);
    if (own.length === 0) return [];
    const words = quoted(
      own.flatMap(({ at }) => units[at] ?? []),
      source.kind,
    );
    return isOnePart ? [words] : [`On \u201c${collapseSpace(text)}\u201d: ${words}`];
  });
  const outcome = outcomeOf(question.parts, isAnswered, disposition, said.join(" "));
  const open = question.parts.filter((_, part) => isAnswered[part] !== true).map(({ text }) => collapseSpace(text));
  const missing = open.length === 0 ? [] : [`The opinion does not appear to answer: ${open.join("; ")}.`];
  return [...said, ...outcome, ...missing, CLOSING_WORDS].join(" ");
}

function sentencesFor(
  question: Question,
  units: readonly Unit[],
  rankings: readonly Ranking[],
  isAnswered: readonly boolean[],
): Told[] {
  const about = sectionAskedOf(question.text);
  const isAsked = (unit: Unit): boolean => (about === null ? !isSeparate(unit.section) : isIn(unit, about));
  const hasAsked = units.some(isAsked);
  const isIssueAsked = /\b(?:issue|question)s?\b/iu.test(question.text);
  const candidates = rankings.map((ranking, part): Told[] => {
    if (isAnswered[part] !== true) return [];
    const allowed = [...ranking.keys()].filter((at) => {
      const unit = units[at];
      return unit !== undefined && mayTell(unit) && (!hasAsked || isAsked(unit));
    });
    const telling = allowed.filter((at) => isIssueAsked || !PUTS_THE_ISSUE.test(units[at]?.text ?? ""));
    const open = telling.length === 0 ? allowed : telling;
    const best = bestOf(open.map((at) => ranking[at] ?? 0));
    const told = open.map((at) => ({ at, part, behind: best - (ranking[at] ?? 0) }));
    const whole = told.reduce((sum, { behind }) => sum + Math.exp(-behind), 0);
    return told
      .filter(({ behind }) => behind === 0 || (behind <= BEHIND_MAX && Math.exp(-behind) / whole >= CHANCE_MIN))
      .toSorted((one, other) => one.behind - other.behind)
      .slice(0, SENTENCES_MAX);
  });
  const told = candidates.flatMap(([first]) => (first === undefined ? [] : [first]));
  const more = candidates.flatMap(([, ...rest]) => rest).toSorted((one, other) => one.behind - other.behind);
  for (const one of more) if (told.length < SENTENCES_MAX && !told.some(({ at }) => at === one.at)) told.push(one);
  return told;
}

/** A sentence that only says what is to be decided has most of a question's words, and no answer. */
const PUTS_THE_ISSUE =
  /\b(?:questions?|issues?|problem)\b[^.;]{0,60}\b(?:is|are|was|presented|before us|raised|here)\b[^.;]{0,60}\b(?:whether|is (?:this|one))|\bpresents? the (?:question|issue)|\b(?:must|need|are (?:asked|called upon)|were asked|is) (?:to )?(?:decide|determine|address|consider|hold|resolve)\b[^.;]{0,80}\b(?:whether|that)\b|\bwe granted (?:certiorari|review)\b|^\W{0,3}Whether\b|\?["\u201d]?$/iu;

/** Whether a sentence may be an answer: no heading, no caption, no line that only opens a separate opinion. */
export function mayTell(unit: Unit): boolean {
  return !unit.isHeading && !unit.isFront && !isOpeningLine(unit);
}

/** Words of the line that says who writes separately and who joins; more of them say something besides. */
const OPENING_WORDS_MAX = 25;

/** `JUSTICE ASH, with whom JUSTICE YEW joins, dissenting.` names its writer and answers nothing. */
function isOpeningLine({ position, section, words, text }: Unit): boolean {
  return (
    position === 0 &&
    isSeparate(section) &&
    words <= OPENING_WORDS_MAX &&
    /\b(?:concurring|dissenting)\b(?!,? because\b)/iu.test(text)
  );
}

/** Sentences in quotation marks; who speaks is told where that changes. */
function quoted(units: readonly Unit[], kind: Source["kind"]): string {
  let last = "";
  return units
    .map((unit) => {
      const speaker = speakerOf(unit.section, kind, unit.isFront);
      const words = `\u201c${readable(unit.text)}\u201d`;
      const told = speaker === last ? words : `${speaker}: ${words}`;
      last = speaker;
      return told;
    })
    .join(" ");
}

const OUTCOME_ASKED =
  /\b(?:outcome|disposition|dispose[ds]?|result|affirm\w*|revers\w+|vacat\w+|remand\w*|holding|hold|held|decide[ds]?|win|won|prevail\w*)\b/iu;

/** What the decision orders, where an answered part asks for it and nothing that is told says it. */
export function outcomeOf(
  parts: readonly { readonly text: string }[],
  isAnswered: readonly boolean[],
  disposition: string | null,
  said: string,
): string[] {
  const isAsked = parts.some(({ text }, part) => isAnswered[part] === true && OUTCOME_ASKED.test(text));
  if (!isAsked || disposition === null) return [];
  const words = readable(disposition);
  return said.includes(words) ? [] : [`Outcome: \u201c${words}\u201d`];
}
