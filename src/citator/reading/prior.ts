import { treatmentOf } from "./acts.ts";
import { KINDS, STATUSES } from "./hit.ts";
import type { HitKind, Status } from "./hit.ts";
import { groupOf, GROUPS } from "./groups.ts";
import type { Act } from "./verbs.ts";

/** What the words of a hit say by themselves, by how it stands in its sentence. */
const BY_STATUS: Readonly<Record<Status, number>> = {
  we: 4.5,
  own: 4,
  due: 3.5,
  denied: 4,
  legislature: 4.5,
  court: 1,
  near: 0.2,
  told: 0,
  open: 0,
  others: 0,
};

/** Acts that opinions speak of on every page say little. */
const WEAK: ReadonlySet<string> = new Set(["hold", "concern", "support", "rely", "explain", "misread"]);

/** Acts that their words leave no doubt of. */
const FRANK: ReadonlySet<string> = new Set([
  "overrule",
  "abrogate",
  "supersede",
  "reverse",
  "vacate",
  "affirm",
  "limit",
  "extend",
  "disagree",
  "distinguish",
  "criticize",
  "question",
  "reject",
]);

const OWN_COURT = 1.5;

const KNOWN = new Map<string, readonly number[]>();

/** Where the weights of a feature stand before labels are seen: a feature's words speak for their own group. */
export function priorOf(feature: string): readonly number[] {
  const known = KNOWN.get(feature);
  if (known !== undefined) return known;
  const prior = workOut(feature);
  KNOWN.set(feature, prior);
  return prior;
}

function workOut(feature: string): readonly number[] {
  const weights = GROUPS.map(() => 0);
  if (feature === "bias") return GROUPS.map((group) => (group === "Cited" ? 3 : 0));
  // A court that rejects or doubts a decision of its own most often ends it.
  if (feature === "ending words, own court") return GROUPS.map((group) => (group === "Negative" ? OWN_COURT : 0));
  const words = feature.replace(/ on other grounds$/u, "").split(" ");
  const elsewhere = words[0] === "elsewhere";
  if (elsewhere) words.shift();
  const kind = KINDS.find((one) => one === words[0]);
  if (kind !== undefined) words.shift();
  const [act = "", status = ""] = (words[0] ?? "").split("/");
  const how = STATUSES.find((one) => one === status);
  if (how === undefined) return weights;
  const treatment = treatmentIn(kind ?? "verb", act as Act, how);
  if (treatment === null) return weights;
  const group = GROUPS.indexOf(groupOf(treatment));
  // Who does not overrule or question a decision need not rely on it.
  if (how === "denied" && treatment === "Followed") return weights.map((weight, at) => (at === group ? 0.5 : weight));
  const strength =
    BY_STATUS[how] *
    (WEAK.has(act) ? (how === "denied" ? 0.9 : 0.25) : FRANK.has(act) ? 1 : 0.9) *
    (elsewhere ? (how === "court" ? 0.5 : 0) : 1) *
    (kind === "disposition" ? 1.5 : 1);
  return weights.map((weight, at) => (at === group ? weight + strength : weight));
}

function treatmentIn(kind: HitKind, act: Act, status: Status): ReturnType<typeof treatmentOf> {
  return treatmentOf({ authority: 0, kind, act, status, back: false, quoted: false, by: null, scope: "whole", at: 0 });
}
