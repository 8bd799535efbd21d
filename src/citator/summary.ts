import { courtRank, isBinding } from "#courts/hierarchy.ts";
import { describeTold } from "./describe.ts";
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
  /** The decision that is told to have done it, when `voice` is `history` and it is named. */
  readonly told: ToldActor | null;
};

/** Who is told to have done something: the work where it is held, else the name alone. */
export type ToldActor = {
  readonly name: string;
  readonly held: { readonly workId: string; readonly courtId: string; readonly date: string | null } | null;
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
 * - Only the citing court's own words count (`authoritative`), and what is told of another decision's act: evidence of
 *   one event is gathered under its actor. Two decisions that tell of it independently, or one beside the actor's own
 *   words, are as good as the act; one alone is Caution, and so is a separate opinion's account of its own court.
 * - A Negative treatment by a court that does not bind the cited one counts as Caution: a court cannot overrule what
 *   is not below it, nor say for it what a statute has ended. Reversal and vacatur are direct history and keep their
 *   weight.
 * - To be distinguished now and then is the ordinary life of a decision that is much cited: it counts as Caution where
 *   at least one in ten of those who cite it distinguish it.
 * - When a binding court treats the decision with Negative or Caution, the counts are of distinct binding citers;
 *   otherwise of all.
 * - `unknown`: nothing held cites it, so its later history is not known.
 */
export function summarise(citedCourtId: string, citing: readonly CitingDecision[]): TreatmentSummary {
  if (citing.length === 0) return UNSEEN;
  const weighed = gatherTellings(
    citedCourtId,
    citing.map((decision) => weigh(citedCourtId, decision, isOftenDistinguished(citing))),
  );
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

/** Of so many citing decisions one must distinguish it. */
const DISTINGUISHED_OF = 10;

function isOftenDistinguished(citing: readonly CitingDecision[]): boolean {
  const distinguishing = citing.filter(
    ({ treatment, authoritative }) => authoritative && treatment === "Distinguished",
  );
  return distinguishing.length * DISTINGUISHED_OF >= citing.length;
}

type Severity = "Negative" | "Caution" | "Positive" | "Neutral";
type Weighed = {
  readonly decision: CitingDecision;
  readonly isBinding: boolean;
  readonly severity: Severity;
  /** What later decisions tell of it, where its own words were not read so. */
  readonly told?: { readonly category: Treatment; readonly times: number };
};

function weigh(citedCourtId: string, decision: CitingDecision, distinguishedCounts: boolean): Weighed {
  const binds = bindsAt(decision, citedCourtId);
  const counts = decision.treatment !== "Distinguished" || distinguishedCounts;
  return { decision, isBinding: binds, severity: counts ? severityIn(decision, binds) : "Neutral" };
}

function bindsAt({ courtId, date }: { courtId: string; date: string | null }, citedCourtId: string): boolean {
  return isBinding(courtId, citedCourtId, date === null ? {} : { decided: date });
}

function severityIn({ treatment, voice, authoritative }: CitingDecision, binds: boolean): Severity {
  const severity = severityOf(treatment);
  if (!authoritative)
    return (voice === "history" || voice === "account") && severity === "Negative" ? "Caution" : "Neutral";
  return severity === "Negative" && !binds && !isDirect(treatment) ? "Caution" : severity;
}

/** A reviewing court does it to the judgment before it. */
function isDirect(treatment: Treatment): boolean {
  return treatment === "Reversed" || treatment === "Vacated";
}

/** So many independent tellings are as good as the act. */
const TELLINGS_MIN = 2;

/**
 * Puts what several decisions tell of one act under its actor. An actor that is among the citing decisions is listed
 * itself, and those who only tell of it no more; one that is not leaves its tellers, who are believed together.
 */
function gatherTellings(citedCourtId: string, weighed: readonly Weighed[]): Weighed[] {
  const tellings = Map.groupBy(weighed, ({ decision }) => actorOf(decision));
  const changed = new Map<Weighed, Weighed>();
  for (const [actor, tellers] of tellings) {
    const [first] = tellers;
    if (actor === null || first === undefined) continue;
    const own = weighed.find(({ decision }) => decision.workId === actor);
    const others = tellers.filter(({ decision }) => decision.workId !== actor);
    if (others.length === 0) continue;
    const held = first.decision.told?.held ?? own?.decision;
    const category = others[0]?.decision.treatment ?? first.decision.treatment;
    const isItsToDo = held == null || isDirect(category) || bindsAt(held, citedCourtId);
    const accounts = own !== undefined && severityOf(own.decision.treatment) === "Negative" ? 1 : 0;
    const severity = isItsToDo && others.length + accounts >= TELLINGS_MIN ? "Negative" : "Caution";
    if (own === undefined) {
      for (const one of others) changed.set(one, { ...one, severity });
      continue;
    }
    for (const one of others) changed.set(one, { ...one, severity: "Neutral" });
    if (own.severity !== "Negative") changed.set(own, { ...own, severity, told: { category, times: others.length } });
  }
  return weighed.map((one) => changed.get(one) ?? one);
}

/** Who ended the decision, by what this one says: another, or its own court by a separate opinion's account. */
function actorOf({ treatment, voice, told, workId }: CitingDecision): string | null {
  if (severityOf(treatment) !== "Negative") return null;
  if (voice === "account") return workId;
  return voice === "history" && told !== null ? (told.held?.workId ?? told.name) : null;
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

function entryOf({ decision, isBinding: bindingCourt, told }: Weighed): HistoryEntry {
  const category = told?.category ?? decision.treatment;
  return {
    category,
    bindingCourt,
    citation: decision.citation,
    courtId: decision.courtId,
    dateDecided: decision.date,
    reason: told === undefined ? decision.reason : describeTold(told.category, told.times),
    documentId: decision.opinionId,
  };
}
