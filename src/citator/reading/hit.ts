import type { Scope } from "../model.ts";
import type { Act } from "./verbs.ts";

/**
 * How an act stands in the sentence that speaks of it.
 * `we`: the writer does it and says so. `own`: it is done, and nobody else is said to do it. `due`: the writer says that it should or must be done. `open`: a possibility, a condition,
 * a question or a wish. `denied`: it is not done. `told`: it was done before, or another decision does it. `others`: a
 * party, another court or judge does or says it. `legislature`: Congress or a statute does it. `court`: a separate
 * opinion says it of its own court. `near`: nothing says it, but what stands around does.
 */
export const STATUSES = [
  "we",
  "own",
  "due",
  "open",
  "denied",
  "told",
  "others",
  "legislature",
  "court",
  "near",
] as const;
export type Status = (typeof STATUSES)[number];

export const KINDS = ["verb", "predicate", "relation", "gone", "history", "disposition", "signal", "context"] as const;
export type HitKind = (typeof KINDS)[number];

/** One thing that a sentence says about one decision. */
export type Hit = {
  readonly authority: number;
  readonly kind: HitKind;
  readonly act: Act;
  readonly status: Status;
  /** A word that points back stands for the decision. */
  readonly back: boolean;
  /** Inside quotation marks. */
  readonly quoted: boolean;
  /** The decision that is told to have done it. */
  readonly by: number | null;
  readonly scope: Scope;
  /** Where the words stand that say it. */
  readonly at: number;
};
