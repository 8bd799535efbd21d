import type { Filter } from "#index/filter.ts";
import type { Span } from "#index/tree.ts";
import { courtsIn } from "./courts-in.ts";
import { datesIn } from "./dates-in.ts";
import { opinionsIn } from "./opinions-in.ts";
import { statesIn } from "./states-in.ts";

/** What a query says of the decisions it wants beside what they are about: `in the second circuit`, `since 2015`. */
export type Condition = {
  readonly kind: "court" | "state" | "date" | "opinion";
  /** The words that say so. */
  readonly at: Span;
  /** What they were read as, for the person who typed them: `2d Cir.`, `2015-01-01 or later`. */
  readonly meaning: string;
  /** A document that passes every filter of one of these lists is one of those wanted. */
  readonly within: readonly (readonly Filter[])[];
  /** Its words can hardly mean anything else. */
  readonly isSure: boolean;
  /** Its words stay part of what is searched for. */
  readonly keeps: boolean;
};

export type Conditions = {
  readonly conditions: readonly Condition[];
  /** The text with spaces in the place of words that say nothing else, so that the others stand where they were typed. */
  readonly rest: string;
};

/** Longer texts are pasted, and what they say of courts and days is not what is asked. */
const CHARS_MAX = 300;
const CONDITIONS_MAX = 6;

/**
 * The conditions that a text without operators puts into words, in their order; undefined where there are none, and
 * where nothing would be left to search for.
 */
export function conditionsIn(text: string): Conditions | undefined {
  if (text.length > CHARS_MAX) return undefined;
  const apart: Condition[] = [];
  let rest = text;
  for (const read of [courtsIn, opinionsIn, datesIn, statesIn]) {
    const free = (one: Condition): boolean => apart.every(({ at }) => at.end <= one.at.start || one.at.end <= at.start);
    const found = read(rest).filter(free);
    apart.push(...found);
    for (const { at, keeps } of found) {
      if (!keeps) rest = rest.slice(0, at.start) + " ".repeat(at.end - at.start) + rest.slice(at.end);
    }
  }
  if (apart.length === 0 || apart.length > CONDITIONS_MAX) return undefined;
  if (!/\p{L}{3}/u.test(rest)) return undefined;
  return { conditions: apart.toSorted((a, b) => a.at.start - b.at.start), rest };
}
