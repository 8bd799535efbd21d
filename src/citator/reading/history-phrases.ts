import type { Treatment } from "../model.ts";

/**
 * The words by which the history of a decision is told (Bluebook rule 10.7 and table T8): the verb in the form in which it
 * stands behind the citation of the one that suffers, and as a gerund before it.
 */
export const HISTORY_VERBS: readonly (readonly [suffers: string, does: string, treatment: Treatment])[] = [
  ["overruled", "overruling", "Overruled"],
  ["overturned", "overturning", "Overruled"],
  ["disapproved", "disapproving", "Overruled"],
  ["repudiated", "repudiating", "Overruled"],
  ["abrogated", "abrogating", "Abrogated"],
  ["superseded", "superseding", "Superseded by statute"],
  ["reversed", "reversing", "Reversed"],
  ["rev'd", "rev'g", "Reversed"],
  ["revd", "revg", "Reversed"],
  ["vacated", "vacating", "Vacated"],
  ["vac'd", "vac'g", "Vacated"],
  ["affirmed", "affirming", "Affirmed"],
  ["aff'd", "aff'g", "Affirmed"],
  ["affd", "affg", "Affirmed"],
  ["limited", "limiting", "Limited"],
  ["modified", "modifying", "Limited"],
  ["criticized", "criticizing", "Criticized"],
  ["questioned", "questioning", "Questioned"],
  ["distinguished", "distinguishing", "Distinguished"],
  ["followed", "following", "Followed"],
];

/** Each word with which history can begin behind a citation. */
export const ACTIONS_OF_HISTORY: ReadonlySet<string> = new Set([
  ...HISTORY_VERBS.flatMap(([suffers, does]) => [suffers, does]),
  "cert",
  "certiorari",
  "appeal",
  "rehearing",
  "reh'g",
  "judgment",
  "expressly",
  "implicitly",
  "effectively",
]);
