import { partsOfQuestion } from "../readers/extractive/question.ts";
import { isForeignTo } from "./foreign.ts";
import { relevantIn, stockOfLines } from "./relevant-entries.ts";
import type { DocketLine, RelevantLine } from "./relevant-entries.ts";

/** What the lines of a docket have to do with a question. */
export type WeighedLines = {
  /** Those that bear on it, best first. */
  readonly relevant: readonly RelevantLine[];
  /** The things that are asked that are foreign to all of them. */
  readonly foreign: readonly string[];
};

/** Reads all lines of a docket for a question; a thousand of them are some hundred milliseconds of work. */
export function weighLines(question: string, lines: readonly DocketLine[]): WeighedLines {
  const stock = stockOfLines(lines);
  return {
    relevant: relevantIn(question, lines, stock),
    foreign: partsOfQuestion(question).filter((part) => isForeignTo(part, stock.stems)),
  };
}
