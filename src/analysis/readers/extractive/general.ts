import { isSeparate } from "#analysis/sections.ts";
import { isIn, sectionAskedOf } from "./features.ts";
import type { Asked, Question } from "./question.ts";
import type { Ranking } from "./ranking.ts";
import { roleOf } from "./role.ts";
import type { Unit } from "./units.ts";

/** Questions that name no matter, only what an opinion does: `What is the holding?`, `What does the dissent say?` */
const GENERAL =
  /\b(?:hold\w*|held|deci\w+|rul(?:e[ds]?|ings?)|conclu\w+|outcome|disposition|result|dissent\w*|concur\w*|standard|test|about|summar\w+|say|said)\b/iu;
const OF_QUESTIONS =
  /^(?:hold\w*|held|deci\w+|rul(?:e[ds]?|ings?)|conclu\w+|outcome|disposition|result|dissent\w*|concur\w*|legal|standard|test|apply|applies|applied|about|summar\w+|main|key|central|judge|justice|majority|plurality|opinion|court|case|say|said|why|reason\w*|here|law|point|view|argue|think|thought)$/iu;

export function isGeneral({ text }: Asked): boolean {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return GENERAL.test(text) && words.every((word) => OF_QUESTIONS.test(word) || SMALL.test(word));
}

const SMALL =
  /^(?:a|an|and|are|by|did|do|does|for|from|how|in|is|its?|of|on|s|the|their|they|this|to|was|were|what|which|who)$/iu;
const STANCE = /\bI (?:would|dissent|disagree|concur|agree|join|write|cannot|do not|am unable|respectfully)\b/u;

/** The ranking of a general question: words in common tell nothing, so what a sentence does for its opinion is asked. */
export function rankGenerally(asked: Asked, question: Question, units: readonly Unit[]): Ranking {
  const about = sectionAskedOf(question.text);
  const isStandard = /\b(?:standard|test)\b/iu.test(asked.text);
  const isOutcome = /\b(?:outcome|disposition|result)\b/iu.test(asked.text);
  return units.map((unit) => {
    const { section, text, position } = unit;
    const isAsked = about === null ? !isSeparate(section) : isIn(unit, about);
    const role = roleOf(unit);
    let value = isAsked ? 6 : 0;
    if (about !== null && STANCE.test(text)) value += 2;
    if (role === (isStandard ? "standard" : isOutcome ? "disposition" : "holding")) value += 3;
    else if (role === "holding" || role === "disposition") value += 1.5;
    if (/\bwe (?:therefore |now |thus |accordingly )?(?:hold|conclude)\b/iu.test(text)) value += 1.5;
    if (/\b(?:[Ii]n [\p{Lu}][\p{L}'\u2019.]+,|\bv\. \p{Lu}|supra\b|\bId\.)/u.test(text)) value -= 1.5;
    if (unit.isHeading || unit.isFront || unit.words < 8) value -= 5;
    if (/^["\u201c\u2018]|^(?:\[\d{1,3}\]|\d{1,3})\s/u.test(text)) value -= 1.5;
    return value + position;
  });
}
