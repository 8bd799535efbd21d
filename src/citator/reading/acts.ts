import type { Treatment, Voice } from "../model.ts";
import type { Hit, Status } from "./hit.ts";
import type { Section } from "../voices.ts";
import type { Act } from "./verbs.ts";

/** What it is to a decision that an act is done to it, and what it is that the act is denied. */
const TREATMENT: Readonly<Record<Act, readonly [done: Treatment | null, denied: Treatment | null]>> = {
  overrule: ["Overruled", "Followed"],
  abrogate: ["Abrogated", null],
  supersede: ["Abrogated", null],
  reverse: ["Reversed", null],
  vacate: ["Vacated", null],
  affirm: ["Affirmed", null],
  reject: ["Declined to follow", null],
  criticize: ["Criticized", "Followed"],
  question: ["Questioned", "Followed"],
  reconsider: ["Questioned", "Followed"],
  limit: ["Limited", null],
  extend: ["Followed", "Limited"],
  follow: ["Followed", "Declined to follow"],
  agree: ["Followed", "Disagreed with"],
  disagree: ["Disagreed with", "Followed"],
  distinguish: ["Distinguished", "Followed"],
  explain: ["Explained", "Explained"],
  misread: ["Explained", null],
  rely: ["Followed", "Distinguished"],
  govern: ["Followed", "Distinguished"],
  support: ["Followed", "Distinguished"],
  concern: ["Explained", "Distinguished"],
  hold: ["Explained", "Distinguished"],
};

/** Treatments that the same words can be, by how grave the court means them: a rejected holding of its own is overruled. */
export function graverOf({ kind, act, status }: Hit): Treatment | null {
  return GRAVER.has(act) && kind !== "relation" && (status === "we" || status === "own" || status === "due")
    ? "Overruled"
    : null;
}

const GRAVER: ReadonlySet<Act> = new Set(["reject", "question", "criticize"]);

/** The treatment a hit speaks of; null where it speaks of none. */
export function treatmentOf({ kind, act, status }: Hit): Treatment | null {
  const [done, denied] = TREATMENT[act];
  if (status === "denied") return denied;
  // The history that is told behind a citation names the statute; a verb without the legislature tells of a decision.
  if (kind === "history" && act === "supersede") return "Superseded by statute";
  if (status === "legislature") return ENDS.has(act) ? "Superseded by statute" : null;
  if (status === "others" && act === "rely") return null;
  return done;
}

/** Rejected, or not followed: what judges say so of they have weighed. */
export function isRefusal({ act, status }: Hit): boolean {
  return status === "denied" ? act === "follow" : act === "reject" && status !== "legislature";
}

const ENDS: ReadonlySet<Act> = new Set(["overrule", "abrogate", "supersede"]);
/** Acts that one decision does to another, so that to tell of them is to tell history. */
const HISTORICAL: ReadonlySet<Act> = new Set([
  "overrule",
  "abrogate",
  "supersede",
  "reverse",
  "vacate",
  "affirm",
  "reject",
  "limit",
  "criticize",
  "question",
  "distinguish",
  "follow",
  "disagree",
]);

/** Whose words a hit stands for. */
export function voiceOf({ act, status, quoted }: Hit, section: Section["voice"]): Voice {
  if (quoted) return "reported";
  const voices: Record<Status, Voice> = {
    we: section,
    own: section,
    due: section,
    near: section,
    denied: section,
    legislature: section,
    court: section === "court" ? "court" : "account",
    told: HISTORICAL.has(act) ? "history" : section,
    open: "reported",
    others: "reported",
  };
  return voices[status];
}
