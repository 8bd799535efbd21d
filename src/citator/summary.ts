import { courtRank, isBinding } from "#courts/hierarchy.ts";
import { rankOf, severityOf } from "./model.ts";
import type { Treatment, Voice } from "./model.ts";

/** What one citing decision does to the cited one, worst passage first over all its opinions and copies. */
export type CitingDecision = {
  readonly workId: string;
  readonly opinionId: string;
  readonly courtId: string;
  /** `YYYY-MM-DD` or null. */
  readonly date: string | null;
  /** How the citing decision is cited, or its name when it has no citation. */
  readonly citation: string;
  readonly treatment: Treatment;
  readonly voice: Voice;
  readonly authoritative: boolean;
  /** What happened, in words. */
  readonly reason: string | null;
};

export type Status = "Negative" | "Caution" | "Positive" | "Neutral" | "unknown";

export type HistoryEntry = {
  readonly category: Treatment;
  readonly bindingCourt: boolean;
  readonly citation: string;
  readonly courtId: string;
  readonly dateDecided: string | null;
  readonly reason: string | null;
  readonly documentId: string;
};

export type TreatmentSummary = {
  readonly status: Status;
  /** Distinct citing decisions; copies of one decision count once. */
  readonly citationCount: number;
  readonly negative: number;
  readonly caution: number;
  readonly history: readonly HistoryEntry[];
  /** Binding citers with a Negative or Caution treatment beyond those listed. */
  readonly more: number;
};

/** Contract (tool interface, 2.4): at most five are listed. */
const HISTORY_MAX = 5;

export const UNSEEN: TreatmentSummary = {
  status: "unknown",
  citationCount: 0,
  negative: 0,
  caution: 0,
  history: [],
  more: 0,
};

/**
 * The answer to "is this still good?" over all copies of a decision.
 *
 * - Only the citing court's own words count (`authoritative`), with one exception: when a decision tells that another
 *   one overruled, reversed, vacated or abrogated this one, or a dissent or concurrence tells that its own court does,
 *   that counts as Caution: the other decision may not be held, or the court may not say it plainly, and silence about
 *   it would mislead.
 * - A Negative treatment by a court that does not bind the cited one counts as Caution: a court cannot overrule what
 *   is not below it. Reversal and vacatur are direct history and keep their weight.
 * - When a binding court treats the decision with Negative or Caution, the counts are of distinct binding citers;
 *   otherwise of all.
 * - `unknown`: nothing held cites it, so its later history is not known.
 */
export function summarise(citedCourtId: string, citing: readonly CitingDecision[]): TreatmentSummary {
  if (citing.length === 0) return UNSEEN;
  const weighed = citing.map((decision) => weigh(citedCourtId, decision));
  const marked = weighed.filter(({ severity }) => severity === "Negative" || severity === "Caution");
  const binding = marked.filter((one) => one.isBinding);
  const counted = binding.length > 0 ? binding : marked;
  const listed = marked.toSorted(inOrder).slice(0, HISTORY_MAX);
  return {
    status: worst(weighed.map(({ severity }) => severity)),
    citationCount: new Set(citing.map(({ workId }) => workId)).size,
    negative: counted.filter(({ severity }) => severity === "Negative").length,
    caution: counted.filter(({ severity }) => severity === "Caution").length,
    history: listed.map(entryOf),
    more: Math.max(0, binding.length - listed.filter((one) => one.isBinding).length),
  };
}

type Severity = "Negative" | "Caution" | "Positive" | "Neutral";
type Weighed = { readonly decision: CitingDecision; readonly isBinding: boolean; readonly severity: Severity };

function weigh(citedCourtId: string, decision: CitingDecision): Weighed {
  const binds = isBinding(decision.courtId, citedCourtId, decision.date === null ? {} : { decided: decision.date });
  return { decision, isBinding: binds, severity: severityIn(decision, binds) };
}

function severityIn({ treatment, voice, authoritative }: CitingDecision, binds: boolean): Severity {
  const severity = severityOf(treatment);
  if (!authoritative)
    return (voice === "history" || voice === "account") && severity === "Negative" ? "Caution" : "Neutral";
  const isDirect = treatment === "Reversed" || treatment === "Vacated" || treatment === "Superseded by statute";
  return severity === "Negative" && !binds && !isDirect ? "Caution" : severity;
}

function worst(severities: readonly Severity[]): Status {
  return (["Negative", "Caution", "Positive"] as const).find((one) => severities.includes(one)) ?? "Neutral";
}

/** Binding courts first, then Negative before Caution, then court rank, then earliest first; undated last. */
function inOrder(left: Weighed, right: Weighed): number {
  return (
    Number(right.isBinding) - Number(left.isBinding) ||
    Number(left.severity === "Caution") - Number(right.severity === "Caution") ||
    courtRank(left.decision.courtId) - courtRank(right.decision.courtId) ||
    compareText(left.decision.date ?? "9999", right.decision.date ?? "9999") ||
    rankOf(left.decision.treatment) - rankOf(right.decision.treatment) ||
    compareText(left.decision.opinionId, right.decision.opinionId)
  );
}

function compareText(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}

function entryOf({ decision, isBinding: bindingCourt }: Weighed): HistoryEntry {
  return {
    category: decision.treatment,
    bindingCourt,
    citation: decision.citation,
    courtId: decision.courtId,
    dateDecided: decision.date,
    reason: decision.reason,
    documentId: decision.opinionId,
  };
}
