import type { Verdict } from "#research/checked-citation.ts";

/** What a verdict is called in the report, and what it means to a reader. */
export const VERDICT_WORDS: Record<Verdict, readonly [word: string, meaning: string]> = {
  differs: ["Differs", "a decision is held under the citation, and something the brief says of it does not agree"],
  reporter_unknown: ["Unknown reporter", "no reporter has this name"],
  ambiguous: ["Ambiguous", "several decisions are held under the citation"],
  not_held: ["Not held", "no decision is held under the citation, which may well exist"],
  not_checked: ["Not checked", "statutes, vendors’ numbers, open pages and the like"],
  found: ["Agrees", "a decision is held under the citation, and what the brief says of it agrees"],
};
