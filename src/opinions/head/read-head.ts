import { headDockets } from "./docket-lines.ts";
import type { PrintedDocket } from "./docket-lines.ts";
import { headDates, linesAboveAuthor, printedDecision } from "./head-dates.ts";
import type { PrintedDecision } from "./head-dates.ts";
import { HEAD_CHARS, headLinesOf } from "./head-lines.ts";
import type { HeadLine } from "./head-lines.ts";
import { ownCitations } from "./own-citations.ts";
import type { PrintedCitation } from "./own-citations.ts";

/** An opinion as far as its head is read; the text may be cut behind `HEAD_CHARS`. */
export type OpinionHead = {
  readonly opinionId: string;
  readonly text: string;
  readonly paginationCitation: string | null;
};

/** What the head of one opinion prints of its decision. */
export type ReadHead = {
  readonly opinionId: string;
  /** The lines above the opinion itself. */
  readonly above: readonly HeadLine[];
  readonly decision: PrintedDecision | null;
  readonly dockets: readonly PrintedDocket[];
  readonly citations: readonly PrintedCitation[];
  readonly paginationCitation: string | null;
};

export function readHead({ opinionId, text, paginationCitation }: OpinionHead): ReadHead {
  const head = text.slice(0, HEAD_CHARS);
  const lines = headLinesOf(head);
  const above = linesAboveAuthor(lines);
  return {
    opinionId,
    above,
    decision: printedDecision(headDates(above, head)),
    dockets: headDockets(above, head),
    citations: ownCitations(lines),
    paginationCitation,
  };
}
