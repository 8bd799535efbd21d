import { tokenize } from "#text/tokenize.ts";
import { stemsIn } from "#text/word-stems.ts";
import { readQuestion } from "../readers/extractive/question.ts";
import { directionOf, likeness } from "../readers/extractive/word-vectors.ts";

/** Asks for the docket as a whole, whatever its words. */
const OF_THE_WHOLE =
  /\b(?:summar\w*|overview|histor\w*|background|timeline|litigation|lawsuit|suit|progress\w*|develop\w*|activit\w*|gist|about|going on|stage|stands?|outcome|results?|upshot|next)\b/iu;
/**
 * Of several words some would stand in a docket that speaks of them. One may be meant by any of like company; with the
 * words of a question around it (`who sued`) it is put to whoever reads, unless it is a word of no decision.
 */
const LIKENESS_OF_ONE_MIN = 0.3;

/** What the words of texts are compared by. */
export function stemsOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => stemsIn(text)));
}

/**
 * Whether none of the words of one thing that is asked are among the stems of texts, nor any that stand for them. What is
 * foreign to each of several texts is foreign to all of them together.
 */
export function isForeignTo(part: string, stems: ReadonlySet<string>): boolean {
  const terms = readQuestion(part).terms.filter(({ weight }) => weight === 1);
  const [first, ...others] = terms;
  if (first === undefined || OF_THE_WHOLE.test(part)) return false;
  const stands = terms.some(({ stem, related }) => stems.has(stem) || [...related].some((other) => stems.has(other)));
  if (stands || others.length > 0) return !stands;
  const isKnown = directionOf([[first.stem, 1]]) !== undefined;
  if (isKnown && tokenize(part).length > 1) return false;
  return ![...stems].some((other) => likeness(first.stem, other) >= LIKENESS_OF_ONE_MIN);
}
