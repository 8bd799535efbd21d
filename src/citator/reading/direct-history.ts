import type { TextSpan } from "../model.ts";
import type { Section } from "../voices.ts";
import { decisionsBelow, isOfCourtBelow } from "./decision-below.ts";
import type { ReviewedCase } from "./decision-below.ts";
import { dispositionOf } from "./disposition.ts";
import type { Disposition } from "./disposition.ts";
import type { PlacedHit } from "./opinion-hits.ts";
import { statedBelow } from "./stated-below.ts";

/**
 * What the opinion does to the decisions under review: as its syllabus states of each, else as its disposition does to
 * those that its proceedings tell of.
 */
export function directHistory(
  reviewed: ReviewedCase,
  sentences: readonly TextSpan[],
  sections: readonly Section[],
): PlacedHit[] {
  const stated = statedBelow(reviewed.text, reviewed.authorities, sections).filter(({ authority }) =>
    reviewed.authorities.some((one) => one.number === authority && isOfCourtBelow(reviewed, one)),
  );
  if (stated.length > 0)
    return stated.map(({ authority, at, ...done }) =>
      hitOf(
        { authority, step: "reviewed" },
        done,
        sentences.findLast(({ start }) => start <= at) ?? { start: at, end: at + 1 },
      ),
    );
  const disposition = dispositionOf(reviewed.text, sentences, sections);
  if (disposition === undefined) return [];
  return decisionsBelow(reviewed, disposition).map((below) => hitOf(below, disposition, disposition.sentence));
}

function hitOf(
  { authority, step }: ReturnType<typeof decisionsBelow>[number],
  { act, isDivided }: Pick<Disposition, "act" | "isDivided">,
  sentence: TextSpan,
): PlacedHit {
  return {
    authority,
    kind: "disposition",
    act,
    status: step !== "reviewed" ? "near" : isDivided ? "due" : "own",
    back: true,
    quoted: false,
    by: null,
    scope: isDivided ? "part" : "whole",
    at: sentence.start,
    voice: "court",
    sentence,
  };
}
