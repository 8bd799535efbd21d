import type { Checks, FindingKind } from "#research/brief-findings.ts";

type Answer = Checks[keyof Checks];

/** What an answer to a question is called; none is an empty word. */
export const CHECK_WORDS: Record<Answer, string> = {
  held: "yes",
  cited_by_others: "cited by others",
  unconfirmed: "NOT CONFIRMED",
  impossible: "IMPOSSIBLE",
  no_such_provision: "NO SUCH SECTION",
  not_checked: "not checked",
  agree: "agree",
  differ: "DIFFER",
  exact: "exact",
  altered: "DIFFERS",
  not_found: "NOT FOUND",
  none: "",
  inside: "in range",
  outside: "OUT OF RANGE",
  unknown: "unknown",
  no_negative: "nothing negative",
  caution: "caution",
  negative: "NEGATIVE",
  in_force: "in force",
  repealed: "NOT IN FORCE",
};

/** What findings of a kind are, behind their number, in the order of what hurts. */
export const KIND_WORDS: Record<FindingKind, string> = {
  impossible_citation: "cannot be right",
  unknown_case: "could not be confirmed to exist",
  bad_law: "no longer good law",
  law_not_found: "to a section that is not in the code",
  law_repealed: "to a law that is not in force",
  quotation_not_found: "with quoted words that are not in the source",
  quotation_differs: "with quoted words that differ from the source",
  facts_differ: "with other parties, another year, court or parallel citation",
  reporter_unknown: "to a reporter that does not exist",
  pin_outside: "to a page outside the decision",
  caution: "to be read with caution",
  ambiguous: "under which several decisions are on file",
  not_read: "not read in full",
};

/** How an answer is drawn; a word stands beside the color. */
export const TONE: Partial<Record<Answer, "good" | "bad" | "doubt">> = {
  held: "good",
  agree: "good",
  exact: "good",
  inside: "good",
  in_force: "good",
  no_negative: "good",
  cited_by_others: "doubt",
  caution: "doubt",
  unconfirmed: "bad",
  impossible: "bad",
  no_such_provision: "bad",
  differ: "bad",
  altered: "bad",
  not_found: "bad",
  outside: "bad",
  negative: "bad",
  repealed: "bad",
};
