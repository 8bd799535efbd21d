import { stemKeyOf } from "#text/stem.ts";
import { tokenize } from "#text/tokenize.ts";
import { readQuestion } from "../readers/extractive/question.ts";

/** One word may be meant by others; of so many some would stand in a docket that speaks of them. */
const WORDS_MIN = 2;
/** Asks for the docket as a whole, whatever its words. */
const OF_THE_WHOLE =
  /\b(?:summar\w*|overview|histor\w*|background|timeline|litigation|lawsuit|suit|progress\w*|develop\w*|activit\w*|gist|about|going on|stage|stands?)\b/iu;

/** Whether none of the words of one thing that is asked stand in the texts, nor any that stand for them. */
export function isForeignTo(part: string, texts: readonly string[]): boolean {
  const terms = readQuestion(part).terms.filter(({ weight }) => weight === 1);
  if (terms.length < WORDS_MIN || OF_THE_WHOLE.test(part)) return false;
  const stems = new Set(texts.flatMap((text) => tokenize(text).map((token) => stemKeyOf(token.text))));
  return !terms.some(({ stem, related }) => stems.has(stem) || [...related].some((other) => stems.has(other)));
}
